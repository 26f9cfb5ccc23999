// Message passing: data first, then a flag. TSO keeps the order of two stores, PSO keeps it only for stores to one location.
// With a store-store fence between the two it is right under PSO too; a full fence is not needed, as the sender reads nothing.
// expect: tarry check message-passing.pml --memory sc => holds
// expect: tarry check message-passing.pml --memory tso => holds
// expect: tarry check message-passing.pml --memory pso => violated
// expect: tarry check message-passing.pml --memory pso -D FENCED => holds
// expect: tarry fence message-passing.pml --memory pso => 1 sfence
#include "tarry.h"

byte data;
bool ready;

active proctype sender()
{
    data = 42;
#ifdef FENCED
    sfence;
#endif
    ready = true
}

active proctype receiver()
{
    byte r;
    ready;
    r = data;
    assert(r == 42)
}
