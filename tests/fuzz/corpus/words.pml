#ifndef __TARRY__
#define ghost
#endif
int x, y; ghost byte n;
active proctype P() { int r; store(x, 1); mfence; load(y, 0); sync; xchg(x, 2, r); fetch_add(y, 1, r); cas(x, 2, 3, r); n++ }
active proctype Q() { int r; y = 1; r = x; atomic { x == 0 -> x = 1 } }
