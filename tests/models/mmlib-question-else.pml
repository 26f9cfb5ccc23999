// In mmlib's style a buffer is a variable, and a statement may ask whether it is empty; the location is of one process alone. FENCE() writes the buffer out,
// so nothing is asked beside it.
// check: --memory tso --no-deadlock
// verdict: violated
// property: assertion
// check: --memory tso --buffer unbounded --no-deadlock
// verdict: violated
// check: --memory pso --buffer unbounded --no-deadlock
// verdict: violated
// check: --memory sc --no-deadlock
// verdict: holds
#define PROCSIZE 2
#define VARSIZE 2
#define BUFFSIZE 2
#include "tso.h"
active proctype P() { byte r;
    WRITE(0, 1);
    if :: mfence; r = 1 :: else -> r = 2 fi;
    mfence;
    assert(r == 1);
    WRITE(0, 2);
    if :: FENCE() :: else -> assert(false) fi
}
active proctype Q() { int r; r = READ(1); WRITE(1, r) }
