// Loads are never delayed.
// check: --memory tso
// verdict: holds
// check: --memory pso
// verdict: holds
byte x, y;
ghost byte r0, r1, done;
active proctype P() { r0 = x; y = 1; done++ }
active proctype Q() { r1 = y; x = 1; done++ }
active proctype Check() { done == 2; assert(!(r0 == 1 && r1 == 1)) }
