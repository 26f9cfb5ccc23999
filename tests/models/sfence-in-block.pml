// In a block the stores on both sides stay pending and stay in order; the barrier asks nothing of the buffer, so an else beside it is no question and
// is never taken.
// check: --memory tso
// verdict: holds
// check: --memory pso
// verdict: holds
// check: --memory pso --buffer 1
// verdict: holds
byte x, y, z;
active proctype P() {
    atomic { x = 1; sfence; y = 1 };
    d_step { sfence; z = 1 };
    if :: sfence :: else -> assert(false) fi;
    { assert(false) } unless { sfence; x = 2 }
}
active proctype Q() { byte r;
    d_step { r = y; assert(r == 0 || x != 0) };
    d_step { r = z; assert(r == 0 || y == 1) };
    d_step { r = x; assert(r != 2 || z == 1) }
}
