// As in SPIN: P goes on only while nobody else can.
// check: --memory sc
// verdict: violated
// property: assertion
// check: --memory sc --never 'x == 1 && y == 0'
// verdict: violated
byte x, y;
active proctype P() provided (timeout) { x = 1; x = 2; assert(x == 2) }
active proctype Q() { y = 1; x == 2; assert(false) }
