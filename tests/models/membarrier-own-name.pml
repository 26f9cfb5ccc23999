// A user's own membarrier is his.
// check: --memory tso
// verdict: violated
byte membarrier;
active proctype P() { membarrier = 2; assert(membarrier != 2) }
