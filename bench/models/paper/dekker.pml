/* Dekker's algorithm for two. The model is ours, after Table 2 of the paper on mmlib. */
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
    STORE_LOAD
    do
    :: READ(WANT(other)) == 0 -> break
    :: READ(WANT(other)) == 1 ->
       if
       :: READ(TURN) == me
       :: READ(TURN) == other ->
          WRITE(WANT(me), 0);
          READ(TURN) == me;
          WRITE(WANT(me), 1);
          STORE_LOAD
       fi
    od;
    CRITICAL;
    WRITE(TURN, other);
    STORE_STORE
    WRITE(WANT(me), 0)
}

PROCESS P() { do :: enter_and_leave(0, 1) od }
PROCESS Q() { do :: enter_and_leave(1, 0) od }

#ifndef ACTIVE
init { atomic { run P(); run Q() } }
#endif

#include "claims.h"
