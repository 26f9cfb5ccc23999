/* Dijkstra's algorithm for two, with the flags as he has them, so that they are 1 at the start. The model is ours, after Table 2
 * of the paper on mmlib.
 *
 * OUT(i): YES, i does not want in; BACK(i): YES, i is not at the second stage; TURN: who may go there. */
#ifndef BUFFSIZE
#define BUFFSIZE 5
#endif
#define PROCSIZE 2
#define VARSIZE  5
#define LABEL
#include "../mm/memory.h"
#include "start.h"

#ifdef ACTIVE
#define NO  1
#define YES 0
#else
#define NO  0
#define YES 1
#endif
#define OUT(i)  (i)
#define BACK(i) (2 + (i))
#define TURN    4

#define WAITING_P SVAR(P, OUT(0)) == NO
#define WAITING_Q SVAR(Q, OUT(1)) == NO

inline enter_and_leave(me, other)
{
    TRYING WRITE(OUT(me), NO);
    STORE_LOAD
    do
    :: READ(TURN) == other ->
       WRITE(BACK(me), YES);
       if
       :: READ(OUT(other)) == YES ->
          WRITE(TURN, me)
       :: READ(OUT(other)) == NO
       fi
    :: READ(TURN) == me ->
       WRITE(BACK(me), NO);
       STORE_LOAD
       if
       :: READ(BACK(other)) == YES -> break
       :: READ(BACK(other)) == NO
       fi
    od;
    CRITICAL;
    WRITE(BACK(me), YES);
    STORE_STORE
    WRITE(OUT(me), YES)
}

PROCESS P() { do :: enter_and_leave(0, 1) od }
PROCESS Q() { do :: enter_and_leave(1, 0) od }

#ifndef ACTIVE
init { atomic { INIT(OUT(0), YES); INIT(OUT(1), YES); INIT(BACK(0), YES); INIT(BACK(1), YES); run P(); run Q() } }
#endif

#include "claims.h"
