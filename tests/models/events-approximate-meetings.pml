// check: --memory tso --engine events
// verdict: holds
// check: --memory pso --engine events
// verdict: holds
// Every message makes the buffers of both longer by one round, and their stores to z meet in memory in any order.
bit x, y;
byte z;
chan c = [0] of { bit };

active proctype P() { end: do :: c?1 -> x = 1; x = 0; z = 1 od }

active proctype Q() { end: do :: y = 1; y = 0; z = 2; c!1 od }

active proctype R() { end: do :: (x == 1 && y == 1) -> assert(z != 3) od }
