// Peterson's algorithm in the style of the memory-model library for SPIN: shared variables are numbers, read and written by macros, and the header
// that is included names the memory model (Tarry brings sc.h, tso.h and pso.h along). Plain globals are outside relaxed memory.
// expect: tarry check mmlib-peterson.pml => violated
// expect: tarry check mmlib-peterson.pml --memory tso -D FENCED => holds
// expect: tarry check mmlib-peterson.pml --memory sc => holds
// expect: tarry check mmlib-peterson.pml --memory tso => violated
// expect: tarry check mmlib-peterson.pml --memory pso => violated
// expect: tarry fence mmlib-peterson.pml --memory tso => 2 mfence
#define PROCSIZE 2
#define VARSIZE  3
#define BUFFSIZE 5

#define want0 0
#define want1 1
#define turn  2

#include "tso.h"

#ifdef FENCED
#define BARRIER FENCE()
#else
#define BARRIER skip
#endif

byte ncrit;

#define CRITICAL atomic { ncrit++; assert(ncrit == 1) }; ncrit--

proctype t0()
{
    do
    :: WRITE(want0, 1);
       WRITE(turn, 1);
       BARRIER;
       (READ(want1) == 0 || READ(turn) == 0);
       CRITICAL;
       WRITE(want0, 0)
    od
}

proctype t1()
{
    do
    :: WRITE(want1, 1);
       WRITE(turn, 0);
       BARRIER;
       (READ(want0) == 0 || READ(turn) == 1);
       CRITICAL;
       WRITE(want1, 0)
    od
}

init
{
    atomic {
        INIT(want0, 0);
        INIT(want1, 0);
        INIT(turn, 0);
        run t0();
        run t1()
    }
}
