// check: --memory sc
// verdict: violated
// property: runtime
// check: --memory tso
// verdict: violated
// property: runtime
byte x = 1;
active proctype P() { x = 0 }
active proctype Q() { byte r; r = 4 / x }
