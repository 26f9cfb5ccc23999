// INIT writes past the own buffer: the pending store overwrites it later. That INIT changes nothing there does not make it a step that can be put off.
// check: --memory tso --buffer unbounded
// verdict: violated
// property: assertion
// check: --memory pso --buffer unbounded
// verdict: violated
#define PROCSIZE 2
#define VARSIZE 2
#define BUFFSIZE 2
#include "tso.h"
active proctype P() { WRITE(0, 1); INIT(0, 0); (GSVAR(0) == 1); assert(false) }
active proctype Q() { int r; r = READ(0); WRITE(1, r) }
