/* The queue lock of Mellor-Crummey and Scott in store-buffer memory (see ../mcs.pml).
 *
 * The two atomic blocks are locked instructions: each drains the buffer before it reads and after it writes. */
#ifndef N
#define N 2
#endif
#ifndef BUFFSIZE
#define BUFFSIZE 2
#endif
#define PROCSIZE N
#define VARSIZE  (2 * N + 1)
#include "memory.h"

#define NEXT(i)   (i)
#define LOCKED(i) (N + (i))
#define TAIL      (2 * N)
#define SELF      (ME + 1)

byte ncrit;

proctype P()
{
    byte before;

    do
    :: WRITE(NEXT(ME), 0);
       atomic { FENCE(); before = READ(TAIL); WRITE(TAIL, SELF); FENCE() };
       if
       :: before != 0 ->
          WRITE(LOCKED(ME), 1);
          STORE_STORE
          WRITE(NEXT(before - 1), SELF);
          before = 0;
          READ(LOCKED(ME)) == 0
       :: before == 0
       fi;
       CRITICAL;
       if
       :: READ(NEXT(ME)) == 0 ->
          atomic {
              FENCE();
              if
              :: READ(TAIL) == SELF -> WRITE(TAIL, 0); FENCE()
              :: READ(TAIL) != SELF -> before = 1
              fi
          };
          if
          :: before == 0
          :: before == 1 ->
             before = 0;
             READ(NEXT(ME)) != 0;
             WRITE(LOCKED(READ(NEXT(ME)) - 1), 0)
          fi
       :: READ(NEXT(ME)) != 0 -> WRITE(LOCKED(READ(NEXT(ME)) - 1), 0)
       fi
    od
}

init { atomic { START } }
