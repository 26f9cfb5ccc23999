// Coherence: one location never goes back, for a reader.
// check: --memory tso
// verdict: holds
// check: --memory pso
// verdict: holds
byte x;
active proctype P() { x = 1; x = 2 }
active proctype Q() { byte a, b; a = x; b = x; assert(b >= a) }
