/* Two processes, each with store loops nested DEPTH deep, 1 to 8. A loop of level k stores 1 or 2, on odd levels to one location and on
 * even levels to another. It is left at any time; with -DWATCH, on levels above the first only when the other process's location shows the
 * same. After its loops a process waits until it sees what the other's outermost loop stores. */
#ifndef DEPTH
#define DEPTH 1
#endif
#define VALUE(k) (1 + k / 2 % 2)
#define SEES(other, k) other[k % 2] == VALUE(k)
#ifdef WATCH
#define LEAVE(other, k) SEES(other, k) -> break
#else
#define LEAVE(other, k) break
#endif

#define LOOP_1(mine, other) do :: mine[1] = VALUE(1) :: break od
#define LOOP_2(mine, other) do :: mine[0] = VALUE(2); LOOP_1(mine, other) :: LEAVE(other, 2) od
#define LOOP_3(mine, other) do :: mine[1] = VALUE(3); LOOP_2(mine, other) :: LEAVE(other, 3) od
#define LOOP_4(mine, other) do :: mine[0] = VALUE(4); LOOP_3(mine, other) :: LEAVE(other, 4) od
#define LOOP_5(mine, other) do :: mine[1] = VALUE(5); LOOP_4(mine, other) :: LEAVE(other, 5) od
#define LOOP_6(mine, other) do :: mine[0] = VALUE(6); LOOP_5(mine, other) :: LEAVE(other, 6) od
#define LOOP_7(mine, other) do :: mine[1] = VALUE(7); LOOP_6(mine, other) :: LEAVE(other, 7) od
#define LOOP_8(mine, other) do :: mine[0] = VALUE(8); LOOP_7(mine, other) :: LEAVE(other, 8) od

#if DEPTH == 1
#define LOOPS LOOP_1
#elif DEPTH == 2
#define LOOPS LOOP_2
#elif DEPTH == 3
#define LOOPS LOOP_3
#elif DEPTH == 4
#define LOOPS LOOP_4
#elif DEPTH == 5
#define LOOPS LOOP_5
#elif DEPTH == 6
#define LOOPS LOOP_6
#elif DEPTH == 7
#define LOOPS LOOP_7
#elif DEPTH == 8
#define LOOPS LOOP_8
#endif

byte x[2], y[2];

active proctype P()
{
    LOOPS(x, y);
    SEES(y, DEPTH)
}

active proctype Q()
{
    LOOPS(y, x);
    SEES(x, DEPTH)
}
