// check: --memory sc
// verdict: holds
// check: --memory tso
// verdict: holds
// check: --memory pso
// verdict: violated
byte x, y;
ghost byte r, done;
active proctype P() { x = 2; y = 1; mfence; done++ }
active proctype Q() { r = y; x = 1; mfence; done++ }
active proctype Check() { done == 2; assert(!(r == 1 && x == 2)) }
