// check: --memory tso --engine events
// verdict: holds
// exact: false
// check: --memory pso --engine events
// verdict: holds
// exact: false
// Every message ties one more store of P to one of Q: while memory is as at the start, no finite union of products has exactly the reachable states, so
// sets are widened.
bit x, y;
chan c = [0] of { bit };

active proctype P() { end: do :: c?1 -> x = 1 od }

active proctype Q() { end: do :: y = 1; c!1 od }

active proctype R() { end: do :: (x > 1 || y > 1) -> assert(false) od }
