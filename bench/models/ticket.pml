/* A ticket lock for N processes: take a number, wait until it is served.
 *
 * At most N numbers are in use at a time, so that counting modulo N keeps them apart. The atomic block is the
 * fetch-and-add that the algorithm needs. */
#ifndef __TARRY__
#define ghost
#endif
#ifndef N
#define N 8
#endif

byte next, serving;
ghost byte ncrit;

active [N] proctype P()
{
    byte mine;

    do
    :: atomic { mine = next; next = (next + 1) % N };
       serving == mine;
       mine = 0;
       ncrit++;
       assert(ncrit == 1);
       ncrit--;
       serving = (serving + 1) % N
    od
}
