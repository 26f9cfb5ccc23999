// As deepening-d_step, with stores in a loop.
// check: --memory tso
// verdict: holds
// scope: all buffer sizes
// check: --memory pso
// verdict: holds
// check: --memory tso --buffer 2
// verdict: violated
// property: runtime
byte x;
active proctype P() { byte i; d_step { do :: i < 3 -> i++; x = i :: else -> break od } }
active proctype Q() { byte r; r = x; assert(r <= 3) }
