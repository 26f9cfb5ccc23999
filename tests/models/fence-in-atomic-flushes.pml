// Inside a block a fence writes the buffer out in that same step, so the block does not block.
// check: --memory tso
// verdict: holds
// check: --memory pso
// verdict: holds
byte x, y;
active proctype P() { atomic { x = 1; y = 2; mfence; assert(x == 1) } }
active proctype Q() { byte r; atomic { r = y; assert(r == 0 || x == 1) } }
