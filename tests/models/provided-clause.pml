// check: --memory sc
// verdict: holds
byte x;
ghost bit on;
active proctype P() provided (on) { assert(x == 1) }
active proctype Q() { x = 1; mfence; on = 1 }
