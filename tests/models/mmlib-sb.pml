// check: --memory sc
// verdict: holds
// check: --memory tso
// verdict: violated
// check: --memory pso
// verdict: violated
// check:
// verdict: violated
// property: assertion
#define PROCSIZE 2
#define VARSIZE 2
#define BUFFSIZE 2
#define x 0
#define y 1
#include "../../../library/tso.h"
byte r0, r1, done;
proctype A() { WRITE(x, 1); r0 = READ(y); done++ }
proctype B() { WRITE(y, 1); r1 = READ(x); done++ }
init { atomic { run A(); run B() }; done == 2; assert(r0 == 1 || r1 == 1) }
