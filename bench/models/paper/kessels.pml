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

#define WANT(i) (i)
#define BIT(i)  (2 + (i))

#define WAITING_P SVAR(P, WANT(0)) == 1
#define WAITING_Q SVAR(Q, WANT(1)) == 1

inline enter_and_leave(me, other)
{
    WRITE(WANT(me), 1);
    STORE_STORE
    WRITE(BIT(me), (READ(BIT(other)) + me) % 2);
    STORE_LOAD
    READ(WANT(other)) == 0 || READ(BIT(me)) != (READ(BIT(other)) + me) % 2;
    CRITICAL;
    WRITE(WANT(me), 0)
}

proctype P() { do :: enter_and_leave(0, 1) od }
proctype Q() { do :: enter_and_leave(1, 0) od }

init { atomic { run P(); run Q() } }

#include "claims.h"
