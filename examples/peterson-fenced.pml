// Peterson's algorithm with a fence: both stores reach memory before the other's flag is read. That is enough under TSO. Under PSO the two stores may
// also change places, so that another fence is needed between them (-D PSO). `tarry fence` finds that a store-store fence is enough there.
// expect: tarry check peterson-fenced.pml --memory sc => holds
// expect: tarry check peterson-fenced.pml --memory tso => holds
// expect: tarry check peterson-fenced.pml --memory pso => violated
// expect: tarry check peterson-fenced.pml --memory pso -D PSO => holds
// expect: tarry fence peterson-fenced.pml --memory tso => no fence
// expect: tarry fence peterson-fenced.pml --memory pso => 1 sfence
#include "tarry.h"

bool want[2];
byte turn;
ghost byte ncrit;

active [2] proctype P()
{
    byte me = _pid;
    byte other = 1 - _pid;

    do
    :: want[me] = true;
#ifdef PSO
       mfence;
#endif
       turn = other;
       mfence;
       if :: !want[other] :: turn == me fi;
       ncrit++;
CS:    assert(ncrit == 1);
       ncrit--;
       want[me] = false
    od
}
