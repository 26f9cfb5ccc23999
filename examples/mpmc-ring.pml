// A ring for several producers and several consumers, after Vyukov: each cell has a sequence number that says whose turn it is. Position p may be filled when the
// number is p, and emptied when it is p + 1; compare-and-swap hands out positions.
// The compare-and-swap does not order what follows it: the item is stored, and then the sequence number that gives the cell away. Under TSO they stay in
// order. Under PSO the number may come first, and a consumer takes what was in the cell before. A store-store fence between the two mends it (-D FENCED).
// On the way back the number alone is stored, after the item has been read.
// Checked: every item that is taken was put in, and none is taken twice; a full or empty ring is told, never waited for.
// Two cells, two producers with two items each and two consumers that try twice.
// expect: tarry check mpmc-ring.pml --memory sc => holds
// expect: tarry check mpmc-ring.pml --memory tso => holds
// expect: tarry check mpmc-ring.pml --memory pso => violated
// expect: tarry check mpmc-ring.pml --memory pso -D FENCED => holds
// expect: tarry fence mpmc-ring.pml --memory pso => 1 sfence
#include "tarry.h"

#define SIZE 2

byte sequence[SIZE] = { 0, 1 };
byte cell[SIZE];
byte enqueue_at, dequeue_at;
ghost bit taken[5];

active [2] proctype producer()
{
    byte item, at, number;
    bit won;

    for (item : 2 * _pid + 1 .. 2 * _pid + 2) {
        at = enqueue_at;
        do
        :: number = sequence[at % SIZE];
           if
           :: number == at ->
              cas(enqueue_at, at, at + 1, won);
              if
              :: won ->
                 cell[at % SIZE] = item;
#ifdef FENCED
                 sfence;
#endif
                 sequence[at % SIZE] = at + 1;
                 break
              :: else -> at = enqueue_at
              fi
           :: number < at -> break      // full
           :: number > at -> at = enqueue_at
           fi
        od
    }
}

active [2] proctype consumer()
{
    byte item, at, number, attempt;
    bit won;

    for (attempt : 1 .. 2) {
        at = dequeue_at;
        do
        :: number = sequence[at % SIZE];
           if
           :: number == at + 1 ->
              cas(dequeue_at, at, at + 1, won);
              if
              :: won ->
                 item = cell[at % SIZE];
                 sequence[at % SIZE] = at + SIZE;
                 assert(item != 0 && !taken[item]);
                 taken[item] = 1;
                 break
              :: else -> at = dequeue_at
              fi
           :: number < at + 1 -> break      // empty
           :: number > at + 1 -> at = dequeue_at
           fi
        od
    }
}
