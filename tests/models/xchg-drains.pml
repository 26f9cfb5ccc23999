// check: --memory tso
// verdict: holds
byte x, y, z;
ghost byte r0, r1, done;
active proctype P() { byte f; x = 1; xchg(z, 1, f); r0 = y; done++ }
active proctype Q() { byte f; y = 1; xchg(z, 2, f); r1 = x; done++ }
active proctype Check() { done == 2; assert(r0 == 1 || r1 == 1) }
