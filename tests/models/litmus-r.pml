// R: a store and an overtaking load.
// check: --memory sc
// verdict: holds
// check: --memory tso
// verdict: violated
// check: --memory pso
// verdict: violated
byte x, y;
ghost byte r, done;
active proctype P() { x = 1; y = 1; mfence; done++ }
active proctype Q() { y = 2; r = x; mfence; done++ }
active proctype Check() { done == 2; assert(!(y == 2 && r == 0)) }
