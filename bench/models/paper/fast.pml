/* Lamport's fast mutual exclusion for two. The model is ours, after Table 2 of the paper on mmlib. */
#ifndef BUFFSIZE
#define BUFFSIZE 5
#endif
#define PROCSIZE 2
#define VARSIZE  4
#define LABEL
#include "../mm/memory.h"
#include "start.h"

#define B(i) (i)
#define X    2
#define Y    3

#define WAITING_P SVAR(P, B(0)) == 1
#define WAITING_Q SVAR(Q, B(1)) == 1

inline enter_and_leave(me, other)
{
    TRYING WRITE(B(me), 1);
    STORE_STORE
    WRITE(X, me + 1);
    STORE_LOAD
    if
    :: READ(Y) != 0 ->
       WRITE(B(me), 0);
       READ(Y) == 0;
       goto start
    :: READ(Y) == 0
    fi;
    WRITE(Y, me + 1);
    STORE_LOAD
    if
    :: READ(X) != me + 1 ->
       WRITE(B(me), 0);
       STORE_LOAD
       READ(B(other)) == 0;
       if
       :: READ(Y) != me + 1 ->
          READ(Y) == 0;
          goto start
       :: READ(Y) == me + 1
       fi
    :: READ(X) == me + 1
    fi;
    CRITICAL;
    WRITE(Y, 0);
    STORE_STORE
    WRITE(B(me), 0)
}

PROCESS P() { start: do :: enter_and_leave(0, 1) od }
PROCESS Q() { start: do :: enter_and_leave(1, 0) od }

#ifndef ACTIVE
init { atomic { run P(); run Q() } }
#endif

#include "claims.h"
