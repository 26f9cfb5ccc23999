// A sequence lock: the writer makes the number odd, writes two values, makes it even again; a reader takes what it read if the number was even and has not
// changed. Stores and loads stay in order under TSO, so it is right without a fence. Under PSO the values may reach memory after the number is even again.
// check: --memory tso
// verdict: holds
// check: --memory pso
// verdict: violated
// check: --memory pso -D FENCED
// verdict: holds
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
