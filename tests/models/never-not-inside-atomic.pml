// Conditions are looked at outside atomic blocks only.
// check: --memory sc --never x==1
// verdict: holds
// check: --memory sc --never x==2
// verdict: violated
// property: never
// check: --memory tso --never x==1
// verdict: violated
byte x;
active proctype P() { atomic { x = 1; x = 2 } }
active proctype Q() { x == 2 }
