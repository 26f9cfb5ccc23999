/* The queue lock of Mellor-Crummey and Scott for N processes, with the locked instructions of a machine: each spins on a flag of its own.
 *
 * tail and next name a process by its number plus one; 0 is nobody. */
#include "../../../examples/tarry.h"
#ifndef N
#define N 6
#endif

#define ME (_pid + 1)

byte tail;
byte next[N];
bit locked[N];
ghost byte ncrit;

active [N] proctype P()
{
    byte before;
    bit done;

    do
    :: next[_pid] = 0;
       locked[_pid] = 1;
       xchg(tail, ME, before);
       if
       :: before != 0 ->
          next[before - 1] = ME;
          before = 0;
          locked[_pid] == 0
       :: before == 0
       fi;
       ncrit++;
       assert(ncrit == 1);
       ncrit--;
       cas(tail, ME, 0, done);
       if
       :: done
       :: !done -> next[_pid] != 0; locked[next[_pid] - 1] = 0
       fi;
       done = 0
    od
}
