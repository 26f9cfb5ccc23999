/* A handshake: stands for the row "Question 3.3" of the paper's Table 1, whose model is not printed. Ours.
 *
 * Each of two processes writes one variable: P asks by a change of its bit, Q answers by making its own equal. Store-buffer memory does it no harm:
 * [] (SVAR(P, ASKED) != GSVAR(DONE) -> <> SVAR(P, ASKED) == SVAR(P, DONE)) holds. */
#ifndef BUFFSIZE
#define BUFFSIZE 5
#endif
#define PROCSIZE 2
#define VARSIZE  2
#define LABEL
#include "../mm/memory.h"
#include "start.h"

#define ASKED 0
#define DONE  1

PROCESS P() { do :: READ(DONE) == READ(ASKED) -> WRITE(ASKED, 1 - READ(ASKED)) od }
PROCESS Q() { do :: READ(ASKED) != READ(DONE) -> WRITE(DONE, 1 - READ(DONE)) od }

#ifndef ACTIVE
init { atomic { run P(); run Q() } }
#endif

#ifdef ACTIVE
ltl { [] (SVAR(P, ASKED) != GSVAR(DONE) -> <> (SVAR(P, ASKED) == SVAR(P, DONE))) }
#else
never {
T0_init:
    do
    :: (SVAR(P, ASKED) != GSVAR(DONE) && SVAR(P, ASKED) != SVAR(P, DONE)) -> goto accept_S4
    :: (1) -> goto T0_init
    od;
accept_S4:
    do
    :: (SVAR(P, ASKED) != SVAR(P, DONE)) -> goto accept_S4
    od
}
#endif
