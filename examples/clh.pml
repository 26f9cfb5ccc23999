// The queue lock of Craig, Landin and Hagersten. Who wants the lock puts a node marked busy at the end of a queue, and spins on the node of the one before; it goes
// away with that node and leaves its own. The queue of waiting threads in java.util.concurrent is a variant of it.
// The exchange on tail drains the buffer, so that the node is busy before anybody finds it; the lock is right under TSO. Under PSO the store that marks the
// node as free may overtake what was stored inside: a store-store fence before it mends it (-D FENCED).
// Checked: whoever holds the lock finds the data as the last holder left them, and there is no deadlock.
// Three processes and four nodes; node 3 is the first in the queue, and free.
// expect: tarry check clh.pml --memory sc => holds
// expect: tarry check clh.pml --memory tso => holds
// expect: tarry check clh.pml --memory pso => violated
// expect: tarry check clh.pml --memory pso -D FENCED => holds
// expect: tarry fence clh.pml --memory pso => 1 sfence
#include "tarry.h"

#define N 3

byte tail = N;
bit busy[N + 1];
bit data;           // what the lock protects
ghost bit truth;    // what data is meant to hold

active [N] proctype client()
{
    byte mine = _pid, before;
    bit seen;

    do
    :: busy[mine] = 1;
       xchg(tail, mine, before);
       busy[before] == 0;

       seen = data;
       assert(seen == truth);
       truth = 1 - seen;
       data = 1 - seen;

#ifdef FENCED
       sfence;
#endif
       busy[mine] = 0;
       mine = before
    od
}
