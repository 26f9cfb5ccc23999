// Sleeping and waking: who waits says that it sleeps, looks at the condition once more, and goes to sleep; who makes the condition true looks whether
// somebody sleeps, and wakes. Every condition variable, work queue and `wait_event` of a kernel has this at its heart.
// Each side stores one flag and loads the other: store buffering. Under TSO the waiter may find no work, and the waker no sleeper: the wake-up is lost, and both
// wait for ever. It takes a full fence on both sides (-D FENCED); one alone does not help (-D ONE). In Linux set_current_state and wake_up have them.
// Checked: there is no deadlock.
// Work is handed over for ever; the sleep itself is the scheduler's, outside relaxed memory, and a wake-up that comes early is kept.
// expect: tarry check wait-wake.pml --memory sc => holds
// expect: tarry check wait-wake.pml --memory tso => violated
// expect: tarry check wait-wake.pml --memory pso => violated
// expect: tarry check wait-wake.pml --memory tso -D ONE => violated
// expect: tarry check wait-wake.pml --memory tso -D FENCED => holds
// expect: tarry check wait-wake.pml --memory pso -D FENCED => holds
// expect: tarry fence wait-wake.pml --memory tso => 2 mfence
// expect: tarry fence wait-wake.pml --memory pso => 2 mfence
#include "tarry.h"

bit work, sleeping;
ghost bit woken;

active proctype waiter()
{
    do
    :: do
       :: sleeping = 1;
#if defined FENCED || defined ONE
          mfence;
#endif
          if
          :: work -> break
          :: else ->
             woken;
             woken = 0
          fi
       od;
       sleeping = 0;
       work = 0
    od
}

active proctype waker()
{
    do
    :: !work;
       work = 1;
#ifdef FENCED
       mfence;
#endif
       if
       :: sleeping -> woken = 1
       :: else
       fi
    od
}
