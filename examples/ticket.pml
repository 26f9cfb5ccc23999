// A ticket lock with fetch_add, the lock-prefixed instruction: it drains the own buffer and works on memory, so the lock is right under TSO without
// a fence. Under PSO it is not: the store that opens the lock may overtake those made inside. A fence before it helps, and a store-store fence is enough.
// expect: tarry check ticket.pml --memory sc => holds
// expect: tarry check ticket.pml --memory tso => holds
// expect: tarry check ticket.pml --memory pso => violated
// expect: tarry check ticket.pml --memory tso -D FENCED => holds
// expect: tarry check ticket.pml --memory pso -D FENCED => holds
// expect: tarry fence ticket.pml --memory pso => 1 sfence
#include "tarry.h"

#define PROCESSES 3

unsigned next_ticket : 2, serving : 2;  // four tickets for three processes
bit data;                               // what the lock protects
ghost bit truth;                        // what data is meant to hold

active [PROCESSES] proctype client()
{
    unsigned mine : 2;
    bit seen;

    do
    :: fetch_add(next_ticket, 1, mine);
       serving == mine;
       seen = data;
       assert(seen == truth);
       truth = 1 - seen;
       data = 1 - seen;
#ifdef FENCED
       mfence;
#endif
       serving = mine + 1
    od
}
