/* The algorithm of Burns for two: one flag a process, P goes first.
 *
 * Q gives way whenever it sees P's flag, before and after it raises its own; P raises its flag and waits for Q's to fall. The model is
 * ours, after Table 2 of the paper on mmlib. */
#ifndef BUFFSIZE
#define BUFFSIZE 5
#endif
#define PROCSIZE 2
#define VARSIZE  2
#define LABEL
#include "../mm/memory.h"
#include "start.h"

#define FLAG_P 0
#define FLAG_Q 1

#define WAITING_P SVAR(P, FLAG_P) == 1
#define WAITING_Q SVAR(Q, FLAG_Q) == 1

PROCESS P()
{
    do
    :: TRYING WRITE(FLAG_P, 1);
       STORE_LOAD
       READ(FLAG_Q) == 0;
       CRITICAL;
       WRITE(FLAG_P, 0)
    od
}

PROCESS Q()
{
start:
    do
    :: TRYING WRITE(FLAG_Q, 0);
       if
       :: READ(FLAG_P) == 1 -> goto start
       :: READ(FLAG_P) == 0
       fi;
       WRITE(FLAG_Q, 1);
       STORE_LOAD
       if
       :: READ(FLAG_P) == 1 -> goto start
       :: READ(FLAG_P) == 0
       fi;
       CRITICAL;
       WRITE(FLAG_Q, 0)
    od
}

#ifndef ACTIVE
init { atomic { run P(); run Q() } }
#endif

#include "claims.h"
