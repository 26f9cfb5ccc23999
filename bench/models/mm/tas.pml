/* A test-and-set lock in store-buffer memory; -DLOOK: it is tried only when it looks free (test-and-test-and-set).
 *
 * The atomic block is a locked instruction: it drains the buffer before it reads and after it writes. */
#ifndef N
#define N 2
#endif
#ifndef BUFFSIZE
#define BUFFSIZE 2
#endif
#define PROCSIZE N
#define VARSIZE  1
#include "memory.h"

#define LOCK 0

#ifdef LOOK
#define WAIT_UNTIL_FREE READ(LOCK) == 0;
#else
#define WAIT_UNTIL_FREE
#endif

byte ncrit;

proctype P()
{
    bit before;

    do
    :: do
       :: WAIT_UNTIL_FREE
          atomic { FENCE(); before = READ(LOCK); WRITE(LOCK, 1); FENCE() };
          if
          :: before == 0 -> break
          :: before == 1
          fi
       od;
       before = 0;
       CRITICAL;
       WRITE(LOCK, 0)
    od
}

init { atomic { START } }
