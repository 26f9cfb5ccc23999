// Intra-process forwarding: a process sees its own store early (Linden and Wolper, Table 1).
// check: --memory sc --no-deadlock
// verdict: holds
// check: --memory tso --no-deadlock
// property: assertion
// verdict: violated
byte x, y;
ghost byte a, b;
active proctype P() { store(x, 1); load(x, 1); load(y, 0); a = 1; assert(b == 0) }
active proctype Q() { store(y, 1); load(y, 1); load(x, 0); b = 1; assert(a == 0) }
