// Peterson's filter lock for three processes: two waiting rooms, each of which keeps back the one who came last.
// In each room a process stores its level and that it is the victim, and then looks at the others' levels. Under TSO both stores may still wait in the buffer
// meanwhile, as in Peterson's algorithm for two: a full fence behind the second store mends it. Under PSO the two stores may also change places, so that a
// store-store fence between them is needed as well (-D FENCED has both).
// Checked: at most one process is inside. Each process enters for ever.
// The scan reads one level after the other, and the victim again each time, as the code does.
// expect: tarry check filter.pml --memory sc => holds
// expect: tarry check filter.pml --memory tso => violated
// expect: tarry check filter.pml --memory pso => violated
// expect: tarry check filter.pml --memory tso -D FENCED => holds
// expect: tarry check filter.pml --memory pso -D FENCED => holds
// expect: tarry fence filter.pml --memory tso => 1 mfence
#include "tarry.h"

#define N 3

byte level[N];
byte victim[N];     // of rooms 1 to N - 1
ghost byte inside;

active [N] proctype P()
{
    byte room, other;

    do
    :: room = 1;
       do
       :: room < N ->
          level[_pid] = room;
#ifdef FENCED
          sfence;
#endif
          victim[room] = _pid;
#ifdef FENCED
          mfence;
#endif
          other = 0;
          do
          :: other < N ->
             other == _pid || level[other] < room || victim[room] != _pid;
             other++
          :: else -> break
          od;
          room++
       :: else -> break
       od;
       inside++;
       assert(inside == 1);
       inside--;
       level[_pid] = 0
    od
}
