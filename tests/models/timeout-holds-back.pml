// check: --memory tso
// verdict: holds
byte x;
ghost byte t;
active proctype P() { x = 1; x = 2; x = 3; t == 1 }
active proctype Q() { timeout; assert(x == 3); t = 1 }
