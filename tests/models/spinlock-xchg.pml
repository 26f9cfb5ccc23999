// check: --memory tso
// verdict: holds
// check: --memory pso
// verdict: holds
byte lock;
ghost byte ncrit;
active [2] proctype P() {
  bit r;
  do :: xchg(lock, 1, r); if :: r == 0 -> break :: else fi od;
  ncrit++; assert(ncrit == 1); ncrit--;
  lock = 0
}
