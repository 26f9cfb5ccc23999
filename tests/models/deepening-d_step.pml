// Without a bound a d_step is not blocked by the small buffers with which the search starts.
// check: --memory tso
// verdict: holds
// scope: all buffer sizes
// check: --memory pso
// verdict: holds
// check: --memory tso --buffer 2
// verdict: violated
// property: runtime
byte x, y;
active proctype P() { d_step { x = 1; y = 2; x = 3 } }
active proctype Q() { byte r; r = x + y; assert(r <= 5) }
