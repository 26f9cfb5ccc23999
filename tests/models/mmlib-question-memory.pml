// GSVAR looks past the own buffer: the process sees that its store is pending, and later that it is not.
// check: --memory tso
// verdict: violated
// property: assertion
// check: --memory tso --buffer unbounded
// verdict: violated
// check: --memory pso --buffer unbounded
// verdict: violated
#define PROCSIZE 2
#define VARSIZE 2
#define BUFFSIZE 2
#include "tso.h"
active proctype P() { WRITE(0, 1); (GSVAR(0) == 0); (GSVAR(0) == 1); assert(false) }
active proctype Q() { int r; r = READ(0); WRITE(1, r) }
