/* A ticket lock for N processes, with the locked instructions of a machine: take a number, wait until it is served.
 *
 * At most N numbers are in use at a time, so that counting modulo 16 keeps those of up to 16 processes apart. */
#include "../../../examples/tarry.h"
#ifndef N
#define N 12
#endif

unsigned next : 4, serving : 4;
ghost byte ncrit;

active [N] proctype P()
{
    unsigned mine : 4;

    do
    :: fetch_add(next, 1, mine);
       serving == mine;
       mine = 0;
       ncrit++;
       assert(ncrit == 1);
       ncrit--;
       serving = serving + 1
    od
}
