/* Kessels' algorithm for two: stands for the rows "Question 2.1" of the paper's Table 1, whose model is not printed. Ours.
 *
 * Each process writes two variables, and without fences mutual exclusion fails in store-buffer memory. The turn is P's where the two
 * bits are equal. */
#ifndef BUFFSIZE
#define BUFFSIZE 5
#endif
#define PROCSIZE 2
#define VARSIZE  4
#define LABEL
#include "../mm/memory.h"
#include "start.h"

#define WANT(i) (i)
#define BIT(i)  (2 + (i))

#define WAITING_P SVAR(P, WANT(0)) == 1
#define WAITING_Q SVAR(Q, WANT(1)) == 1

inline enter_and_leave(me, other)
{
    TRYING WRITE(WANT(me), 1);
    STORE_LOAD
    WRITE(BIT(me), (READ(BIT(other)) + me) % 2);
    STORE_LOAD
    READ(WANT(other)) == 0 || READ(BIT(me)) != (READ(BIT(other)) + me) % 2;
    CRITICAL;
    WRITE(WANT(me), 0)
}

PROCESS P() { do :: enter_and_leave(0, 1) od }
PROCESS Q() { do :: enter_and_leave(1, 0) od }

#ifndef ACTIVE
init { atomic { run P(); run Q() } }
#endif

#include "claims.h"
