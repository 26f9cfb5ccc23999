// A sequence lock, as kernels use for the time of day: the writer makes the number odd, writes two values, makes it even again; a reader takes what it
// read if the number was even and has not changed. Stores and loads stay in order under TSO, so it is right without a fence. Under PSO the values may reach
// memory after the number is even again, or before it is odd: the writer needs a store-store fence at both places. Loads stay in order, so readers need none.
// expect: tarry check seqlock.pml --memory sc => holds
// expect: tarry check seqlock.pml --memory tso => holds
// expect: tarry check seqlock.pml --memory pso => violated
// expect: tarry check seqlock.pml --memory pso -D FENCED => holds
// expect: tarry fence seqlock.pml --memory pso => 2 sfence
#include "tarry.h"

#ifdef FENCED
#define BARRIER mfence
#else
#define BARRIER skip
#endif

byte sequence;
bit first, second;  // the writer keeps them equal

active proctype writer()
{
    do
    :: sequence < 4 ->
       sequence = sequence + 1;
       BARRIER;
       first = 1 - first;
       second = 1 - second;
       BARRIER;
       sequence = sequence + 1
    :: else -> break
    od
}

active [2] proctype reader()
{
    byte before;
    bit a, b;

    do
    :: before = sequence;
       a = first;
       b = second;
       if
       :: before % 2 == 0 && before == sequence -> assert(a == b)
       :: else
       fi
    od
}
