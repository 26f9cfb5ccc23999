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
#include "start.h"

#ifdef ACTIVE
#define NO  1
#define YES 0
#else
#define NO  0
#define YES 1
#endif
#define FREE(i) (i)

#define WAITING_P SVAR(P, FREE(0)) == NO
#define WAITING_Q SVAR(Q, FREE(1)) == NO

inline enter_and_leave(me, other)
{
    TRYING WRITE(FREE(me), NO);
    STORE_LOAD
    do
    :: READ(FREE(other)) == YES -> break
    :: READ(FREE(other)) == NO ->
       WRITE(FREE(me), YES);
       WRITE(FREE(me), NO);
       STORE_LOAD
    od;
    CRITICAL;
    WRITE(FREE(me), YES)
}

PROCESS P() { do :: enter_and_leave(0, 1) od }
PROCESS Q() { do :: enter_and_leave(1, 0) od }

#ifndef ACTIVE
init { atomic { INIT(FREE(0), YES); INIT(FREE(1), YES); run P(); run Q() } }
#endif

#include "claims.h"
