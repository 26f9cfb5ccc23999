// A process reads its own newest store, whatever the others do.
// check: --memory tso
// verdict: holds
// check: --memory pso
// verdict: holds
byte x, y;
active proctype P() { byte r; x = 1; x = 2; r = x; assert(r == 2 || r == 3); y = 1 }
active proctype Q() { y == 1; x = 3 }
