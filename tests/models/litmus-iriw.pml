// Independent readers see the writes in one order: buffers commit to one memory.
// check: --memory tso
// verdict: holds
// check: --memory pso
// verdict: holds
byte x, y;
ghost byte a, b, c, d, done;
active proctype W() { x = 1 }
active proctype V() { y = 1 }
active proctype P() { a = x; b = y; done++ }
active proctype Q() { c = y; d = x; done++ }
active proctype Check() { done == 2; assert(!(a == 1 && b == 0 && c == 1 && d == 0)) }
