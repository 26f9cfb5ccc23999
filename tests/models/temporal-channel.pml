// The messages are a part of what all see, so a formula may look at them for all buffer sizes. R receives into x and y, which go through its buffer: both stores of one
// message are made in one step, and under PSO they may be committed in either order.
// check: --engine auto --memory tso --no-deadlock -D HOLDS
// verdict: holds
// property: ltl
// scope: all buffer sizes
// check: --engine auto --memory pso --no-deadlock -D HOLDS
// verdict: holds
// property: ltl
// scope: all buffer sizes
// check: --engine events --memory tso --no-deadlock -D ORDER
// verdict: holds
// property: ltl
// check: --engine events --memory pso --no-deadlock -D ORDER
// verdict: violated
// property: ltl
// check: --engine events --memory pso --no-deadlock -D FULL
// verdict: violated
// property: ltl
chan c = [2] of { bit, bit };
bit x, y;

active proctype S() { do :: c!1,1; c!0,0; (x + y < 3) od }
active proctype R() { do :: c?x,y; mfence od }

#ifdef HOLDS
ltl arrives { [] <> (x == 1 && y == 1) && [] <> (len(c) > 0) && [] (c?[1,1] -> <> (y == 1)) }
#endif
#ifdef ORDER
ltl x_first { y == 0 U x == 1 }
#endif
#ifdef FULL
ltl waits { <> full(c) }
#endif
