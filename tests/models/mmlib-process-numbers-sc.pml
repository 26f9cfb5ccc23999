// check:
// verdict: holds
// check: --memory tso
// verdict: holds
#define PROCSIZE 2
#define VARSIZE 1
#define BUFFSIZE 1
#include "sc.h"
byte a, b;
proctype P() { assert(_pid == 1); WRITE(0, 1) }
init { assert(_pid == 0); assert(_nr_pr == 1); a = run P(); assert(a == 1); b = READ(0) }
