// A block that blocks lets others run and stores be committed.
// check: --memory tso
// verdict: holds
byte x, y;
active proctype P() { atomic { x = 1; y == 1; x = 2 } }
active proctype Q() { x == 1; y = 1 }
