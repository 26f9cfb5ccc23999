// check: --memory tso
// verdict: holds
// check: --memory pso
// verdict: holds
byte x, y;
ghost byte r0, r1, done;
active proctype P() { store(x, 1); sync; r0 = y; done++ }
active proctype Q() { store(y, 1); sync; r1 = x; done++ }
active proctype Check() { done == 2; assert(r0 == 1 || r1 == 1) }
