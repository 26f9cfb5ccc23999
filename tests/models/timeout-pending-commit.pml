// A pending commit counts as executable, so timeout comes only when buffers are empty.
// check: --memory tso
// verdict: holds
// check: --memory pso
// verdict: holds
byte x, y;
active proctype P() { x = 1; y == 2 }
active proctype Q() { timeout; assert(x == 1); y = 2 }
