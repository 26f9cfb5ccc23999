// check:
// verdict: holds
// scope: buffers of at most 2 stores
// check: --memory tso
// verdict: holds
// check: --memory pso
// verdict: holds
#define PROCSIZE 2
#define VARSIZE 2
#define BUFFSIZE 2
#define x 0
#define y 1
#include "library/pso.h"
byte r0, r1, done;
proctype A() { WRITE(x, 1); FENCE(); r0 = READ(y); done++ }
proctype B() { WRITE(y, 1); FENCE(); r1 = READ(x); done++ }
init { atomic { run A(); run B() }; done == 2; assert(r0 == 1 || r1 == 1) }
