/* The queue lock of Craig, Landin and Hagersten in store-buffer memory.
 *
 * A process brings a node, waits until the node that was last in the queue is free, and keeps that one for its next entry. There
 * are N + 1 nodes; node N is the first in the queue, and free. The atomic block is a locked instruction: it drains the
 * buffer before it reads and after it writes. */
#ifndef N
#define N 2
#endif
#ifndef BUFFSIZE
#define BUFFSIZE 2
#endif
#define PROCSIZE N
#define VARSIZE  (N + 2)
#include "memory.h"

#define BUSY(node) (node)
#define TAIL       (N + 1)

byte ncrit;

proctype P()
{
    byte mine, before;

    mine = ME;
    do
    :: WRITE(BUSY(mine), 1);
       atomic { FENCE(); before = READ(TAIL); WRITE(TAIL, mine); FENCE() };
       READ(BUSY(before)) == 0;
       CRITICAL;
       WRITE(BUSY(mine), 0);
       mine = before;
       before = 0
    od
}

init { atomic { INIT(TAIL, N); START } }
