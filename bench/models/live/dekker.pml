/* Dekker's algorithm: does process WHO get in? Two processes, or a tournament of N (see ../dekker.pml). */
#ifndef N
#define N 2
#endif
#include "live.h"

#define CHILD   ((N + _pid) >> height)
#define SIDE    (CHILD & 1)
#define WANT(c) want[(c) - 2]
#define TURN(c) turn[((c) >> 1) - 1]

bit want[2 * N - 2];
bit turn[N - 1];

active [N] proctype P()
{
    unsigned height : 3;

    OUTSIDE
    do
    :: CHILD > 1 ->
       WANT(CHILD) = 1;
       STORE_LOAD
       do
       :: WANT(CHILD ^ 1) == 0 -> break
       :: WANT(CHILD ^ 1) == 1 ->
          if
          :: TURN(CHILD) == SIDE
          :: TURN(CHILD) != SIDE ->
             WANT(CHILD) = 0;
             TURN(CHILD) == SIDE;
             WANT(CHILD) = 1;
             STORE_LOAD
          fi
       od;
       height++
    :: else -> break
    od;
CS: skip;
    do
    :: height > 0 ->
       height--;
       TURN(CHILD) = 1 - SIDE;
       STORE_STORE
       WANT(CHILD) = 0
    :: else -> break
    od;
    goto away
}
