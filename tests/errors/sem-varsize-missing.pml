// error: this header needs VARSIZE
// line: 5
#define PROCSIZE 1
#define BUFFSIZE 1
#include "pso.h"
active proctype P() { WRITE(0, 1) }
