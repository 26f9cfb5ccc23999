// Szymanski's mutual exclusion (1988): a waiting room with two doors. Who comes in while the inner door is open waits for all who are in the room, then the
// last one closes the outer door, and they leave one by one, in the order of their numbers.
// flag is 0 outside, 1 wants in, 2 waits in the room, 3 in the doorway, 4 past the inner door. Each store to it is followed by loads of the others' flags:
// store buffering, under TSO. -D FENCED has a full fence behind each of the four, and is right under PSO too; `tarry fence` finds that for two processes
// those behind 1 and 3 are enough.
// Checked: at most one process is inside, and there is no deadlock. Two processes, for ever.
// Where the paper waits for a condition on all flags, the model reads them one by one.
// expect: tarry check szymanski.pml --memory sc => holds
// expect: tarry check szymanski.pml --memory tso => violated
// expect: tarry check szymanski.pml --memory pso => violated
// expect: tarry check szymanski.pml --memory tso -D FENCED => holds
// expect: tarry check szymanski.pml --memory pso -D FENCED => holds
// expect: tarry fence szymanski.pml --memory tso => 2 mfence
// expect: tarry fence szymanski.pml --memory pso => 2 mfence
#include "tarry.h"

#ifdef FENCED
#define FULL mfence
#else
#define FULL skip
#endif

#define N 2

byte flag[N];
ghost byte inside;

active [N] proctype P()
{
    byte other;
    bool alone;

    do
    :: flag[_pid] = 1;
       FULL;
       for (other : 0 .. N - 1) {
           flag[other] < 3
       }
       flag[_pid] = 3;
       FULL;
       alone = true;
       for (other : 0 .. N - 1) {
           alone = alone && flag[other] != 1
       }
       if
       :: !alone ->
          flag[_pid] = 2;
          FULL;
          other = 0;
          do
          :: flag[other] == 4 -> break
          :: else -> other = (other + 1) % N
          od
       :: else
       fi;
       flag[_pid] = 4;
       FULL;
       for (other : 0 .. N - 1) {
           other >= _pid || flag[other] < 2
       }
       inside++;
       assert(inside == 1);
       inside--;
       for (other : 0 .. N - 1) {
           other <= _pid || flag[other] < 2 || flag[other] == 4
       }
       flag[_pid] = 0
    od
}
