// The word is there beside a store-buffer header, too.
// check: --memory pso
// verdict: holds
#define PROCSIZE 3
#define VARSIZE 2
#define BUFFSIZE 2
#include "pso.h"
active proctype P() { WRITE(0, 1); sfence; WRITE(1, 1) }
active proctype Q() { READ(1) == 1; assert(READ(0) == 1) }
