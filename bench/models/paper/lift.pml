/* A lift, one process: stands for the row "Section 3.5.2" of the paper's Table 1, whose model is not printed. Ours.
 *
 * One process, and values that are not 0 at the start. What a process sees of its own stores is the same under every memory: the
 * formula, [] (SVAR(P, DOOR) == 1 -> <> SVAR(P, DOOR) == 0), holds under all of them. With -DACTIVE it speaks of memory instead. */
#ifndef BUFFSIZE
#define BUFFSIZE 5
#endif
#define PROCSIZE 1
#define VARSIZE  2
#define LABEL
#include "../mm/memory.h"
#include "start.h"

#ifdef ACTIVE
#define LOWEST  0
#else
#define LOWEST  1
#endif
#define HIGHEST (LOWEST + 5)
#define FLOOR  0
#define DOOR   1

PROCESS P()
{
    do
    :: READ(FLOOR) < HIGHEST -> WRITE(FLOOR, READ(FLOOR) + 1)
    :: READ(FLOOR) > LOWEST -> WRITE(FLOOR, READ(FLOOR) - 1)
    :: WRITE(DOOR, 1); WRITE(DOOR, 0)
    od
}

#ifndef ACTIVE
init { atomic { INIT(FLOOR, LOWEST); run P() } }
#endif

#ifdef ACTIVE
ltl { [] (GSVAR(DOOR) == 1 -> <> (GSVAR(DOOR) == 0)) }
#else
never {
T0_init:
    do
    :: (SVAR(P, DOOR) == 1) -> goto accept_S4
    :: (1) -> goto T0_init
    od;
accept_S4:
    do
    :: (SVAR(P, DOOR) != 0) -> goto accept_S4
    od
}
#endif
