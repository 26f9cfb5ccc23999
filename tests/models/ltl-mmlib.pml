// What P[1] writes it sees before memory has it; process numbers count from 1, the library's own process is 0.
// check: --engine explicit
// verdict: holds
// property: ltl
#define PROCSIZE 2
#define VARSIZE 2
#define BUFFSIZE 2
#include "tso.h"
#define xx 0
#define yy 1
byte g;
active [2] proctype P() { byte r; WRITE(xx, 1); here: r = READ(yy); g = r }
ltl a { [] (SVAR(P[1], xx) == 1 -> <> (GSVAR(xx) == 1)) }
ltl b { <> (SVAR(P[2], xx) == 1) && <> P[2]@here }
ltl c { [] (P[1]@here -> SVAR(P[1], xx) == 1) && [] (P[1]:r == 0) }
ltl d { [] (view(P[2], shared[xx]) == SVAR(P[2], xx)) }
