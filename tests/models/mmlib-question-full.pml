// A WRITE waits for room, so an else beside it asks whether the buffer is full: SPIN with the library says the same.
// check: --memory tso --buffer 1
// verdict: violated
// property: assertion
// check: --memory tso --buffer 2
// verdict: holds
// check: --memory tso --buffer unbounded
// verdict: holds
#define PROCSIZE 2
#define VARSIZE 2
#define BUFFSIZE 1
#include "tso.h"
active proctype P() { WRITE(0, 1); if :: WRITE(0, 2) :: else -> assert(false) fi }
active proctype Q() { int r; r = READ(0); WRITE(1, r) }
