// check: --memory sc
// verdict: holds
// check: --memory tso
// verdict: holds
// scope: all buffer sizes
// check: --memory pso
// verdict: holds
byte x, y;
ghost byte r0, r1, done;
active proctype P() { x = 1; mfence; r0 = y; done++ }
active proctype Q() { y = 1; mfence; r1 = x; done++ }
active proctype Check() { done == 2; assert(r0 == 1 || r1 == 1) }
