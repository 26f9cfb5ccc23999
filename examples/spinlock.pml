// A lock taken by exchange, and one that looks first and stores after, which even an atomic block does not save: it is no fence.
// check: --memory tso
// verdict: holds
// check: --memory tso -D NAIVE
// verdict: violated
// check: --memory sc -D NAIVE
// verdict: holds
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
