// The deque of Cilk (the THE protocol): the owner works at the tail without a lock, thieves at the head under a lock, and only for the last item does the owner take
// the lock too. Each side first moves its own end and then looks at the other's.
// That is store buffering: under TSO the owner's `tail = t - 1` and the thief's `head = h + 1` may both wait while the other is read, and both take the last
// item. A full fence behind each mends it (-D FENCED). Under PSO the item must also be in memory before the tail that announces it, and
// the owner's last store of tail before the one that opens the lock: a store-store fence at each place.
// Checked: no item is taken twice, none before it was put in.
// The owner pushes two items and pops twice, a thief tries twice.
// expect: tarry check cilk-the.pml --memory sc => holds
// expect: tarry check cilk-the.pml --memory tso => violated
// expect: tarry check cilk-the.pml --memory pso => violated
// expect: tarry check cilk-the.pml --memory tso -D FENCED => holds
// expect: tarry check cilk-the.pml --memory pso -D FENCED => holds
// expect: tarry fence cilk-the.pml --memory tso => 2 mfence
// expect: tarry fence cilk-the.pml --memory pso => 2 mfence, 2 sfence
#include "tarry.h"

#ifdef FENCED
#define FULL mfence
#define STORE_STORE sfence
#else
#define FULL skip
#define STORE_STORE skip
#endif

#define ITEMS 2

short head, tail;
byte slot[ITEMS];
bit lock;
ghost bit taken[ITEMS + 1];

inline acquire()
{
    do
    :: xchg(lock, 1, busy);
       if
       :: busy
       :: else -> break
       fi
    od
}

inline keep(item)
{
    assert(item != 0 && !taken[item]);
    taken[item] = 1
}

inline push(item)
{
    t = tail;
    slot[t] = item;
    STORE_STORE;
    tail = t + 1
}

inline pop()
{
    t = tail - 1;
    tail = t;
    FULL;
    if
    :: head > t ->
       tail = t + 1;
       acquire();
       tail = t;
       FULL;
       if
       :: head > t -> tail = t + 1
       :: else -> keep(slot[t])
       fi;
       STORE_STORE;
       lock = 0
    :: else -> keep(slot[t])
    fi
}

active proctype owner()
{
    short t;
    bit busy;

    push(1);
    push(2);
    pop();
    pop()
}

active proctype thief()
{
    short h;
    bit busy;
    byte attempt;

    for (attempt : 1 .. 2) {
        acquire();
        h = head;
        head = h + 1;
        FULL;
        if
        :: h + 1 > tail -> head = h
        :: else -> keep(slot[h])
        fi;
        STORE_STORE;
        lock = 0
    }
}
