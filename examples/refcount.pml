// A count of references, and a weak reference that is made a strong one (weak_ptr::lock, kref_get_unless_zero). Whoever drops the last reference frees the object.
// Looking at the count first and adding one after is wrong under every memory model: the last reference may go in between. It takes a compare-and-swap that adds one
// only to a count that is not 0 (-D CAS). No fence is needed, under TSO or PSO: the drop is a locked instruction, which also drains what its owner stored
// into the object before.
// Checked: the object is freed once, nobody uses it afterwards, and who frees it sees what the others stored.
// One owner, two who try to get a reference from a weak one.
// expect: tarry check refcount.pml --memory sc => violated
// expect: tarry check refcount.pml --memory tso => violated
// expect: tarry check refcount.pml --memory pso => violated
// expect: tarry check refcount.pml --memory sc -D CAS => holds
// expect: tarry check refcount.pml --memory tso -D CAS => holds
// expect: tarry check refcount.pml --memory pso -D CAS => holds
// expect: tarry fence refcount.pml --memory tso => no repair
#include "tarry.h"

short count = 1;
bit stored;         // by the owner, into the object
ghost bit freed;

inline drop()
{
    fetch_add(count, -1, before);
    if
    :: before == 1 ->
       assert(!freed && stored);
       freed = 1
    :: else
    fi
}

active proctype owner()
{
    short before;

    stored = 1;
    drop()
}

active [2] proctype weak()
{
    short before;
    bit got;

    do
    :: before = count;
       if
       :: before == 0 -> break
       :: else
       fi;
#ifdef CAS
       cas(count, before, before + 1, got);
#else
       fetch_add(count, 1, _);
       got = 1;
#endif
       if
       :: got ->
          assert(!freed);
          drop();
          break
       :: else
       fi
    od
}
