// check: --memory sc
// verdict: holds
// check:
// verdict: violated
// check: -D FENCED
// verdict: holds
#define PROCSIZE 2
#define VARSIZE 3
#define BUFFSIZE 3
#define want0 0
#define want1 1
#define turn 2
#include "tso.h"
#ifdef FENCED
#define fence FENCE()
#else
#define fence skip
#endif
byte ncrit;
proctype t0() { do :: WRITE(want0, 1); WRITE(turn, 1); fence; READ(want1) == 0 || READ(turn) == 0; ncrit++; assert(ncrit == 1); ncrit--; WRITE(want0, 0) od }
proctype t1() { do :: WRITE(want1, 1); WRITE(turn, 0); fence; READ(want0) == 0 || READ(turn) == 1; ncrit++; assert(ncrit == 1); ncrit--; WRITE(want1, 0) od }
init { atomic { INIT(turn, 0); run t0(); run t1() } }
