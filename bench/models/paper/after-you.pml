/* "After you", two processes: stands for the rows "Question 3.7" of the paper's Table 1, whose model is not printed. Ours.
 *
 * Each process writes one variable, which is 1 (free) at the start; who finds the other's taken gives way and tries again. They exclude
 * each other under SC, not in store-buffer memory without fences, and may give way for ever under all. */
#ifndef BUFFSIZE
#define BUFFSIZE 5
#endif
#define PROCSIZE 2
#define VARSIZE  2
#define LABEL
#include "../mm/memory.h"

#define FREE(i) (i)

#define WAITING_P SVAR(P, FREE(0)) == 0
#define WAITING_Q SVAR(Q, FREE(1)) == 0

inline enter_and_leave(me, other)
{
    WRITE(FREE(me), 0);
    STORE_LOAD
    do
    :: READ(FREE(other)) == 1 -> break
    :: READ(FREE(other)) == 0 ->
       WRITE(FREE(me), 1);
       WRITE(FREE(me), 0);
       STORE_LOAD
    od;
    CRITICAL;
    WRITE(FREE(me), 1)
}

proctype P() { do :: enter_and_leave(0, 1) od }
proctype Q() { do :: enter_and_leave(1, 0) od }

init { atomic { INIT(FREE(0), 1); INIT(FREE(1), 1); run P(); run Q() } }

#include "claims.h"
