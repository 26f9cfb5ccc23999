// The escape's guard is evaluated on the own view.
// check: --memory sc
// verdict: holds
// check: --memory tso
// verdict: holds
byte x, y;
active proctype P() { { y = 1; y = 2; x == 9 } unless { x == 1 -> y = 3 }; assert(y == 3) }
active proctype Q() { x = 1; byte r; r = y }
