/* Peterson's algorithm for two. The model is ours, after Table 2 of the paper on mmlib.
 *
 * The fence that is right under TSO (FENCES=1) is not enough under PSO, as the paper found; FENCES=2 is its Peterson*. */
#ifndef BUFFSIZE
#define BUFFSIZE 5
#endif
#define PROCSIZE 2
#define VARSIZE  3
#define LABEL
#include "../mm/memory.h"
#include "start.h"

#define WANT(i) (i)
#define TURN    2

#define WAITING_P SVAR(P, WANT(0)) == 1
#define WAITING_Q SVAR(Q, WANT(1)) == 1

inline enter_and_leave(me, other)
{
    TRYING WRITE(WANT(me), 1);
    STORE_STORE
    WRITE(TURN, other);
    STORE_LOAD
    READ(WANT(other)) == 0 || READ(TURN) == me;
    CRITICAL;
    WRITE(WANT(me), 0)
}

PROCESS P() { do :: enter_and_leave(0, 1) od }
PROCESS Q() { do :: enter_and_leave(1, 0) od }

#ifndef ACTIVE
init { atomic { run P(); run Q() } }
#endif

#include "claims.h"
