// check: --engine explicit
// verdict: violated
// property: ltl
#define PROCSIZE 2
#define VARSIZE 2
#define BUFFSIZE 2
#include "tso.h"
#define xx 0
active [2] proctype P() { WRITE(xx, 1); here: skip }
ltl a { [] (P[1]@here -> GSVAR(xx) == 1) }
