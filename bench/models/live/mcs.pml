/* The queue lock of Mellor-Crummey and Scott: does process WHO get in? See ../mcs.pml.
 *
 * tail and next name a process by its number plus one; 0 is nobody. */
#ifndef N
#define N 2
#endif
#include "live.h"

#define ME (_pid + 1)

byte tail;
byte next[N];
bit locked[N];

active [N] proctype P()
{
    byte before;

    OUTSIDE
    next[_pid] = 0;
    xchg(tail, ME, before);
    if
    :: before != 0 ->
       locked[_pid] = 1;
       STORE_STORE
       next[before - 1] = ME;
       before = 0;
       locked[_pid] == 0
    :: before == 0
    fi;
CS: skip;
    if
    :: next[_pid] == 0 ->
       cas(tail, ME, 0, before);
       if
       :: before == 1
       :: before == 0 ->
          next[_pid] != 0;
          locked[next[_pid] - 1] = 0
       fi;
       before = 0
    :: next[_pid] != 0 -> locked[next[_pid] - 1] = 0
    fi;
    goto away
}
