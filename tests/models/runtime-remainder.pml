// check: --memory sc
// verdict: violated
// property: runtime
byte x;
active proctype P() { byte r; r = 4 % x }
