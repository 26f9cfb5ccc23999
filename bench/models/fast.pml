/* Lamport's fast mutual exclusion for N processes: seven accesses to memory when nobody else competes.
 *
 * x and y hold a process by its number plus one; 0 in y says that the gate is open. */
#ifndef __TARRY__
#define ghost
#endif
#ifndef N
#define N 4
#endif

#define ME (_pid + 1)

bit b[N];
byte x, y;
ghost byte ncrit;

active [N] proctype P()
{
    byte j;

start:
    b[_pid] = 1;
    x = ME;
    if
    :: y != 0 ->
       b[_pid] = 0;
       y == 0;
       goto start
    :: y == 0
    fi;
    y = ME;
    if
    :: x != ME ->
       b[_pid] = 0;
       do
       :: j < N ->
          b[j] == 0;
          j++
       :: else -> break
       od;
       j = 0;
       if
       :: y != ME ->
          y == 0;
          goto start
       :: y == ME
       fi
    :: x == ME
    fi;
    ncrit++;
    assert(ncrit == 1);
    ncrit--;
    y = 0;
    b[_pid] = 0;
    goto start
}
