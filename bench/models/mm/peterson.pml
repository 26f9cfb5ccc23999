/* Peterson's algorithm in store-buffer memory: two processes, or a tournament of N (see ../peterson.pml). */
#ifndef N
#define N 2
#endif
#ifndef BUFFSIZE
#define BUFFSIZE 2
#endif
#define PROCSIZE N
#define VARSIZE  (3 * N - 3)
#include "memory.h"

#define CHILD   ((N + ME) >> height)
#define SIDE    (CHILD & 1)
#define WANT(c) ((c) - 2)
#define TURN(c) (2 * N - 2 + ((c) >> 1) - 1)

byte ncrit;

proctype P()
{
    unsigned height : 3;

    do
    :: do
       :: CHILD > 1 ->
          WRITE(WANT(CHILD), 1);
          STORE_STORE
          WRITE(TURN(CHILD), 1 - SIDE);
          STORE_LOAD
          READ(WANT(CHILD ^ 1)) == 0 || READ(TURN(CHILD)) == SIDE;
          height++
       :: else -> break
       od;
       CRITICAL;
       do
       :: height > 0 ->
          height--;
          STORE_STORE
          WRITE(WANT(CHILD), 0)
       :: else -> break
       od
    od
}

init { atomic { START } }
