// check: --memory tso
// verdict: holds
byte x = 3;
active proctype P() { byte r; xchg(x, 4, r); assert(r == 3 || r == 5) }
active proctype Q() { byte r; xchg(x, 5, r); assert(r == 3 || r == 4) }
