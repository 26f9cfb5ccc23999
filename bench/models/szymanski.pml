/* Szymanski's algorithm for N processes: a waiting room with two doors.
 *
 * flag: 0 outside, 1 wants in, 2 in the room and waiting for others, 3 in the doorway, 4 past the inner door. Each
 * scan looks at one process after the other. */
#ifndef __TARRY__
#define ghost
#endif
#ifndef N
#define N 4
#endif

byte flag[N];
ghost byte ncrit;

active [N] proctype P()
{
    byte j;

    do
    :: flag[_pid] = 1;
       do
       :: j < N ->
          flag[j] < 3;
          j++
       :: else -> break
       od;
       j = 0;
       flag[_pid] = 3;
       do
       :: j < N && flag[j] != 1 -> j++
       :: j < N && flag[j] == 1 ->
          flag[_pid] = 2;
          j = 0;
          do
          :: flag[j] == 4 -> break
          :: flag[j] != 4 -> j = (j + 1) % N
          od;
          break
       :: j == N -> break
       od;
       j = 0;
       flag[_pid] = 4;
       do
       :: j < _pid ->
          flag[j] < 2;
          j++
       :: else -> break
       od;
       ncrit++;
       assert(ncrit == 1);
       ncrit--;
       j = _pid + 1;
       do
       :: j < N ->
          flag[j] < 2 || flag[j] == 4;
          j++
       :: else -> break
       od;
       j = 0;
       flag[_pid] = 0
    od
}
