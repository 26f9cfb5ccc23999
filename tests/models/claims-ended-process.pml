// An ended process can go on, to be removed, when it is the youngest.
// check: --memory sc --no-deadlock --fairness none
// verdict: violated
// property: claim
byte x, y;
active proctype P() { x = 7 }
active proctype Q() { y = 1; d: y == 4 }
never { do :: !enabled(0) && x == 7 && Q@d -> break :: else od }
