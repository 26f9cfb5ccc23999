// Two processes that pass a baton, in the style of Linden and Wolper: a load names the value it waits for, and sync waits until no store of any process
// is pending. Without the sync both may hold the baton at once under TSO, since each still sees its old value of the other's flag.
// expect: tarry check linden-wolper.pml --mutex HOLD --memory sc => holds
// expect: tarry check linden-wolper.pml --mutex HOLD --memory tso => violated
// expect: tarry check linden-wolper.pml --mutex HOLD --memory pso => violated
// expect: tarry check linden-wolper.pml --mutex HOLD --memory tso -D SYNC => holds
// expect: tarry check linden-wolper.pml --mutex HOLD --memory pso -D SYNC => holds
// expect: tarry fence linden-wolper.pml --mutex HOLD --memory tso => 2 mfence
#include "tarry.h"

#ifdef SYNC
#define BARRIER sync
#else
#define BARRIER skip
#endif

bit x, y;

active proctype p0()
{
end:
    do
    :: store(x, 1);
       BARRIER;
       if
       :: load(y, 0);
HOLD:     skip
       :: load(y, 1)
       fi;
       store(x, 0)
    od
}

active proctype p1()
{
end:
    do
    :: store(y, 1);
       BARRIER;
       if
       :: load(x, 0);
HOLD:     skip
       :: load(x, 1)
       fi;
       store(y, 0)
    od
}
