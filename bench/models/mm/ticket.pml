/* A ticket lock in store-buffer memory (see ../ticket.pml).
 *
 * The atomic block is a locked instruction: it drains the buffer before it reads and after it writes. */
#ifndef N
#define N 3
#endif
#ifndef BUFFSIZE
#define BUFFSIZE 2
#endif
#define PROCSIZE N
#define VARSIZE  2
#include "memory.h"

#define NEXT    0
#define SERVING 1

byte ncrit;

proctype P()
{
    byte mine;

    do
    :: atomic { FENCE(); mine = READ(NEXT); WRITE(NEXT, (mine + 1) % N); FENCE() };
       READ(SERVING) == mine;
       mine = 0;
       CRITICAL;
       WRITE(SERVING, (READ(SERVING) + 1) % N)
    od
}

init { atomic { START } }
