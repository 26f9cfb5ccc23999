/* One word from P to Q: stands for the row "Exercise 2.2" of the paper's Table 1, whose model is not printed. Ours.
 *
 * A handful of states; all processes end. <> (GSVAR(SAID) == 1 && GSVAR(HEARD) == 1). */
#ifndef BUFFSIZE
#define BUFFSIZE 5
#endif
#define PROCSIZE 2
#define VARSIZE  2
#define LABEL
#include "../mm/memory.h"
#include "start.h"

#define SAID  0
#define HEARD 1

PROCESS P() { WRITE(SAID, 1) }
PROCESS Q() { READ(SAID) == 1; WRITE(HEARD, 1) }

#ifndef ACTIVE
init { atomic { run P(); run Q() } }
#endif

#ifdef ACTIVE
ltl { <> (GSVAR(SAID) == 1 && GSVAR(HEARD) == 1) }
#else
never {
accept_init:
    do
    :: (!(GSVAR(SAID) == 1 && GSVAR(HEARD) == 1)) -> goto accept_init
    od
}
#endif
