// A counter that is only counted and asserted on, not declared ghost.
// check: --memory tso
// verdict: holds
// warning: ghost
// check: --memory pso
// verdict: violated
// check: --memory pso --ghost n
// verdict: holds
byte lock, n;
active [2] proctype P() { byte r; do :: xchg(lock, 1, r); if :: r == 0 -> break :: else fi od; n++; assert(n == 1); n--; lock = 0 }
