// A lock taken by exchange, and one that looks first and stores after, which even an atomic block does not save: it is no fence.
// expect: tarry check spinlock.pml --memory sc => holds
// expect: tarry check spinlock.pml --memory tso => holds
// expect: tarry check spinlock.pml --memory pso => holds
// expect: tarry check spinlock.pml --memory sc -D NAIVE => holds
// expect: tarry check spinlock.pml --memory tso -D NAIVE => violated
// expect: tarry check spinlock.pml --memory pso -D NAIVE => violated
#include "tarry.h"

bool lock;
ghost byte ncrit;

active [2] proctype P()
{
    bool busy;

    do
    ::
#ifdef NAIVE
       atomic { !lock -> lock = true };
#else
       do
       :: xchg(lock, 1, busy);
          if
          :: busy
          :: else -> break
          fi
       od;
#endif
       ncrit++;
       assert(ncrit == 1);
       ncrit--;
       lock = false
    od
}
