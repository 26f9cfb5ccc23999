// The queue lock of Mellor-Crummey and Scott. Who wants the lock appends a node to a queue and spins on a flag of its own; who leaves opens the flag of the next
// one. Linux (mcs_spinlock, inside of qspinlock) and many thread libraries have it.
// The exchange on tail drains the buffer, and TSO keeps stores in order: nothing else is needed there. Under PSO two pairs of stores may change places:
// `waits = 1` and the link by which the predecessor finds the node, so that the flag is opened first and closed for ever after; and the stores made inside and
// the one that opens the next flag. A store-store fence between each pair mends it (-D FENCED).
// Checked: whoever holds the lock finds the data as the last holder left them, and nobody waits for ever with all others (deadlock).
// Process i is node i + 1, and 0 is nobody. The real code has a node for each acquisition; here it is reused at once, which is harder.
// expect: tarry check mcs.pml --memory sc => holds
// expect: tarry check mcs.pml --memory tso => holds
// expect: tarry check mcs.pml --memory pso => violated
// expect: tarry check mcs.pml --memory pso -D FENCED => holds
// expect: tarry fence mcs.pml --memory pso => 2 sfence
#include "tarry.h"

#ifdef FENCED
#define STORE_STORE sfence
#else
#define STORE_STORE skip
#endif

#define N 2
#define ME (_pid + 1)

byte tail, next[N + 1];
bit waits[N + 1];
bit data;           // what the lock protects
ghost bit truth;    // what data is meant to hold

active [N] proctype client()
{
    byte before;
    bit seen, last;

    do
    :: next[ME] = 0;
       xchg(tail, ME, before);
       if
       :: before != 0 ->
          waits[ME] = 1;
          STORE_STORE;
          next[before] = ME;
          waits[ME] == 0
       :: else
       fi;

       seen = data;
       assert(seen == truth);
       truth = 1 - seen;
       data = 1 - seen;

       last = 0;
       if
       :: next[ME] == 0 -> cas(tail, ME, 0, last)
       :: else
       fi;
       if
       :: last
       :: else ->
          next[ME] != 0;
          STORE_STORE;
          waits[next[ME]] = 0
       fi
    od
}
