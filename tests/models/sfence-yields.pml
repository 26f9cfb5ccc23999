// The word yields to a declaration.
// check: --memory pso
// verdict: violated
byte x, y, sfence;
active proctype P() { x = 1; sfence = 1; y = 1 }
active proctype Q() { y == 1; assert(x == 1) }
