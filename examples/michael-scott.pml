// The lock-free queue of Michael and Scott: the node is linked to the last one by compare-and-swap, and then tail is moved, by whoever comes first. java.util.concurrent
// and many others have it.
// Every store that others may see before they should is followed by a compare-and-swap, which drains the buffer: the item is in memory before the node is linked.
// So the queue is right under TSO and PSO without a fence. What it needs is memory that is not used again too early: reclamation is another matter (see
// hazard-pointer.pml and epoch.pml), and so are tags against nodes that come back (treiber.pml).
// Checked: no item comes out twice, none that was not put in.
// One producer with two items, one with one, and two consumers that try twice; node 0 is the first dummy, and nodes are not used again.
// expect: tarry check michael-scott.pml --memory sc => holds
// expect: tarry check michael-scott.pml --memory tso => holds
// expect: tarry check michael-scott.pml --memory pso => holds
#include "tarry.h"

#define ITEMS 3

byte head, tail, next[ITEMS + 1], item[ITEMS + 1];
ghost bit taken[ITEMS + 1];

inline enqueue(node)
{
    item[node] = node;
    do
    :: last = tail;
       after = next[last];
       if
       :: last != tail
       :: else ->
          if
          :: after == 0 ->
             cas(next[last], 0, node, won);
             if
             :: won ->
                cas(tail, last, node, won);
                break
             :: else
             fi
          :: else -> cas(tail, last, after, won)
          fi
       fi
    od
}

active proctype two_items()
{
    byte last, after;
    bit won;

    enqueue(1);
    enqueue(2)
}

active proctype one_item()
{
    byte last, after;
    bit won;

    enqueue(3)
}

active [2] proctype consumer()
{
    byte first, last, after, got, attempt;
    bit won;

    for (attempt : 1 .. 2) {
        do
        :: first = head;
           last = tail;
           after = next[first];
           if
           :: first != head
           :: else ->
              if
              :: first == last && after == 0 -> break       // empty
              :: first == last && after != 0 -> cas(tail, last, after, won)
              :: first != last ->
                 got = item[after];
                 cas(head, first, after, won);
                 if
                 :: won ->
                    assert(got != 0 && !taken[got]);
                    taken[got] = 1;
                    break
                 :: else
                 fi
              fi
           fi
        od
    }
}
