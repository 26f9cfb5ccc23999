// A work-stealing queue after Chase and Lev, as in the schedulers of task libraries: its owner puts items in and takes them out at the bottom, a thief takes
// them at the top. The owner's store to bottom must not wait in its buffer while it reads top, or both take the same item: TSO needs a fence in take. Under
// PSO the item itself may come later than the bottom that announces it: put needs one too, and a store-store fence is enough there.
// No item is taken twice, and none before it was put in. The array has room for all items, so that nothing is said about its growth.
// expect: tarry check work-stealing.pml --memory sc => holds
// expect: tarry check work-stealing.pml --memory tso => violated
// expect: tarry check work-stealing.pml --memory pso => violated
// expect: tarry check work-stealing.pml --memory tso -D FENCED_TAKE => holds
// expect: tarry check work-stealing.pml --memory pso -D FENCED_TAKE => violated
// expect: tarry check work-stealing.pml --memory pso -D FENCED_TAKE -D FENCED_PUT => holds
// expect: tarry fence work-stealing.pml --memory tso => 1 mfence
// expect: tarry fence work-stealing.pml --memory pso => 1 mfence, 1 sfence
#include "tarry.h"

#define SIZE 4
#define ITEMS 3

byte top, bottom, slot[SIZE];
ghost byte taken[ITEMS + 1];    // how often each item was taken; nobody put in item 0

inline keep(item)
{
    taken[item]++;
    assert(item != 0 && taken[item] == 1)
}

inline put(item)
{
    slot[bottom % SIZE] = item;
#ifdef FENCED_PUT
    mfence;
#endif
    bottom = bottom + 1
}

inline take()
{
    b = bottom - 1;
    bottom = b;
#ifdef FENCED_TAKE
    mfence;
#endif
    t = top;
    if
    :: t < b -> item = slot[b % SIZE]; keep(item)
    :: t == b ->
        item = slot[b % SIZE];
        cas(top, t, t + 1, won);
        bottom = b + 1;
        if
        :: won -> keep(item)
        :: else
        fi
    :: t > b -> bottom = b + 1
    fi
}

active proctype owner()
{
    short b, t;
    byte item;
    bit won;

    put(1);
    put(2);
    take();
    put(3);
    take();
    take()
}

active proctype thief()
{
    short b, t;
    byte item;
    bit won;

    do
    :: t = top;
       b = bottom;
       if
       :: t < b ->
          item = slot[t % SIZE];
          cas(top, t, t + 1, won);
          if
          :: won -> keep(item)
          :: else
          fi
       :: else
       fi
    od
}
