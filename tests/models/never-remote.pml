// check: --memory sc --never P:l==3
// verdict: violated
// check: --memory sc --never P:l==4
// verdict: holds
byte x;
active proctype P() { byte l; l = 3; x = 1 }
active proctype Q() { x == 1 }
