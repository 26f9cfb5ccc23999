/* Lamport's fast mutual exclusion: does process WHO get in? See ../fast.pml. */
#ifndef N
#define N 2
#endif
#include "live.h"

#define ME (_pid + 1)

bit b[N];
byte x, y;

active [N] proctype P()
{
    byte j;

    OUTSIDE
again:
    b[_pid] = 1;
    STORE_STORE
    x = ME;
    STORE_LOAD
    if
    :: y != 0 ->
       b[_pid] = 0;
       y == 0;
       goto again
    :: y == 0
    fi;
    y = ME;
    STORE_LOAD
    if
    :: x != ME ->
       b[_pid] = 0;
       STORE_LOAD
       do
       :: j < N ->
          b[j] == 0;
          j++
       :: else -> break
       od;
       j = 0;
       if
       :: y != ME ->
          y == 0;
          goto again
       :: y == ME
       fi
    :: x == ME
    fi;
CS: skip;
    y = 0;
    STORE_STORE
    b[_pid] = 0;
    goto away
}
