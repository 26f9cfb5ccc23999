// A ring for one producer and one consumer, after Lamport: the producer alone writes tail, the consumer alone writes head, and no locked instruction is needed.
// Drivers, audio libraries and kernels (kfifo) pass data in this way.
// The item must be in memory before the tail that announces it. TSO keeps the two stores in order. Under PSO the tail may come first, and the consumer takes
// what was in the slot before. A store-store fence between them mends it (-D FENCED). The consumer loads the item before it stores head, and no store buffer
// changes that: it needs no fence here, while machines that delay loads need one there too.
// Checked: items come out as they went in, and there is no deadlock.
// Two slots, for ever; items are numbered modulo 3, which tells an item from the one in its slot before, and the indices wrap at 4.
// expect: tarry check spsc-ring.pml --memory sc => holds
// expect: tarry check spsc-ring.pml --memory tso => holds
// expect: tarry check spsc-ring.pml --memory pso => violated
// expect: tarry check spsc-ring.pml --memory pso -D FENCED => holds
// expect: tarry fence spsc-ring.pml --memory pso => 1 sfence
#include "tarry.h"

#define SIZE 2

unsigned head : 2, tail : 2;
byte slot[SIZE];

active proctype producer()
{
    byte item = 1;
    unsigned at : 2;

    do
    :: ((at - head) & 3) < SIZE;
       slot[at % SIZE] = item;
#ifdef FENCED
       sfence;
#endif
       at++;
       tail = at;
       item = (item + 1) % 3
    od
}

active proctype consumer()
{
    byte item, due = 1;
    unsigned at : 2;

    do
    :: at != tail;
       item = slot[at % SIZE];
       assert(item == due);
       at++;
       head = at;
       due = (due + 1) % 3
    od
}
