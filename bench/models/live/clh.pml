/* The queue lock of Craig, Landin and Hagersten: does process WHO get in?
 *
 * A process brings a node, waits until the node that was last in the queue is free, and keeps that one for its next entry. There are
 * N + 1 nodes; node N is the first in the queue, and free. */
#ifndef N
#define N 2
#endif
#include "live.h"

bit busy[N + 1];
byte tail = N;

active [N] proctype P()
{
    byte mine = _pid, before;

    OUTSIDE
    busy[mine] = 1;
    xchg(tail, mine, before);
    busy[before] == 0;
CS: skip;
    busy[mine] = 0;
    mine = before;
    before = 0;
    goto away
}
