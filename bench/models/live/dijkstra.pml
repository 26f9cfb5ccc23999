/* Dijkstra's algorithm: does process WHO get in?
 *
 * wants: in the competition; second: at the second stage, where nobody else may be; turn: who may go there. */
#ifndef N
#define N 2
#endif
#include "live.h"

bit wants[N];
bit second[N];
byte turn;

active [N] proctype P()
{
    byte other;

    OUTSIDE
    wants[_pid] = 1;
    STORE_LOAD
again:
    do
    :: turn == _pid -> break
    :: turn != _pid ->
       second[_pid] = 0;
       other = turn;
       if
       :: wants[other] == 0 -> turn = _pid
       :: wants[other] == 1
       fi;
       other = 0
    od;
    second[_pid] = 1;
    STORE_LOAD
    do
    :: other < N && other != _pid && second[other] == 1 -> other = 0; goto again
    :: other < N && (other == _pid || second[other] == 0) -> other++
    :: other == N -> break
    od;
    other = 0;
CS: skip;
    second[_pid] = 0;
    STORE_STORE
    wants[_pid] = 0;
    goto away
}
