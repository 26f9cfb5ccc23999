// Peterson's mutual exclusion for two processes, as the books print it.
// Under SC it holds. Under TSO both processes may enter: each reads the other's flag while its own is still in the store buffer.
// expect: tarry check peterson.pml --memory sc => holds
// expect: tarry check peterson.pml --memory tso => violated
// expect: tarry check peterson.pml --memory pso => violated
// expect: tarry fence peterson.pml --memory pso => 1 mfence, 1 sfence
#ifndef __TARRY__
#define ghost
#endif

bool want[2];
byte turn;
ghost byte ncrit;       // processes in the critical section: part of the property, not of the machine

active [2] proctype P()
{
    byte me = _pid;
    byte other = 1 - _pid;

    do
    :: want[me] = true;
       turn = other;
       if :: !want[other] :: turn == me fi;
       ncrit++;
CS:    assert(ncrit == 1);
       ncrit--;
       want[me] = false
    od
}
