// error: index 2 is outside of the shared variables, which are 0 to 1 (VARSIZE is 2)
// line: 7
#define PROCSIZE 1
#define VARSIZE 2
#define BUFFSIZE 1
#include "tso.h"
active proctype P() { WRITE(2, 1) }
