// A lock biased to its owner: the owner enters with a plain store and a load, without a locked instruction or a fence; whoever else wants in takes a lock, asks the
// owner to stay out, and pays for both. JVMs have locked objects in this way.
// The owner stores `owner_in` and loads `revoked`, the other stores `revoked` and loads `owner_in`: store buffering. A fence of the other alone
// (-D FENCED) is not enough, as the owner's store may still wait. A fence in the owner would cost what the bias is to save. So the other makes the
// owner's buffer empty from outside: membarrier(2), or a signal to its thread (-D MEMBARRIER).
// Under PSO the lock must also not be free before `revoked` is taken back, which a store-store fence sees to.
// Checked: at most one process is inside, and there is no deadlock. One owner, two others with a lock among themselves.
// expect: tarry check biased.pml --memory sc => holds
// expect: tarry check biased.pml --memory tso => violated
// expect: tarry check biased.pml --memory pso => violated
// expect: tarry check biased.pml --memory tso -D FENCED => violated
// expect: tarry check biased.pml --memory pso -D FENCED => violated
// expect: tarry check biased.pml --memory tso -D MEMBARRIER => holds
// expect: tarry check biased.pml --memory pso -D MEMBARRIER => holds
#include "tarry.h"

#if defined MEMBARRIER
#define BARRIER membarrier
#define STORE_STORE sfence
#elif defined FENCED
#define BARRIER mfence
#define STORE_STORE sfence
#else
#define BARRIER skip
#define STORE_STORE skip
#endif

bit owner_in, revoked, lock;
ghost byte inside;

inline critical()
{
    inside++;
    assert(inside == 1);
    inside--
}

active proctype owner()
{
    do
    :: owner_in = 1;
       if
       :: !revoked -> critical()
       :: else
       fi;
       owner_in = 0;
       !revoked
    od
}

active [2] proctype other()
{
    bit taken;

    do
    :: xchg(lock, 1, taken);
       if
       :: taken
       :: else ->
          revoked = 1;
          BARRIER;
          owner_in == 0;
          critical();
          revoked = 0;
          STORE_STORE;
          lock = 0
       fi
    od
}
