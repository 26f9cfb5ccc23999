// INIT writes memory at once; GSVAR is memory, SVAR what a process would read.
// check:
// verdict: violated
// property: assertion
// check: --memory sc
// verdict: holds
#define PROCSIZE 2
#define VARSIZE 2
#define BUFFSIZE 2
#include "tso.h"
byte go;
proctype P() { WRITE(0, READ(0) + 1); go = 1; assert(READ(0) == 6); go == 2 }
proctype Q() { go == 1; assert(READ(0) == 6) ; go = 2 }
init { atomic { INIT(0, 5); assert(GSVAR(0) == 5); run P(); run Q() } }
