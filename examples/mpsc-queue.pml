// A linked queue for many producers and one consumer, after Vyukov: a producer swaps its node into tail by one exchange, and then links the node before it. Run-time
// systems queue tasks and messages so, for the producer never waits or tries again.
// The exchange drains the buffer: the item and the empty link are in memory before anybody can find the node. So it is right under TSO and PSO without a
// fence. Whoever fills the node only after the exchange (-D LATE) still gets away with it under TSO, where the link comes last, but not under PSO.
// Between exchange and link the chain is broken: the consumer then finds the queue empty, although later items may be complete.
// Checked: each item comes out once, and those of one producer in order; all producers and the consumer come to their ends.
// Node 0 is the stub. Two producers, one with two items and one with one; nodes are not used again.
// expect: tarry check mpsc-queue.pml --memory sc => holds
// expect: tarry check mpsc-queue.pml --memory tso => holds
// expect: tarry check mpsc-queue.pml --memory pso => holds
// expect: tarry check mpsc-queue.pml --memory tso -D LATE => holds
// expect: tarry check mpsc-queue.pml --memory pso -D LATE => violated
// expect: tarry fence mpsc-queue.pml --memory pso -D LATE => 1 sfence
#include "tarry.h"

#define ITEMS 3

byte tail, next[ITEMS + 1], item[ITEMS + 1];
ghost bit taken[ITEMS + 1];

inline push(node)
{
#ifndef LATE
    item[node] = node;
#endif
    xchg(tail, node, before);
#ifdef LATE
    item[node] = node;
#endif
    next[before] = node
}

active proctype two_items()
{
    byte before;

    push(1);
    push(2)
}

active proctype one_item()
{
    byte before;

    push(3)
}

active proctype consumer()
{
    byte head, got, count;

    for (count : 1 .. ITEMS) {
        next[head] != 0;
        head = next[head];
        got = item[head];
        assert(got != 0 && !taken[got] && (got != 2 || taken[1]));
        taken[got] = 1
    }
}
