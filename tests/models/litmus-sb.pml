// Store buffering: both loads overtake the stores before them.
// check: --memory sc
// verdict: holds
// check: --memory tso
// verdict: violated
// property: assertion
// check: --memory pso
// verdict: violated
// check: --memory tso --buffer 1
// verdict: violated
byte x, y;
ghost byte r0, r1, done;
active proctype P() { x = 1; r0 = y; done++ }
active proctype Q() { y = 1; r1 = x; done++ }
active proctype Check() { done == 2; assert(r0 == 1 || r1 == 1) }
