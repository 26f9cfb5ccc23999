/* Peterson's filter lock for N processes: N - 1 waiting rooms, each of which keeps one process back.
 *
 * level: the room that a process has entered, 0 outside. victim[l - 1]: who entered room l last. */
#ifndef __TARRY__
#define ghost
#endif
#ifndef N
#define N 4
#endif

byte level[N];
byte victim[N - 1];
ghost byte ncrit;

active [N] proctype P()
{
    byte room, j;

    do
    :: do
       :: room < N - 1 ->
          level[_pid] = room + 1;
          victim[room] = _pid;
          do
          :: j < N ->
             j == _pid || level[j] <= room || victim[room] != _pid;
             j++
          :: else -> break
          od;
          j = 0;
          room++
       :: else -> break
       od;
       room = 0;
       ncrit++;
       assert(ncrit == 1);
       ncrit--;
       level[_pid] = 0
    od
}
