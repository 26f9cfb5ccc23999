// A barrier with a sense that changes sides: the last one who comes resets the count and turns the shared sense; the others wait for that. Thread libraries and
// OpenMP run times have it.
// The count grows by fetch_add, which also drains what was stored in the phase before. Under TSO the reset reaches memory before the sense, and it is right.
// Under PSO the sense may come first: who goes on counts on the old number, and the late reset takes that away again. A store-store fence between the two
// (-D FENCED).
// Checked: nobody is a phase ahead of one who has not come to the barrier, and there is no deadlock.
// Three processes, for ever; phases are counted modulo 4, which tells one ahead from one behind.
// expect: tarry check barrier.pml --memory sc => holds
// expect: tarry check barrier.pml --memory tso => holds
// expect: tarry check barrier.pml --memory pso => violated
// expect: tarry check barrier.pml --memory pso -D FENCED => holds
// expect: tarry fence barrier.pml --memory pso => 1 sfence
#include "tarry.h"

#define N 3
#define NEIGHBOUR ((_pid + 1) % N)

byte count;
bit sense;
ghost byte phase[N];    // which phase each one is in, modulo 4

active [N] proctype worker()
{
    byte before;
    bit mine;

    do
    :: phase[_pid] = (phase[_pid] + 1) % 4;
       mine = 1 - mine;
       fetch_add(count, 1, before);
       if
       :: before == N - 1 ->
          count = 0;
#ifdef FENCED
          sfence;
#endif
          sense = mine
       :: else -> sense == mine
       fi;
       assert(phase[NEIGHBOUR] == phase[_pid] || phase[NEIGHBOUR] == (phase[_pid] + 1) % 4)
    od
}
