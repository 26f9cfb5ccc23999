/* Lamport's bakery in store-buffer memory (see ../bakery.pml): a process waits while the next ticket does not fit. */
#ifndef N
#define N 2
#endif
#ifndef BUFFSIZE
#define BUFFSIZE 2
#endif
#ifndef TICKETS
#define TICKETS 3
#endif
#define PROCSIZE N
#define VARSIZE  (2 * N)
#include "memory.h"

#define CHOOSING(i) (i)
#define NUMBER(i)   (N + (i))

byte ncrit;

proctype P()
{
    byte j, highest;

    do
    :: WRITE(CHOOSING(ME), 1);
       STORE_LOAD
       do
       :: j < N && READ(NUMBER(j)) > highest -> highest = READ(NUMBER(j)); j++
       :: j < N && READ(NUMBER(j)) <= highest -> j++
       :: j == N -> break
       od;
       j = 0;
       if
       :: highest < TICKETS ->
          WRITE(NUMBER(ME), highest + 1);
          STORE_STORE
          highest = 0;
          WRITE(CHOOSING(ME), 0);
          STORE_LOAD
          do
          :: j < N ->
             READ(CHOOSING(j)) == 0;
             READ(NUMBER(j)) == 0 || READ(NUMBER(j)) > READ(NUMBER(ME)) ||
                 (READ(NUMBER(j)) == READ(NUMBER(ME)) && j >= ME);
             j++
          :: else -> break
          od;
          j = 0;
          CRITICAL;
          WRITE(NUMBER(ME), 0)
       :: else ->
          highest = 0;
          WRITE(CHOOSING(ME), 0)
       fi
    od
}

init { atomic { START } }
