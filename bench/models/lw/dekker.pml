/* Dekker's algorithm for two processes, as in Table 2 of Linden and Wolper.
 *
 * REPEAT: a process that has left its critical section starts again. SYNC: with the sync operations that make it correct. The
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
    SYNCHRONISE                          \
look:                                    \
    if                                   \
    :: other == 0 -> goto CS             \
    :: other == 1                        \
    fi;                                  \
    if                                   \
    :: turn == i -> goto look            \
    :: turn != i                         \
    fi;                                  \
    mine = 0;                            \
    turn == i;                           \
    mine = 1;                            \
    SYNCHRONISE                          \
    goto look;                           \
CS:                                      \
    skip;                                \
    turn = j;                            \
    mine = 0;                            \
    LAST                                 \
}

PROCESS(P, 0, 1, want0, want1)
PROCESS(Q, 1, 0, want1, want0)
