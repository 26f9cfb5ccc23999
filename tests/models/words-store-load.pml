// load blocks unless the view is the value.
// check: --memory tso
// verdict: holds
// check: --memory sc
// verdict: holds
byte x, y;
active proctype P() { store(x, 1); load(x, 1); store(y, 2) }
active proctype Q() { load(y, 2); assert(x == 1) }
