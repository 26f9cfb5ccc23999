// RCU in user space (the flavour of liburcu with a barrier in each reader): readers mark themselves and follow the pointer, the writer publishes a new version,
// waits until no reader that may have the old one is left (a grace period), and only then frees the old one.
// A reader stores its mark and loads the pointer, the writer stores the pointer and loads the marks: store buffering. Under TSO a reader that is not seen may hold
// what is freed. A full fence on both sides mends it (-D FENCED). Or the writer alone empties everybody's buffer, and readers cost nothing (-D MEMBARRIER; liburcu
// does it by membarrier(2), the kernel by waiting until each processor has switched context). Under PSO the new version must be in memory before the
// pointer: a store-store fence, which rcu_assign_pointer has.
// Checked: no reader sees a version that is not filled in yet, or freed already.
// Two versions in turn, two readers, for ever. The grace period waits for each reader to be outside, where the real one also lets later readers pass.
// expect: tarry check rcu.pml --memory sc => holds
// expect: tarry check rcu.pml --memory tso => violated
// expect: tarry check rcu.pml --memory pso => violated
// expect: tarry check rcu.pml --memory tso -D FENCED => holds
// expect: tarry check rcu.pml --memory pso -D FENCED => holds
// expect: tarry check rcu.pml --memory tso -D MEMBARRIER => holds
// expect: tarry check rcu.pml --memory pso -D MEMBARRIER => holds
// expect: tarry fence rcu.pml --memory tso => 2 mfence
// expect: tarry fence rcu.pml --memory pso => 2 mfence, 1 sfence
#include "tarry.h"

#define READ_BARRIER skip
#define PUBLISH_BARRIER skip
#define GRACE_BARRIER skip
#if defined FENCED || defined MEMBARRIER
#undef PUBLISH_BARRIER
#define PUBLISH_BARRIER sfence
#undef GRACE_BARRIER
#ifdef MEMBARRIER
#define GRACE_BARRIER membarrier
#else
#define GRACE_BARRIER mfence
#undef READ_BARRIER
#define READ_BARRIER mfence
#endif
#endif

bit current;                    // the pointer to the current version
bit filled[2] = { 1, 0 };       // a version is either filled in or free
bit reading[2];

active [2] proctype reader()
{
    bit version;

    do
    :: reading[_pid] = 1;
       READ_BARRIER;
       version = current;
       assert(filled[version]);
       reading[_pid] = 0
    od
}

active proctype writer()
{
    bit old;

    do
    :: filled[1 - old] = 1;
       PUBLISH_BARRIER;
       current = 1 - old;
       GRACE_BARRIER;
       reading[0] == 0;
       reading[1] == 0;
       filled[old] = 0;
       old = 1 - old
    od
}
