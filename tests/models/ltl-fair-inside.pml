// While somebody is inside an atomic block nothing is committed: a store that waits meanwhile, for ever, makes the run unfair to it.
// check: --memory tso --ltl "<> (x == 1)" --fairness all --buffer 2
// verdict: holds
// check: --memory tso --ltl "<> (x == 1)" --fairness process --buffer 2
// verdict: violated
// check: --memory tso --ltl "<> (z == 1)" --fairness all --buffer 2
// verdict: violated
bit x, z;
ghost bit g;
active proctype P() { x = 1; atomic { do :: g = 1; g = 0 od } }
active proctype Q() { x == 1 -> z = 1 }
