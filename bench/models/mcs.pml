/* The queue lock of Mellor-Crummey and Scott for N processes: each spins on a flag of its own.
 *
 * tail and next name a process by its number plus one; 0 is nobody. The two atomic blocks are the exchange and the
 * compare-and-swap that the algorithm needs. */
#ifndef __TARRY__
#define ghost
#endif
#ifndef N
#define N 5
#endif

#define ME (_pid + 1)

byte tail;
byte next[N];
bit locked[N];
ghost byte ncrit;

active [N] proctype P()
{
    byte before;

    do
    :: next[_pid] = 0;
       atomic { before = tail; tail = ME };
       if
       :: before != 0 ->
          locked[_pid] = 1;
          next[before - 1] = ME;
          before = 0;
          locked[_pid] == 0
       :: before == 0
       fi;
       ncrit++;
       assert(ncrit == 1);
       ncrit--;
       if
       :: atomic { next[_pid] == 0 && tail == ME -> tail = 0 }
       :: next[_pid] != 0 -> locked[next[_pid] - 1] = 0
       fi
    od
}
