// An element that is not there.
// check: --memory tso
// verdict: violated
// property: runtime
byte x[2];
active proctype P() { byte i = 2, r; cmpxchg(x[i], 0, 1, r) }
