/* Six wheels, one process: stands for the row "Question 3.1" of the paper's Table 1, whose model is not printed. Ours.
 *
 * The process turns any of the wheels, for as long as it likes, to 0 or to 1, and in the end all of them to 2, where they were at the
 * start. Under PSO the contents of the six buffers have nothing to do with each other: some 126^6 with five stores each; the paper gave up its
 * own model at 47 GB. The formulas speak of memory at all six, so that none can be left without a buffer: [] sound, or, with -DLIVE,
 * [] (P@DONE -> <> shut). */
#ifndef BUFFSIZE
#define BUFFSIZE 5
#endif
#define PROCSIZE 1
#define VARSIZE  6
#define LABEL
#include "../mm/memory.h"

proctype P()
{
    byte wheel;

    do
    :: wheel < 5 -> wheel++
    :: wheel > 0 -> wheel--
    :: WRITE(wheel, 0)
    :: WRITE(wheel, 1)
    :: break
    od;
    WRITE(0, 2);
    WRITE(1, 2);
    WRITE(2, 2);
    WRITE(3, 2);
    WRITE(4, 2);
    WRITE(5, 2);
DONE:
    skip
}

init { atomic { INIT(0, 2); INIT(1, 2); INIT(2, 2); INIT(3, 2); INIT(4, 2); INIT(5, 2); run P() } }

#define shut  (GSVAR(0) == 2 && GSVAR(1) == 2 && GSVAR(2) == 2 && GSVAR(3) == 2 && GSVAR(4) == 2 && GSVAR(5) == 2)
#define sound (GSVAR(0) <= 2 && GSVAR(1) <= 2 && GSVAR(2) <= 2 && GSVAR(3) <= 2 && GSVAR(4) <= 2 && GSVAR(5) <= 2)

#ifdef LIVE
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
