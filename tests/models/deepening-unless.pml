// The escape is possible without a bound, so the body does not go on.
// check: --memory tso
// verdict: holds
// scope: all buffer sizes
byte x;
active proctype P() { x = 1; { assert(false) } unless { x = 2 } }
active proctype Q() { byte r; r = x }
