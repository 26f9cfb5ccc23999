// Outside a block a fence waits; the commits before it are steps that others can come between.
// check: --memory tso
// verdict: violated
// property: assertion
byte x, y;
active proctype P() { x = 1; y = 2; mfence }
active proctype Q() { byte r; atomic { r = x; assert(r == 0 || y == 2) } }
