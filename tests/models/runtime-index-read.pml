// check: --memory tso
// verdict: violated
// property: runtime
byte a[2];
active proctype P() { byte i = 2; a[1] = 1; if :: a[i] == 0 -> skip :: else fi }
active proctype Q() { a[0] = 2 }
