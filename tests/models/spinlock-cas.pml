// check: --memory tso
// verdict: holds
// check: --memory pso
// verdict: holds
byte lock;
ghost byte ncrit;
active [2] proctype P() {
  bit r;
  do :: cas(lock, 0, 1, r); if :: r -> break :: else fi od;
  ncrit++; assert(ncrit == 1); ncrit--;
  lock = 0
}
