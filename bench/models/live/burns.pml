/* The algorithm of Burns: does process WHO get in?
 *
 * One flag a process: it gives way to those with smaller numbers, before and after it raises its flag, and waits for the others. */
#ifndef N
#define N 2
#endif
#include "live.h"

bit flag[N];

active [N] proctype P()
{
    byte j;

    OUTSIDE
again:
    flag[_pid] = 0;
    do
    :: j < _pid && flag[j] == 1 -> j = 0; goto again
    :: j < _pid && flag[j] == 0 -> j++
    :: j == _pid -> break
    od;
    j = 0;
    flag[_pid] = 1;
    STORE_LOAD
    do
    :: j < _pid && flag[j] == 1 -> j = 0; goto again
    :: j < _pid && flag[j] == 0 -> j++
    :: j == _pid -> break
    od;
    j++;
    do
    :: j < N ->
       flag[j] == 0;
       j++
    :: else -> break
    od;
    j = 0;
CS: skip;
    flag[_pid] = 0;
    goto away
}
