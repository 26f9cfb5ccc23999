// A shared index outside 0..VARSIZE-1 is an error.
// check:
// verdict: violated
// property: runtime
#define PROCSIZE 1
#define VARSIZE 2
#define BUFFSIZE 1
#include "tso.h"
proctype P() { byte i; i = 2; WRITE(i, 1) }
init { run P() }
