// An atomic block is no fence: test and set of a buffered lock breaks, with a warning that says so.
// check: --memory sc
// verdict: holds
// check: --memory tso
// verdict: violated
// property: assertion
// warning: lock
byte lock;
ghost byte ncrit;
active [2] proctype P() {
  atomic { lock == 0 -> lock = 1 };
  ncrit++; assert(ncrit == 1); ncrit--;
  lock = 0
}
