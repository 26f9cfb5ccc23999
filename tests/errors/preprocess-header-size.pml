// error: expected an expression, found ')'
// line: 4
#define VARSIZE
#include "tso.h"
active proctype P() { skip }
