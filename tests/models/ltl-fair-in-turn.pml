// P and Q move in turn for ever; both can always move, and whoever moves out of turn is lost. In a search depth first P moves only on the way out.
// check: --memory sc --ltl "<> (lost == 1)" --fairness process
// verdict: violated
bit x, y, lost;
active proctype P() { do :: d_step { x == y; x = 1 - x } :: d_step { x != y; lost = 1 } od }
active proctype Q() { do :: d_step { x != y; y = 1 - y } :: d_step { x == y; lost = 1 } od }
