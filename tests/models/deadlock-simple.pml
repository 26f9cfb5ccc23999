// check: --memory sc
// verdict: violated
// property: deadlock
// check: --memory tso
// verdict: violated
// property: deadlock
// check: --memory tso --no-deadlock
// verdict: holds
byte x;
active proctype P() { x = 1; x == 2 }
active proctype Q() { x == 1 }
