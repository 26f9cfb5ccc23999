// A lock with a fast side that has no fence. The slow side pays for both: during membarrier each fast process has nothing pending at some moment. A fence of the slow side
// alone is not enough.
// Checked: nobody uses the thing after the slow side has destroyed it.
// expect: tarry check asymmetric.pml --memory sc => holds
// expect: tarry check asymmetric.pml --memory tso => holds
// expect: tarry check asymmetric.pml --memory pso => holds
// expect: tarry check asymmetric.pml --memory tso -D FENCE => violated
#include "tarry.h"

#ifdef FENCE
#define BARRIER mfence
#else
#define BARRIER membarrier
#endif

bool reading[2], closed;
ghost bool destroyed;

active [2] proctype Fast()
{
    reading[_pid] = true;
    if
    :: !closed -> assert(!destroyed)
    :: else
    fi;
    sfence;
    reading[_pid] = false
}

active proctype Slow()
{
    closed = true;
    BARRIER;
    await (!reading[0]);
    await (!reading[1]);
    destroyed = true
}
