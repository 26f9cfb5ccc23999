// check: --memory sc
// verdict: violated
// property: runtime
// check: --memory tso
// verdict: violated
// property: runtime
byte a[3];
byte i;
active proctype P() { do :: i < 3 -> i++ :: break od; a[i] = 1 }
active proctype Q() { byte r; r = a[i] }
