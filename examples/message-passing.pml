// Message passing: data first, then a flag. TSO keeps the order of two stores, PSO keeps it only for stores to one location.
// check: --memory tso
// verdict: holds
// check: --memory pso
// verdict: violated
// check: --memory pso -D FENCED
// verdict: holds
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
