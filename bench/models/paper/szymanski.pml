/* Szymanski's algorithm for two: a waiting room with two doors. The model is ours, after Table 2 of the paper on mmlib.
 *
 * FLAG: 0 outside, 1 wants in, 2 in the room and waiting for the other, 3 in the doorway, 4 past the inner door. */
#ifndef BUFFSIZE
#define BUFFSIZE 5
#endif
#define PROCSIZE 2
#define VARSIZE  2
#define LABEL
#include "../mm/memory.h"
#include "start.h"

#define FLAG(i) (i)

#define WAITING_P SVAR(P, FLAG(0)) == 1
#define WAITING_Q SVAR(Q, FLAG(1)) == 1

inline enter_and_leave(me, other)
{
    TRYING WRITE(FLAG(me), 1);
    STORE_LOAD
    READ(FLAG(other)) < 3;
    WRITE(FLAG(me), 3);
    STORE_LOAD
    if
    :: READ(FLAG(other)) == 1 ->
       WRITE(FLAG(me), 2);
       STORE_LOAD
       READ(FLAG(other)) == 4
    :: READ(FLAG(other)) != 1
    fi;
    WRITE(FLAG(me), 4);
    STORE_LOAD
    if
    :: me == 1 -> READ(FLAG(other)) < 2
    :: me == 0
    fi;
    CRITICAL;
    if
    :: me == 0 -> READ(FLAG(other)) < 2 || READ(FLAG(other)) == 4
    :: me == 1
    fi;
    WRITE(FLAG(me), 0)
}

PROCESS P() { do :: enter_and_leave(0, 1) od }
PROCESS Q() { do :: enter_and_leave(1, 0) od }

#ifndef ACTIVE
init { atomic { run P(); run Q() } }
#endif

#include "claims.h"
