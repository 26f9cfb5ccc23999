/* limits.h: what a computation may take, and the way out of it.
 *
 * A model decides how long most of our loops are. Each such loop polls; what to ask for (time, memory, whether the user wants it to end) and where to go
 * when there is no more of it belongs to the thread, set by whoever asked for the computation: then a loop ten calls down needs no argument for it, and no
 * result that is only half made is ever mistaken for a whole one, since nobody gets to see it.
 *
 * The first look that finds a limit passed only notes the reason. A search asks for it (limits_reason) between two states and ends in order, with all that
 * it knows. A loop that is still at it a little later, or takes far more memory, is left by a jump to the recovery point, and so is an allocation that the
 * machine refuses. Structures are in the order that their release functions need. */
#ifndef BASE_LIMITS_H
#define BASE_LIMITS_H

#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct limits {
    double seconds;            /* 0: no limit */
    uint64_t bytes;            /* of memory in use beyond that at the start; 0: no limit */
    bool (*go_on)(void *data); /* false when the user wants no more; may be NULL */
    void *data;
    /* Below: kept by limits.c. */
    const char *reason;        /* the limit that was reached */
    double start, grace;       /* when to jump, once there is a reason */
    double next_memory;        /* when to look at the memory again */
    uint64_t first_bytes, used_bytes, peak_bytes, most_bytes;
    uint64_t work;             /* polls up to the last look, and what limits_spent told: the same in every run of the same computation */
    bool is_uncounted;         /* polls are no work now */
    uint32_t countdown;        /* polls until the next look */
    int statm;                 /* a file of the system that tells the size of this process */
    jmp_buf *recovery;
    bool has_jumped;
    uint64_t rounds;           /* that a computation without statistics has done, for who shows progress */
    void *reserve;             /* given back when there is no more memory, so that the result can still be told */
} limits;

/* The reasons where the user wanted no more, and where time was up. */
extern const char limits_interrupted[], limits_late[];

/* The limits of this thread; NULL: there are none. For limits_poll only. */
extern _Thread_local limits *limits_current;

/* Calls work(data) within the limits. False when the work was left by a jump. After any jump, also one to a recovery point inside the work, all memory that the
 * work took and did not keep (base/memory.h) is given back. */
bool limits_run(limits *l, void (*work)(void *data), void *data);

/* Calls work(data) within the limits of this thread, if there are any, with a recovery point of its own: the caller can go on with what it has. False
 * as above. */
bool limits_attempt(void (*work)(void *data), void *data);

/* Looks at the clock now; may jump. For loops with slow rounds. */
void limits_look(void);

/* On to the recovery point before: for one who caught a jump only to tidy up. */
_Noreturn void limits_jump_on(void);

/* limits_look, once every few hundred calls. */
static inline void limits_poll(void)
{
    if (limits_current && --limits_current->countdown == 0)
        limits_look();
}

/* Work that no poll has counted: about as much of it as a poll stands for each. */
static inline void limits_spent(uint64_t work)
{
    if (limits_current)
        limits_current->work += work;
}

/* Whether polls count as work from now on; returns whether they did. Where threads share what is done, how much of it falls to this one is chance. A jump puts it back. */
bool limits_count_polls(bool counts);

/* After go_on returned false and the computation that it spoke of has ended: another one of this thread may go on. */
void limits_go_on(void);

/* Looks at the clock and does not jump. NULL: the computation may go on; otherwise the limit that was reached, in the words of a result's reason. */
const char *limits_reason(void);

/* limits_reason with a poll in place of a look: for each round of a search. */
static inline const char *limits_noticed(void)
{
    limits_poll();
    return limits_current ? limits_current->reason : NULL;
}

/* Counts a round of the computation: a state, or a step, that was checked. */
static inline void limits_round(void)
{
    if (limits_current)
        limits_current->rounds++;
}
static inline uint64_t limits_rounds(void)
{
    return limits_current ? limits_current->rounds : 0;
}

/* The most memory seen in use; 0 without limits. */
uint64_t limits_peak_bytes(void);

#endif
