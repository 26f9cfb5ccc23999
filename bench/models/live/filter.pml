/* Peterson's filter lock: does process WHO get in? See ../filter.pml. */
#ifndef N
#define N 2
#endif
#include "live.h"

byte level[N];
byte victim[N - 1];

active [N] proctype P()
{
    byte room, j;

    OUTSIDE
    do
    :: room < N - 1 ->
       level[_pid] = room + 1;
       STORE_STORE
       victim[room] = _pid;
       STORE_LOAD
       do
       :: j < N ->
          j == _pid || level[j] <= room || victim[room] != _pid;
          j++
       :: else -> break
       od;
       j = 0;
       room++
    :: else -> break
    od;
    room = 0;
CS: skip;
    level[_pid] = 0;
    goto away
}
