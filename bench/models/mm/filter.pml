/* Peterson's filter lock in store-buffer memory (see ../filter.pml). */
#ifndef N
#define N 2
#endif
#ifndef BUFFSIZE
#define BUFFSIZE 2
#endif
#define PROCSIZE N
#define VARSIZE  (2 * N - 1)
#include "memory.h"

#define LEVEL(i)  (i)
#define VICTIM(r) (N + (r))

byte ncrit;

proctype P()
{
    byte room, j;

    do
    :: do
       :: room < N - 1 ->
          WRITE(LEVEL(ME), room + 1);
          STORE_STORE
          WRITE(VICTIM(room), ME);
          STORE_LOAD
          do
          :: j < N ->
             j == ME || READ(LEVEL(j)) <= room || READ(VICTIM(room)) != ME;
             j++
          :: else -> break
          od;
          j = 0;
          room++
       :: else -> break
       od;
       room = 0;
       CRITICAL;
       WRITE(LEVEL(ME), 0)
    od
}

init { atomic { START } }
