// As deepening-else, with a store in a loop: the next one is possible without a bound, so else is not.
// check: --memory tso
// verdict: holds
// scope: all buffer sizes
// check: --memory pso
// verdict: holds
byte x;
active proctype P() { byte i; do :: i < 1 -> x = 1; i++ :: else -> break od; if :: x = 2 :: else -> assert(false) fi }
active proctype Q() { byte r; r = x }
