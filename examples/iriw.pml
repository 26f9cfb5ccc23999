// Independent reads of independent writes: two processes write to two locations, two others read both in opposite orders. May they disagree about which write
// came first? Not under TSO or PSO: a store leaves its buffer for all others at once, so that there is one order of all stores in memory, and loads
// are not delayed. POWER and ARMv7 allow it even where the loads of a reader stay in order: what holds here is not yet right there.
// Checked: the two readers do not disagree.
// expect: tarry check iriw.pml --memory sc => holds
// expect: tarry check iriw.pml --memory tso => holds
// expect: tarry check iriw.pml --memory pso => holds
#include "tarry.h"

bit x, y;
ghost bit x_first, y_first;     // what the readers found

active proctype writes_x()
{
    x = 1
}

active proctype writes_y()
{
    y = 1
}

active proctype reads_x_then_y()
{
    bit a, b;

    a = x;
    b = y;
    x_first = a && !b;
    assert(!(x_first && y_first))
}

active proctype reads_y_then_x()
{
    bit a, b;

    a = y;
    b = x;
    y_first = a && !b;
    assert(!(x_first && y_first))
}
