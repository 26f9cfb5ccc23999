// A reader-writer lock with a flag for each reader, so that readers never write to the same cache line (the "big reader" lock, and per-CPU read-write semaphores).
// A reader raises its flag by a plain store and then looks for a writer: store buffering. Under TSO its flag may still wait in the buffer while it finds no
// writer, and the writer, whose own store is an exchange, finds no reader. A full fence in the reader mends it; that is what such locks cost, and why Linux
// prefers to make the writer wait for a grace period. Under PSO the writer also needs a store-store fence before it takes its flag down.
// Checked: a reader sees both values changed or none, and there is no deadlock.
// Two readers and one writer, for ever.
// expect: tarry check big-reader.pml --memory sc => holds
// expect: tarry check big-reader.pml --memory tso => violated
// expect: tarry check big-reader.pml --memory pso => violated
// expect: tarry check big-reader.pml --memory tso -D FENCED => holds
// expect: tarry check big-reader.pml --memory pso -D FENCED => holds
// expect: tarry fence big-reader.pml --memory tso => 2 mfence
// expect: tarry fence big-reader.pml --memory pso => 2 mfence, 1 sfence
#include "tarry.h"

#ifdef FENCED
#define FULL mfence
#define STORE_STORE sfence
#else
#define FULL skip
#define STORE_STORE skip
#endif

#define READERS 2

bit reading[READERS];
bit writer;
bit first, second;  // the writer keeps them equal

active [READERS] proctype reader()
{
    bit a;

    do
    :: reading[_pid] = 1;
       FULL;
       do
       :: writer ->
          reading[_pid] = 0;
          !writer;
          reading[_pid] = 1;
          FULL
       :: else -> break
       od;
       a = first;
       assert(a == second);
       reading[_pid] = 0
    od
}

active proctype update()
{
    do
    :: xchg(writer, 1, _);
       reading[0] == 0;
       reading[1] == 0;
       first = 1 - first;
       second = 1 - second;
       STORE_STORE;
       writer = 0
    od
}
