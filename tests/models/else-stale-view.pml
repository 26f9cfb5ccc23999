// check: --memory sc
// verdict: holds
// check: --memory tso
// verdict: violated
byte x;
ghost byte set;
active proctype P() { x = 1; set = 1 }
active proctype Q() { set == 1; if :: x == 1 -> skip :: else -> assert(false) fi }
