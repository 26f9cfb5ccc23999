/* Lamport's bakery for N processes with tickets 1..TICKETS: a process waits while the next ticket does not fit.
 *
 * A process that finds the last ticket taken stops choosing and starts over, so that the others can go on. */
#ifndef __TARRY__
#define ghost
#endif
#ifndef N
#define N 3
#endif
#ifndef TICKETS
#define TICKETS 12
#endif

bit choosing[N];
byte number[N];
ghost byte ncrit;

active [N] proctype P()
{
    byte j, highest;

    do
    :: choosing[_pid] = 1;
       do
       :: j < N && number[j] > highest -> highest = number[j]; j++
       :: j < N && number[j] <= highest -> j++
       :: j == N -> break
       od;
       j = 0;
       if
       :: highest < TICKETS -> number[_pid] = highest + 1
       :: else
       fi;
       highest = 0;
       choosing[_pid] = 0;
       if
       :: number[_pid] > 0 ->
          do
          :: j < N ->
             choosing[j] == 0;
             number[j] == 0 || number[j] > number[_pid] || (number[j] == number[_pid] && j >= _pid);
             j++
          :: else -> break
          od;
          j = 0;
          ncrit++;
          assert(ncrit == 1);
          ncrit--;
          number[_pid] = 0
       :: else
       fi
    od
}
