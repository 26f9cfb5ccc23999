// A lock for many readers or one writer: readers count themselves in by fetch_add and out again when they find a writer; the writer raises its flag by an exchange
// and waits until no reader is left.
// Both sides store before they look at the other's word, as in store buffering; but both store by a locked instruction, which drains the buffer. So it is
// right under TSO. Under PSO the plain store that takes the flag down may overtake what the writer stored inside: a store-store fence before it
// (-D FENCED).
// Checked: a reader sees both values changed or none, and there is no deadlock.
// Two readers and one writer, for ever; more writers would need a lock among themselves.
// expect: tarry check reader-writer.pml --memory sc => holds
// expect: tarry check reader-writer.pml --memory tso => holds
// expect: tarry check reader-writer.pml --memory pso => violated
// expect: tarry check reader-writer.pml --memory pso -D FENCED => holds
// expect: tarry fence reader-writer.pml --memory pso => 1 sfence
#include "tarry.h"

short readers;
bit writer;
bit first, second;  // the writer keeps them equal

active [2] proctype reader()
{
    bit a;

    do
    :: fetch_add(readers, 1, _);
       do
       :: writer ->
          fetch_add(readers, -1, _);
          !writer;
          fetch_add(readers, 1, _)
       :: else -> break
       od;
       a = first;
       assert(a == second);
       fetch_add(readers, -1, _)
    od
}

active proctype update()
{
    do
    :: xchg(writer, 1, _);
       readers == 0;
       first = 1 - first;
       second = 1 - second;
#ifdef FENCED
       sfence;
#endif
       writer = 0
    od
}
