/* A ticket lock: does process WHO get in? See ../ticket.pml. */
#ifndef N
#define N 2
#endif
#include "live.h"

#if N == 2
#define ROOM 1      /* bits of a number */
#else
#define ROOM 2
#endif

unsigned next : ROOM, serving : ROOM;

active [N] proctype P()
{
    unsigned mine : ROOM;

    OUTSIDE
    fetch_add(next, 1, mine);
    serving == mine;
    mine = 0;
CS: skip;
    serving = serving + 1;
    goto away
}
