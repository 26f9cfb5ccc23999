// As deepening-unless, with a store in a loop: the escape is possible without a bound, so the body does not go on.
// check: --memory tso
// verdict: holds
// scope: all buffer sizes
byte x;
active proctype P() { byte i; do :: i < 1 -> x = 1; i++ :: else -> break od; { assert(false) } unless { x = 2 } }
active proctype Q() { byte r; r = x }
