// A failed compare and swap drains the buffer too, as a fence does: store buffering is gone.
// check: --memory tso
// verdict: holds
// check: --memory pso
// verdict: holds
byte x, y, z;
ghost byte r0, r1, done;
active proctype P() { bit f; x = 1; cas(z, 9, 1, f); assert(f == 0); r0 = y; done++ }
active proctype Q() { bit f; y = 1; cas(z, 9, 1, f); assert(f == 0); r1 = x; done++ }
active proctype Check() { done == 2; assert(r0 == 1 || r1 == 1) }
