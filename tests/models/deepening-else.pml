// A store is possible without a bound, so else is not.
// check: --memory tso
// verdict: holds
// scope: all buffer sizes
// check: --memory pso
// verdict: holds
byte x;
active proctype P() { x = 1; if :: x = 2 :: else -> assert(false) fi }
active proctype Q() { byte r; r = x }
