// check: --memory sc
// verdict: holds
byte x;
active proctype P() { d_step { if :: true -> x = 1 :: true -> x = 2 fi }; assert(x == 1) }
