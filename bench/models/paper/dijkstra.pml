/* Dijkstra's algorithm for two, with the flags as he has them, so that they are 1 at the start. The model is ours, after Table 2
 * of the paper on mmlib.
 *
 * OUT(i): i does not want in; BACK(i): i is not at the second stage; TURN: who may go there. */
#ifndef BUFFSIZE
#define BUFFSIZE 5
#endif
#define PROCSIZE 2
#define VARSIZE  5
#define LABEL
#include "../mm/memory.h"

#define OUT(i)  (i)
#define BACK(i) (2 + (i))
#define TURN    4

#define WAITING_P SVAR(P, OUT(0)) == 0
#define WAITING_Q SVAR(Q, OUT(1)) == 0

inline enter_and_leave(me, other)
{
    WRITE(OUT(me), 0);
    STORE_LOAD
    do
    :: READ(TURN) == other ->
       WRITE(BACK(me), 1);
       if
       :: READ(OUT(other)) == 1 ->
          WRITE(TURN, me)
       :: READ(OUT(other)) == 0
       fi
    :: READ(TURN) == me ->
       WRITE(BACK(me), 0);
       STORE_LOAD
       if
       :: READ(BACK(other)) == 1 -> break
       :: READ(BACK(other)) == 0
       fi
    od;
    CRITICAL;
    WRITE(BACK(me), 1);
    STORE_STORE
    WRITE(OUT(me), 1)
}

proctype P() { do :: enter_and_leave(0, 1) od }
proctype Q() { do :: enter_and_leave(1, 0) od }

init { atomic { INIT(OUT(0), 1); INIT(OUT(1), 1); INIT(BACK(0), 1); INIT(BACK(1), 1); run P(); run Q() } }

#include "claims.h"
