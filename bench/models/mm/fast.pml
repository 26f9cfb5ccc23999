/* Lamport's fast mutual exclusion in store-buffer memory (see ../fast.pml). */
#ifndef N
#define N 2
#endif
#ifndef BUFFSIZE
#define BUFFSIZE 2
#endif
#define PROCSIZE N
#define VARSIZE  (N + 2)
#include "memory.h"

#define B(i) (i)
#define X    N
#define Y    (N + 1)
#define SELF (ME + 1)

byte ncrit;

proctype P()
{
    byte j;

start:
    do
    :: WRITE(B(ME), 1);
       STORE_STORE
       WRITE(X, SELF);
       STORE_LOAD
       if
       :: READ(Y) != 0 ->
          WRITE(B(ME), 0);
          READ(Y) == 0;
          goto start
       :: READ(Y) == 0
       fi;
       WRITE(Y, SELF);
       STORE_LOAD
       if
       :: READ(X) != SELF ->
          WRITE(B(ME), 0);
          STORE_LOAD
          do
          :: j < N ->
             READ(B(j)) == 0;
             j++
          :: else -> break
          od;
          j = 0;
          if
          :: READ(Y) != SELF ->
             READ(Y) == 0;
             goto start
          :: READ(Y) == SELF
          fi
       :: READ(X) == SELF
       fi;
       CRITICAL;
       WRITE(Y, 0);
       STORE_STORE
       WRITE(B(ME), 0)
    od
}

init { atomic { START } }
