// Read, test, write, fence in one block is a compare and swap.
// check: --memory tso
// verdict: holds
// check: --memory pso
// verdict: holds
byte lock;
ghost byte ncrit;
active [2] proctype P() {
  atomic { lock == 0 -> lock = 1; mfence };
  ncrit++; assert(ncrit == 1); ncrit--;
  lock = 0
}
