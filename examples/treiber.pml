// Treiber's lock-free stack, as free lists use it: push and pop replace top by compare-and-swap. It is wrong under every memory model once nodes come back: pop reads
// top and the node below, another one takes both and puts the first back, and the compare-and-swap succeeds although the node below is no longer in the stack
// (the ABA problem). The node is then owned twice.
// With a tag beside top that grows at each change (-D TAGS) the late compare-and-swap fails. Real code keeps the tag in the upper half of a double word, or
// in unused bits of the pointer; or it makes sure that no node comes back while somebody looks at it (hazard-pointer.pml).
// No fence is needed, under TSO or PSO: the store to below[node] is followed by the compare-and-swap, which drains the buffer.
// Checked: nobody pops a node that another one owns.
// Three nodes, 1 on top; two processes, one that pops three times and one that pops twice and pushes the first node back. Tags do not wrap here.
// expect: tarry check treiber.pml --memory sc => violated
// expect: tarry check treiber.pml --memory tso => violated
// expect: tarry check treiber.pml --memory pso => violated
// expect: tarry check treiber.pml --memory sc -D TAGS => holds
// expect: tarry check treiber.pml --memory tso -D TAGS => holds
// expect: tarry check treiber.pml --memory pso -D TAGS => holds
// expect: tarry fence treiber.pml --memory tso => no repair
#include "tarry.h"

#define NODE(word) (word % 4)
#ifdef TAGS
#define TAGGED(node, word) (node + (word / 4 + 1) * 4)     // a new tag
#else
#define TAGGED(node, word) (node)
#endif

byte top = 1, below[4] = { 0, 2, 3, 0 };
ghost bit owned[4];

inline pop(node)
{
    do
    :: old = top;
       if
       :: NODE(old) == 0 -> node = 0; break
       :: else
       fi;
       under = below[NODE(old)];
       cas(top, old, TAGGED(under, old), won);
       if
       :: won -> node = NODE(old); break
       :: else
       fi
    od;
    if
    :: node != 0 ->
       assert(!owned[node]);
       owned[node] = 1
    :: else
    fi
}

inline push(node)
{
    owned[node] = 0;
    do
    :: old = top;
       below[node] = NODE(old);
       cas(top, old, TAGGED(node, old), won);
       if
       :: won -> break
       :: else
       fi
    od
}

active proctype slow()
{
    byte old, under, mine, attempt;
    bit won;

    for (attempt : 1 .. 3) {
        pop(mine)
    }
}

active proctype fast()
{
    byte old, under, first, second;
    bit won;

    pop(first);
    pop(second);
    if
    :: first != 0 -> push(first)
    :: else
    fi
}
