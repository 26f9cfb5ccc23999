// The NEED_WAKEUP flag of a submission queue (io_uring with a polling thread): the application puts an entry into the ring and moves the tail; a thread of the kernel
// takes entries without system calls. When it finds none it sets NEED_WAKEUP, looks at the tail once more, and sleeps; the application looks at the flag behind
// its store of the tail, and only then makes the system call that wakes.
// Each side stores one word and loads the other: store buffering. Under TSO the application may find the flag not set and the thread the old tail: nobody wakes
// it, and the application waits for its answer for ever. A full fence on both sides mends it (-D FENCED; liburing has one before it looks at the
// flag, the kernel behind setting it); one alone does not (-D ONE). Under PSO the entry must be in memory before the tail: a store-store fence.
// Checked: entries are seen as they were written, and there is no deadlock.
// One entry at a time, for ever: the application waits for its answer, so that no later entry can save it. Sleep and system call are outside relaxed memory.
// expect: tarry check sq-wakeup.pml --memory sc => holds
// expect: tarry check sq-wakeup.pml --memory tso => violated
// expect: tarry check sq-wakeup.pml --memory pso => violated
// expect: tarry check sq-wakeup.pml --memory tso -D ONE => violated
// expect: tarry check sq-wakeup.pml --memory tso -D FENCED => holds
// expect: tarry check sq-wakeup.pml --memory pso -D FENCED => holds
// expect: tarry fence sq-wakeup.pml --memory tso => 2 mfence
// expect: tarry fence sq-wakeup.pml --memory pso => 2 mfence, 1 sfence
#include "tarry.h"

bit head, tail;     // equal: the ring is empty
bit entry;
bit need_wakeup;
ghost bit woken;    // by the system call

active proctype application()
{
    bit at;

    do
    :: entry = 1 - at;
#ifdef FENCED
       sfence;
#endif
       at = 1 - at;
       tail = at;
#if defined FENCED || defined ONE
       mfence;
#endif
       if
       :: need_wakeup -> woken = 1
       :: else
       fi;
       head == at
    od
}

active proctype kernel_thread()
{
    bit at, seen;

    do
    :: tail != at ->
       seen = entry;
       at = 1 - at;
       assert(seen == at);
       head = at
    :: else ->
       need_wakeup = 1;
#ifdef FENCED
       mfence;
#endif
       if
       :: tail == at ->
          woken;
          woken = 0
       :: else
       fi;
       need_wakeup = 0
    od
}
