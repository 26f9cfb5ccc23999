// error: write `r = READ(s)`
// line: 7
#define PROCSIZE 1
#define VARSIZE 2
#define BUFFSIZE 1
#include "tso.h"
active proctype P() { byte r; READ(0, r) }
