// The queue with two locks of Michael and Scott: one lock for those who put in, another for those who take out, and a dummy node so that the two ends never meet.
// Nothing excludes who puts in from who takes out: the link of the last node is written by one and read by the other without a common lock. So the item must be
// in memory before the link. It is filled in before the lock is taken, and the exchange that takes it drains the buffer. Filled in with the lock held (-D LATE)
// it is still right under TSO; under PSO the link may then come first. And under PSO a lock that is opened by a plain store lets the next one in while tail
// is still the old one. A store-store fence before the lock is opened, and with -D LATE one before the link, mend it (-D FENCED).
// Checked: items come out in the order in which they went in, each once.
// Two producers with one item each, two consumers that try until they have one; node 0 is the first dummy, and nodes are not used again.
// expect: tarry check two-lock-queue.pml --memory sc => holds
// expect: tarry check two-lock-queue.pml --memory tso => holds
// expect: tarry check two-lock-queue.pml --memory pso => violated
// expect: tarry check two-lock-queue.pml --memory pso -D FENCED => holds
// expect: tarry check two-lock-queue.pml --memory tso -D LATE => holds
// expect: tarry check two-lock-queue.pml --memory pso -D LATE -D FENCED => holds
// expect: tarry fence two-lock-queue.pml --memory pso -D LATE => 3 sfence
#include "tarry.h"

#ifdef FENCED
#define STORE_STORE sfence
#else
#define STORE_STORE skip
#endif

#define ITEMS 2

byte head, tail, next[ITEMS + 1], item[ITEMS + 1];
bit head_lock, tail_lock;
ghost byte order[ITEMS + 1];    // the items in the order in which they were linked
ghost byte put, taken;

inline acquire(lock)
{
    do
    :: xchg(lock, 1, busy);
       if
       :: busy
       :: else -> break
       fi
    od
}

active [ITEMS] proctype producer()
{
    byte node = _pid + 1;
    bit busy;

#ifndef LATE
    item[node] = node;
#endif
    acquire(tail_lock);
#ifdef LATE
    item[node] = node;
    STORE_STORE;
#endif
    put++;
    order[put] = node;
    next[tail] = node;
    tail = node;
    STORE_STORE;
    tail_lock = 0
}

active [ITEMS] proctype consumer()
{
    byte old, new, got;
    bit busy;

    do
    :: got == 0 ->
       acquire(head_lock);
       old = head;
       new = next[old];
       if
       :: new != 0 ->
          got = item[new];
          head = new;
          taken++;
          assert(got == order[taken])
       :: else
       fi;
       STORE_STORE;
       head_lock = 0
    :: else -> break
    od
}
