/* A test-and-set lock for N processes, with the locked instructions of a machine. */
#include "../../../examples/tarry.h"
#ifndef N
#define N 30
#endif

bit taken;
ghost byte ncrit;

active [N] proctype P()
{
    bit before;

    do
    :: do
       :: xchg(taken, 1, before);
          if
          :: before == 0 -> break
          :: before == 1
          fi
       od;
       ncrit++;
       assert(ncrit == 1);
       ncrit--;
       taken = 0
    od
}
