/* The queue lock of Craig, Landin and Hagersten for N processes, with the locked instructions of a machine: each spins on the node of the one before it.
 *
 * A process brings a node and goes away with the one before. There are N + 1 nodes; node N is the first in the queue, and free. */
#include "../../../examples/tarry.h"
#ifndef N
#define N 5
#endif

byte tail = N;
bit busy[N + 1];
ghost byte ncrit;

active [N] proctype P()
{
    byte mine = _pid, before;

    do
    :: busy[mine] = 1;
       xchg(tail, mine, before);
       busy[before] == 0;
       ncrit++;
       assert(ncrit == 1);
       ncrit--;
       busy[mine] = 0;
       mine = before;
       before = N
    od
}
