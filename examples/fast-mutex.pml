// Lamport's fast mutual exclusion (1987): who meets nobody enters after two stores and two loads of x and y, however many processes there are.
// A process stores x and reads y, stores y and reads x: each pair is store buffering, and under TSO each may go wrong. A full fence behind x and one behind y
// mend it (-D FENCED). Where it takes its own flag down and reads the others' none is needed: a flag that comes down late only makes others wait. Under PSO
// the exit must keep its order too: y is free before the flag is down, which a store-store fence sees to.
// Checked: at most one process is inside, and there is no deadlock.
// Two processes, for ever; process i is called i + 1, and y = 0 says that the gate is open.
// expect: tarry check fast-mutex.pml --memory sc => holds
// expect: tarry check fast-mutex.pml --memory tso => violated
// expect: tarry check fast-mutex.pml --memory pso => violated
// expect: tarry check fast-mutex.pml --memory tso -D FENCED => holds
// expect: tarry check fast-mutex.pml --memory pso -D FENCED => holds
// expect: tarry fence fast-mutex.pml --memory tso => 2 mfence
// expect: tarry fence fast-mutex.pml --memory pso => 2 mfence, 1 sfence
#include "tarry.h"

#ifdef FENCED
#define FULL mfence
#define STORE_STORE sfence
#else
#define FULL skip
#define STORE_STORE skip
#endif

#define N 2
#define ME (_pid + 1)

bit busy[N];
byte x, y;
ghost byte inside;

active [N] proctype P()
{
    byte other;

start:
    busy[_pid] = 1;
    x = ME;
    FULL;
    if
    :: y != 0 ->
       busy[_pid] = 0;
       y == 0;
       goto start
    :: else
    fi;
    y = ME;
    FULL;
    if
    :: x != ME ->
       busy[_pid] = 0;
       for (other : 0 .. N - 1) {
           busy[other] == 0
       }
       if
       :: y != ME ->
          y == 0;
          goto start
       :: else
       fi
    :: else
    fi;
    inside++;
    assert(inside == 1);
    inside--;
    y = 0;
    STORE_STORE;
    busy[_pid] = 0;
    goto start
}
