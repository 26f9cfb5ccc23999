// Two processes write to two locations in opposite orders (2+2W in the language of litmus tests). In the end at least one location has what was
// stored second, unless the stores of a process change places. It tells PSO from TSO with stores alone.
// A store-store fence in each process rules it out (-D FENCED).
// Checked: in the end not both have the value of a first store.
// expect: tarry check two-plus-two-writes.pml --memory sc => holds
// expect: tarry check two-plus-two-writes.pml --memory tso => holds
// expect: tarry check two-plus-two-writes.pml --memory pso => violated
// expect: tarry check two-plus-two-writes.pml --memory pso -D FENCED => holds
// expect: tarry fence two-plus-two-writes.pml --memory pso => 2 sfence
#include "tarry.h"

#ifdef FENCED
#define STORE_STORE sfence
#else
#define STORE_STORE skip
#endif

byte x, y;
ghost byte done;

active proctype x_then_y()
{
    x = 1;
    STORE_STORE;
    y = 2;
    mfence;
    done++
}

active proctype y_then_x()
{
    y = 1;
    STORE_STORE;
    x = 2;
    mfence;
    done++
}

active proctype observer()
{
    done == 2;
    assert(x == 2 || y == 2)
}
