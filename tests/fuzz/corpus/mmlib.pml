#define PROCSIZE 3
#define VARSIZE 4
#define BUFFSIZE 2
#define want0 0
#define want1 1
#include "../library/tso.h"
byte ncrit;
#define lock(me, other) WRITE(me, 1); FENCE(); READ(other) == 0
proctype A() { lock(want0, want1); ncrit++; assert(ncrit == 1); ncrit--; WRITE(want0, READ(want1) + 0) }
proctype B() { lock(want1, want0); ncrit++; CS: ncrit--; WRITE(want1, 0) }
init { atomic { INIT(want0, 0); run A(); run B() } }
never { T0: if :: SVAR(A, want0) == 1 && B@CS -> skip :: GSVAR(want1) -> goto T0 fi }
