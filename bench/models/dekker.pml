/* Dekker's algorithm in a tournament: N processes climb a binary tree of two-process locks.
 *
 * Tree positions count as in a heap: 1 is the root, process i starts at leaf N + i, and the parent of c is c / 2. The
 * lock of a parent is contended by its children c and c ^ 1. `height` is how far a process has climbed. */
#ifndef __TARRY__
#define ghost
#endif
#ifndef N
#define N 4
#endif

#define CHILD   ((N + _pid) >> height)
#define SIDE    (CHILD & 1)
#define WANT(c) want[(c) - 2]
#define TURN(c) turn[((c) >> 1) - 1]

bit want[2 * N - 2];
bit turn[N - 1];
ghost byte ncrit;

active [N] proctype P()
{
    unsigned height : 3;
    bit other;

    do
    :: do
       :: CHILD > 1 ->
          WANT(CHILD) = 1;
          do
          :: other = WANT(CHILD ^ 1);
             if
             :: other == 0 -> break
             :: other == 1
             fi;
             other = 0;
             if
             :: TURN(CHILD) == SIDE
             :: TURN(CHILD) != SIDE ->
                WANT(CHILD) = 0;
                TURN(CHILD) == SIDE;
                WANT(CHILD) = 1
             fi
          od;
          height++
       :: else -> break
       od;
       ncrit++;
       assert(ncrit == 1);
       ncrit--;
       do
       :: height > 0 ->
          height--;
          TURN(CHILD) = 1 - SIDE;
          WANT(CHILD) = 0
       :: else -> break
       od
    od
}
