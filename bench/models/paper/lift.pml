/* A lift, one process: stands for the row "Section 3.5.2" of the paper's Table 1, whose model is not printed. Ours.
 *
 * One process, and values that are not 0 at the start. What a process sees of its own stores is the same under every memory: the
 * formula, [] (SVAR(P, DOOR) == 1 -> <> SVAR(P, DOOR) == 0), holds under all of them. */
#ifndef BUFFSIZE
#define BUFFSIZE 5
#endif
#define PROCSIZE 1
#define VARSIZE  2
#define LABEL
#include "../mm/memory.h"

#define FLOORS 6
#define FLOOR  0
#define DOOR   1

proctype P()
{
    do
    :: READ(FLOOR) < FLOORS -> WRITE(FLOOR, READ(FLOOR) + 1)
    :: READ(FLOOR) > 1 -> WRITE(FLOOR, READ(FLOOR) - 1)
    :: WRITE(DOOR, 1); WRITE(DOOR, 0)
    od
}

init { atomic { INIT(FLOOR, 1); run P() } }

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
