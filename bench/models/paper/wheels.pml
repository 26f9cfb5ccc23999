/* Six wheels, one process: stands for the row "Question 3.1" of the paper's Table 1, whose model is not printed. Ours.
 *
 * The process turns any of the wheels, all SHUT at the start, OPEN or SHUT, for ever. Under PSO the contents of the six buffers have nothing to
 * do with each other: some 126^6 with five stores each; the paper gave up its own model at 47 GB. With -DLIVE it turns them OPEN for
 * as long as it likes, in the end all of them SHUT, and stops. The formulas speak of memory at all six, so that none can be left without a
 * buffer: [] sound, or [] (P@DONE -> <> shut). */
#ifndef BUFFSIZE
#define BUFFSIZE 5
#endif
#define PROCSIZE 1
#define VARSIZE  6
#define LABEL
#include "../mm/memory.h"
#include "start.h"

#ifdef ACTIVE
#define SHUT 0
#define OPEN 1
#else
#define SHUT 1
#define OPEN 0
#endif

#ifdef LIVE
#define TURN(wheel) :: WRITE(wheel, OPEN)
#else
#define TURN(wheel) :: WRITE(wheel, OPEN) :: WRITE(wheel, SHUT)
#endif

PROCESS P()
{
    do
    TURN(0)
    TURN(1)
    TURN(2)
    TURN(3)
    TURN(4)
    TURN(5)
#ifdef LIVE
    :: break
#endif
    od;
#ifdef LIVE
    skip;       /* SPIN takes no jump to a d_step, which WRITE is */
    WRITE(0, SHUT);
    WRITE(1, SHUT);
    WRITE(2, SHUT);
    WRITE(3, SHUT);
    WRITE(4, SHUT);
    WRITE(5, SHUT);
DONE:
    skip
#endif
}

#ifndef ACTIVE
init { atomic { INIT(0, SHUT); INIT(1, SHUT); INIT(2, SHUT); INIT(3, SHUT); INIT(4, SHUT); INIT(5, SHUT); run P() } }
#endif

#define shut  (GSVAR(0) == SHUT && GSVAR(1) == SHUT && GSVAR(2) == SHUT && GSVAR(3) == SHUT && GSVAR(4) == SHUT && GSVAR(5) == SHUT)
#define sound (GSVAR(0) <= 1 && GSVAR(1) <= 1 && GSVAR(2) <= 1 && GSVAR(3) <= 1 && GSVAR(4) <= 1 && GSVAR(5) <= 1)

#if defined ACTIVE && defined LIVE
ltl { [] (P@DONE -> <> shut) }
#elif defined ACTIVE
ltl { [] sound }
#elif defined LIVE
never {
T0_init:
    do
    :: (P@DONE && !shut) -> goto accept_S4
    :: (1) -> goto T0_init
    od;
accept_S4:
    do
    :: (!shut) -> goto accept_S4
    od
}
#else
never {
T0_init:
    do
    :: (!sound) -> break
    :: (1) -> goto T0_init
    od
}
#endif
