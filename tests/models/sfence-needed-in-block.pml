// Without the barrier the block's stores reach memory in any order.
// check: --memory tso
// verdict: holds
// check: --memory pso
// verdict: violated
byte x, y;
active proctype P() { atomic { x = 1; y = 1 } }
active proctype Q() { byte r; d_step { r = y; assert(r == 0 || x != 0) } }
