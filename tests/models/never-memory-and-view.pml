// In a condition a global means memory; view(P, x) what P would read.
// check: --memory tso --never view(P,x)==1&&x==0
// verdict: violated
// property: never
// check: --memory sc --never view(P,x)!=x
// verdict: holds
// check: --memory tso --always view(Q,x)==x
// verdict: holds
// check: --memory tso --always view(P,x)==x
// verdict: violated
// property: always
byte x;
active proctype P() { x = 1 }
active proctype Q() { byte r; r = x }
