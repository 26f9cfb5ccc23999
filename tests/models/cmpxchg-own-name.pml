// A user's own cmpxchg is his.
// check: --memory tso
// verdict: violated
byte cmpxchg;
active proctype P() { cmpxchg = 2; assert(cmpxchg != 2) }
