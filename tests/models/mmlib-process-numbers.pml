// The memory process is the first: init is 1 and the others start at 2, as for the header, whatever --memory says.
// check:
// verdict: holds
// check: --memory sc
// verdict: holds
// check: --memory pso
// verdict: holds
#define PROCSIZE 2
#define VARSIZE 1
#define BUFFSIZE 1
#include "tso.h"
byte a, b;
proctype P() { assert(_pid == 2); WRITE(0, 1) }
init { assert(_pid == 1); assert(_nr_pr == 2); a = run P(); assert(a == 2); b = READ(0) }
