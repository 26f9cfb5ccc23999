// Not a deadlock while stores are pending: their commit lets the other go on.
// check: --memory tso
// verdict: holds
// check: --memory pso
// verdict: holds
byte x, y;
active proctype P() { x = 1; y == 1 }
active proctype Q() { x == 1; y = 1 }
