/* Szymanski's algorithm: does process WHO get in? See ../szymanski.pml. */
#ifndef N
#define N 2
#endif
#include "live.h"

byte flag[N];

active [N] proctype P()
{
    byte j;

    OUTSIDE
    flag[_pid] = 1;
    STORE_LOAD
    do
    :: j < N ->
       flag[j] < 3;
       j++
    :: else -> break
    od;
    j = 0;
    flag[_pid] = 3;
    STORE_LOAD
    do
    :: j < N && flag[j] != 1 -> j++
    :: j < N && flag[j] == 1 ->
       flag[_pid] = 2;
       STORE_LOAD
       j = 0;
       do
       :: flag[j] == 4 -> break
       :: flag[j] != 4 -> j = (j + 1) % N
       od;
       break
    :: j == N -> break
    od;
    j = 0;
    flag[_pid] = 4;
    STORE_LOAD
    do
    :: j < _pid ->
       flag[j] < 2;
       j++
    :: else -> break
    od;
CS: skip;
    j = _pid + 1;
    do
    :: j < N ->
       flag[j] < 2 || flag[j] == 4;
       j++
    :: else -> break
    od;
    j = 0;
    flag[_pid] = 0;
    goto away
}
