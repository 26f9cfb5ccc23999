/* A ring of N processes in store-buffer memory: neighbours exclude each other, as Dekker's algorithm lets two do.
 *
 * A process raises its flag and looks at the flags of both its neighbours. Where one is up and it is that one's turn, the
 * process takes its flag back until the turn is its own, and starts again. Turn i lies between processes i and i + 1, and is
 * 0 when it is the first one's. A process that leaves gives both its turns away; at the start process 0 has both of its own, so
 * that the turns never go round in a circle. From four processes on, some may be in their critical sections together: each
 * process has its own ghost here. */
#ifndef N
#define N 2
#endif
#ifndef BUFFSIZE
#define BUFFSIZE 2
#endif
#define PROCSIZE N
#define VARSIZE  (2 * N)
#include "memory.h"

#define FLAG(i) (i)
#define TURN(i) (N + (i))
#define RIGHT   ((ME + 1) % N)
#define LEFT    ((ME + N - 1) % N)

/* Goes on when the neighbour's flag is down. `mine` is the value of the turn that lets this process go first. */
#define PASS(neighbour, turn, mine) \
    do \
    :: READ(FLAG(neighbour)) == 0 -> break \
    :: READ(FLAG(neighbour)) == 1 -> \
       if \
       :: READ(TURN(turn)) == mine \
       :: READ(TURN(turn)) != mine -> \
          WRITE(FLAG(ME), 0); \
          READ(TURN(turn)) == mine; \
          goto start \
       fi \
    od

#ifdef LABEL
#define NEIGHBOURS_CRITICAL CRITICAL
#else
#define NEIGHBOURS_CRITICAL inside[ME] = 1; assert(!inside[LEFT] && !inside[RIGHT]); inside[ME] = 0
bit inside[N];
#endif

proctype P()
{
start:
    do
    :: WRITE(FLAG(ME), 1);
       STORE_LOAD
       PASS(RIGHT, ME, 0);
       PASS(LEFT, LEFT, 1);
       NEIGHBOURS_CRITICAL;
       WRITE(TURN(ME), 1);
       WRITE(TURN(LEFT), 0);
       STORE_STORE
       WRITE(FLAG(ME), 0)
    od
}

init { atomic { INIT(TURN(N - 1), 1); START } }
