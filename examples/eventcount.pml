// An event count on a futex (folly, Eigen's thread pool): who waits counts itself in, takes the number of the epoch, looks at the condition once more, and sleeps if
// the epoch is still the same; who makes the condition true moves the epoch and wakes, but only if somebody waits.
// The waiter's fetch_add drains its buffer. The notifier's side is a plain store and a load of the waiters: under TSO the store may still wait when it finds
// nobody, while the waiter finds the condition false and sleeps: both wait for ever. One full fence in the notifier mends it (-D FENCED), which is what makes
// "notify when nobody waits" cost more than a load.
// Checked: there is no deadlock.
// One waiter and one notifier, for ever; epochs are counted modulo 4. The queue of the kernel is outside relaxed memory.
// expect: tarry check eventcount.pml --memory sc => holds
// expect: tarry check eventcount.pml --memory tso => violated
// expect: tarry check eventcount.pml --memory pso => violated
// expect: tarry check eventcount.pml --memory tso -D FENCED => holds
// expect: tarry check eventcount.pml --memory pso -D FENCED => holds
// expect: tarry fence eventcount.pml --memory tso => 1 mfence
// expect: tarry fence eventcount.pml --memory pso => 1 mfence
#include "tarry.h"

bit ready;
short waiters;
unsigned epoch : 2;
ghost bit asleep;   // the queue of the kernel

active proctype waiter()
{
    unsigned key : 2;

    do
    :: do
       :: ready -> break
       :: else ->
          fetch_add(waiters, 1, _);
          key = epoch;
          if
          :: ready
          :: else ->
             atomic {
                 if
                 :: epoch == key -> asleep = 1
                 :: else
                 fi
             };
             !asleep
          fi;
          fetch_add(waiters, -1, _)
       od;
       ready = 0
    od
}

active proctype notifier()
{
    do
    :: !ready;
       ready = 1;
#ifdef FENCED
       mfence;
#endif
       if
       :: waiters != 0 ->
          fetch_add(epoch, 1, _);
          asleep = 0
       :: else
       fi
    od
}
