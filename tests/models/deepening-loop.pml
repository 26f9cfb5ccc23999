// A counter ends the loop, which the control graph does not tell: the search deepens until four stores wait.
// check: --memory tso
// verdict: violated
// property: assertion
// check: --memory pso
// verdict: violated
// check: --memory tso --buffer 3
// verdict: holds
// check: --memory tso --buffer 4
// verdict: violated
byte x, y;
ghost bit done;
active proctype P() { byte i; do :: i < 4 -> i++; x = i :: else -> break od; done = 1; y = 0 }
active proctype Q() { byte r; r = y; if :: done == 1 && x == 0 -> assert(false) :: else fi }
