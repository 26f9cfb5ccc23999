// Lamport's bakery for any number of processes, without locked instructions: take a number larger than all that you see, then wait for those with a smaller one.
// The number, and the sign that one is being chosen, must be seen before the others' numbers are read. Under TSO both may still wait in the buffer: two processes
// take the same number, do not see each other, and both enter. A full fence behind `choosing = 1` and one behind the number mend it (-D FENCED), under PSO too.
// None is needed behind `choosing = 0`: while it is delayed the others only wait longer.
// Checked: at most one process is inside.
// Numbers grow without bound when processes meet for ever, so each of the two enters twice. The scan includes oneself, as in the paper.
// expect: tarry check bakery.pml --memory sc => holds
// expect: tarry check bakery.pml --memory tso => violated
// expect: tarry check bakery.pml --memory pso => violated
// expect: tarry check bakery.pml --memory tso -D FENCED => holds
// expect: tarry check bakery.pml --memory pso -D FENCED => holds
// expect: tarry fence bakery.pml --memory tso => 2 mfence
// expect: tarry fence bakery.pml --memory pso => 2 mfence
#include "tarry.h"

#ifdef FENCED
#define FULL mfence
#else
#define FULL skip
#endif

#define N 2
#define ROUNDS 2

bit choosing[N];
byte number[N];
ghost byte inside;

active [N] proctype P()
{
    byte other, highest, round;

    for (round : 1 .. ROUNDS) {
        choosing[_pid] = 1;
        FULL;
        highest = 0;
        for (other : 0 .. N - 1) {
            highest = (number[other] > highest -> number[other] : highest)
        }
        number[_pid] = highest + 1;
        FULL;
        choosing[_pid] = 0;
        for (other : 0 .. N - 1) {
            choosing[other] == 0;
            number[other] == 0 || number[other] > number[_pid] || number[other] == number[_pid] && other >= _pid
        }
        inside++;
        assert(inside == 1);
        inside--;
        number[_pid] = 0
    }
}
