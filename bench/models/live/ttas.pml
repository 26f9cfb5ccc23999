/* A test-and-set lock that is tried only when it looks free: does process WHO get in? */
#ifndef N
#define N 2
#endif
#include "live.h"

bit lock;

active [N] proctype P()
{
    bit before;

    OUTSIDE
    do
    :: lock == 0;
       xchg(lock, 1, before);
       if
       :: before == 0 -> break
       :: before == 1
       fi
    od;
CS: skip;
    lock = 0;
    goto away
}
