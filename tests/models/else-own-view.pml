// else looks at the own view: the own buffered store counts.
// check: --memory tso
// verdict: holds
byte x;
active proctype P() { x = 1; if :: x == 0 -> assert(false) :: else fi }
active proctype Q() { byte r; r = x }
