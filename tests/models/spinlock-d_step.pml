// check: --memory tso
// verdict: violated
// warning: lock
// check: --memory tso -D FENCED
// verdict: holds
#ifdef FENCED
#define fence mfence
#else
#define fence skip
#endif
byte lock;
ghost byte ncrit;
active [2] proctype P() {
  d_step { lock == 0 -> lock = 1; fence };
  ncrit++; assert(ncrit == 1); ncrit--;
  lock = 0
}
