// r gets 1 or 0, and a failed compare and swap leaves memory alone.
// check: --memory tso
// verdict: holds
byte x = 5, y;
active proctype P() { byte r; cas(x, 5, 6, r); assert(r == 1); cas(x, 5, 7, r); assert(r == 0 && x == 6); y = 1 }
active proctype Q() { y == 1; assert(x == 6) }
