// Dekker's mutual exclusion. The property is given on the command line, as two processes must not be at the label CS together.
// Both may pass under TSO: each reads the other's flag while its own store waits. A full fence behind each store of true mends it, under PSO too.
// expect: tarry check dekker.pml --mutex CS --memory sc => holds
// expect: tarry check dekker.pml --mutex CS --memory tso => violated
// expect: tarry check dekker.pml --mutex CS --memory pso => violated
// expect: tarry check dekker.pml --mutex CS --memory tso -D FENCED => holds
// expect: tarry check dekker.pml --mutex CS --memory pso -D FENCED => holds
#include "tarry.h"

#ifdef FENCED
#define BARRIER mfence
#else
#define BARRIER skip
#endif

bool want[2];
byte turn;

active [2] proctype P()
{
    byte me = _pid;
    byte other = 1 - _pid;

again:
    want[me] = true;
    BARRIER;
    do
    :: want[other] ->
       if
       :: turn != me ->
          want[me] = false;
          turn == me;
          want[me] = true;
          BARRIER
       :: else
       fi
    :: else -> break
    od;
CS: skip;
    turn = other;
    want[me] = false;
    goto again
}
