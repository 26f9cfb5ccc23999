// The one-bit algorithm of Burns and of Lamport: one shared bit for each process, which is the least that any algorithm of loads and stores can do with.
// A process raises its flag and gives way to those with smaller numbers; then it waits for those with larger ones. Raising the flag and looking at the others is store
// buffering: under TSO two processes find each other's flag down. One full fence behind the store that raises the flag mends it (-D FENCED), under PSO too.
// Checked: at most one process is inside, and there is no deadlock. It is not fair: process 0 may keep the others out.
// Three processes, for ever.
// expect: tarry check burns.pml --memory sc => holds
// expect: tarry check burns.pml --memory tso => violated
// expect: tarry check burns.pml --memory pso => violated
// expect: tarry check burns.pml --memory tso -D FENCED => holds
// expect: tarry check burns.pml --memory pso -D FENCED => holds
// expect: tarry fence burns.pml --memory tso => 1 mfence
// expect: tarry fence burns.pml --memory pso => 1 mfence
#include "tarry.h"

#define N 3

bit flag[N];
ghost byte inside;

active [N] proctype P()
{
    byte other;

    do
    ::
again: flag[_pid] = 1;
#ifdef FENCED
       mfence;
#endif
       other = 0;
       do
       :: other < _pid ->
          if
          :: flag[other] ->
             flag[_pid] = 0;
             flag[other] == 0;
             goto again
          :: else -> other++
          fi
       :: else -> break
       od;
       other = _pid + 1;
       do
       :: other < N ->
          flag[other] == 0;
          other++
       :: else -> break
       od;
       inside++;
       assert(inside == 1);
       inside--;
       flag[_pid] = 0
    od
}
