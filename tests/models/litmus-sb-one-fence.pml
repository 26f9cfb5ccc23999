// One fence is not enough.
// check: --memory tso
// verdict: violated
// check: --memory pso
// verdict: violated
byte x, y;
ghost byte r0, r1, done;
active proctype P() { x = 1; mfence; r0 = y; done++ }
active proctype Q() { y = 1; r1 = x; done++ }
active proctype Check() { done == 2; assert(r0 == 1 || r1 == 1) }
