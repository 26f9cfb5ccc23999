// A forced commit inside an atomic block would be none of TSO's.
// check: --memory tso-fc
// verdict: error
// check: --memory tso-us
// verdict: error
int x;
active proctype P() { atomic { x = 1; x = 2 } }
active proctype Q() { assert(x != 3) }
