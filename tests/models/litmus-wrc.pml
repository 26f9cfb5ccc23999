// Write to read causality holds under both.
// check: --memory tso
// verdict: holds
// check: --memory pso
// verdict: holds
byte x, y;
active proctype P() { x = 1 }
active proctype Q() { x == 1; mfence; y = 1 }
active proctype R() { y == 1; assert(x == 1) }
