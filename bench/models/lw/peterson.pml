/* Peterson's algorithm for two processes, as in Table 2 of Linden and Wolper.
 *
 * REPEAT: a process that has left its critical section starts again. SYNC: with the sync operation that makes it correct. The
 * error is both processes at CS (--mutex CS). */
#ifdef SYNC
#define SYNCHRONISE sync;
#else
#define SYNCHRONISE
#endif
#ifdef REPEAT
#define LAST goto start
#else
#define LAST
#endif

bit want0, want1, turn;

#define PROCESS(name, i, j, mine, other) \
active proctype name()                   \
{                                        \
start:                                   \
    mine = 1;                            \
    turn = j;                            \
    SYNCHRONISE                          \
    other == 0 || turn == i;             \
CS:                                      \
    skip;                                \
    mine = 0;                            \
    LAST                                 \
}

PROCESS(P, 0, 1, want0, want1)
PROCESS(Q, 1, 0, want1, want0)
