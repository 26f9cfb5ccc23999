// Without a bound nothing interrupts the block: a small buffer of the search must not.
// check: --memory tso
// verdict: holds
// scope: all buffer sizes
// check: --memory tso --buffer 1
// verdict: violated
// property: assertion
// check: --memory tso --buffer 2
// verdict: holds
byte x, y;
ghost bit inside;
active proctype P() { atomic { inside = 1; x = 1; y = 1; inside = 0 } }
active proctype Q() { byte r; r = x + y; assert(inside == 0) }
