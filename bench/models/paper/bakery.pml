/* Lamport's bakery for two with tickets 1..TICKETS. The model is ours, after Table 2 of the paper on mmlib.
 *
 * A process that finds the last ticket taken stops choosing and starts over, so that the other can go on. */
#ifndef BUFFSIZE
#define BUFFSIZE 5
#endif
#define PROCSIZE 2
#define VARSIZE  4
#define LABEL
#include "../mm/memory.h"
#include "start.h"

#ifndef TICKETS
#define TICKETS 3
#endif
#define CHOOSING(i) (i)
#define NUMBER(i)   (2 + (i))

#define WAITING_P SVAR(P, CHOOSING(0)) == 1
#define WAITING_Q SVAR(Q, CHOOSING(1)) == 1

inline enter_and_leave(me, other)
{
    TRYING WRITE(CHOOSING(me), 1);
    STORE_LOAD
    mine = READ(NUMBER(other)) + 1;
    if
    :: mine <= TICKETS ->
       WRITE(NUMBER(me), mine);
       STORE_STORE
       WRITE(CHOOSING(me), 0);
       STORE_LOAD
       READ(CHOOSING(other)) == 0;
       READ(NUMBER(other)) == 0 || READ(NUMBER(other)) > mine || (READ(NUMBER(other)) == mine && other > me);
       mine = 0;
       CRITICAL;
       WRITE(NUMBER(me), 0)
    :: else ->
       mine = 0;
       WRITE(CHOOSING(me), 0)
    fi
}

PROCESS P() { byte mine; do :: enter_and_leave(0, 1) od }
PROCESS Q() { byte mine; do :: enter_and_leave(1, 0) od }

#ifndef ACTIVE
init { atomic { run P(); run Q() } }
#endif

#include "claims.h"
