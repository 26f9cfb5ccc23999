/* Lamport's bakery with tickets 1..TICKETS: does process WHO get in? See ../bakery.pml.
 *
 * A process that finds the last ticket taken stops choosing and starts over. */
#ifndef N
#define N 2
#endif
#include "live.h"

#ifndef TICKETS
#define TICKETS (N + 1)
#endif

bit choosing[N];
byte number[N];

active [N] proctype P()
{
    byte j, highest;

    OUTSIDE
again:
    choosing[_pid] = 1;
    STORE_LOAD
    do
    :: j < N && number[j] > highest -> highest = number[j]; j++
    :: j < N && number[j] <= highest -> j++
    :: j == N -> break
    od;
    j = 0;
    if
    :: highest < TICKETS ->
       number[_pid] = highest + 1;
       STORE_STORE
       highest = 0;
       choosing[_pid] = 0;
       STORE_LOAD
    :: else ->
       highest = 0;
       choosing[_pid] = 0;
       goto again
    fi;
    do
    :: j < N ->
       choosing[j] == 0;
       number[j] == 0 || number[j] > number[_pid] || (number[j] == number[_pid] && j >= _pid);
       j++
    :: else -> break
    od;
    j = 0;
CS: skip;
    number[_pid] = 0;
    goto away
}
