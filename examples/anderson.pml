// Anderson's array lock: fetch_add hands out slots of a ring, each waits at its own slot, and who leaves opens the next one. Like a ticket lock, but nobody spins
// on what the others spin on.
// The slot must be closed again before it comes round. Under TSO all stores stay in order, and it is right. Under PSO `closed[mine] = 1` may reach memory
// after the `closed[mine] = 0` of a later round, which is then lost, and the store that opens the next slot may overtake what was stored inside. One store-store
// fence before it mends both (-D FENCED).
// Checked: whoever holds the lock finds the data as the last holder left them, and there is no deadlock.
// Two processes and two slots; the counter wraps at the size of the ring.
// expect: tarry check anderson.pml --memory sc => holds
// expect: tarry check anderson.pml --memory tso => holds
// expect: tarry check anderson.pml --memory pso => violated
// expect: tarry check anderson.pml --memory pso -D FENCED => holds
// expect: tarry fence anderson.pml --memory pso => 1 sfence
#include "tarry.h"

#define N 2

unsigned ticket : 1;
bit closed[N] = { 0, 1 };
bit data;           // what the lock protects
ghost bit truth;    // what data is meant to hold

active [N] proctype client()
{
    unsigned mine : 1;
    bit seen;

    do
    :: fetch_add(ticket, 1, mine);
       closed[mine] == 0;
       closed[mine] = 1;

       seen = data;
       assert(seen == truth);
       truth = 1 - seen;
       data = 1 - seen;

#ifdef FENCED
       sfence;
#endif
       closed[1 - mine] = 0
    od
}
