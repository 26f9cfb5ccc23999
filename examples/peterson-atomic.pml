// Peterson's algorithm with one of its stores made an exchange, as compilers translate a sequentially consistent store on x86. The exchange drains the buffer,
// so that it is a fence too.
// It must be the last store before the other's flag is read: `turn`. Then the lock is right under TSO and PSO, since both stores are in memory when
// want[other] is read. With the exchange on want[me] instead (-D FIRST) the store to turn may still wait: one process enters past it, and when it reaches memory
// it lets the other one in as well.
// Checked: never both at the label CS.
// `tarry fence peterson.pml --with atomic` finds the same place.
// expect: tarry check peterson-atomic.pml --mutex CS --memory sc => holds
// expect: tarry check peterson-atomic.pml --mutex CS --memory tso => holds
// expect: tarry check peterson-atomic.pml --mutex CS --memory pso => holds
// expect: tarry check peterson-atomic.pml --mutex CS --memory sc -D FIRST => holds
// expect: tarry check peterson-atomic.pml --mutex CS --memory tso -D FIRST => violated
// expect: tarry check peterson-atomic.pml --mutex CS --memory pso -D FIRST => violated
#include "tarry.h"

bool want[2];
byte turn;

active [2] proctype P()
{
    byte me = _pid;
    byte other = 1 - _pid;

    do
    ::
#ifdef FIRST
       xchg(want[me], true, _);
       turn = other;
#else
       want[me] = true;
       xchg(turn, other, _);
#endif
       (!want[other] || turn == me);
CS:    skip;
       want[me] = false
    od
}
