// x = y = 1 at the start: both at their third place is a deadlock.
// check: --memory sc
// verdict: violated
// property: deadlock
// check: --memory tso
// verdict: violated
// property: deadlock
byte x = 1, y = 1;
active proctype P() { do :: load(y, 1); store(x, 0); load(y, 1); store(x, 1) od }
active proctype Q() { do :: load(x, 0); store(y, 0); load(x, 1); store(y, 1) od }
