// No commit and no other process inside a block.
// check: --memory tso
// verdict: holds
// check: --memory pso --buffer 3
// verdict: holds
byte x, y;
active proctype P() { d_step { x = 1; y = 1; x = 0 } ; atomic { y = 0; x = 0 } }
active proctype Q() { byte r; atomic { r = x; assert(r == x) } }
