// READ stands in guards and in the value of WRITE; the value is evaluated first.
// check:
// verdict: holds
#define PROCSIZE 2
#define VARSIZE 2
#define BUFFSIZE 2
#include "tso.h"
proctype P() { WRITE(0, 1); WRITE(0, READ(0) + 1); WRITE(1, READ(0)) }
proctype Q() { READ(1) == 2; assert(READ(0) == 2) }
init { atomic { run P(); run Q() } }
