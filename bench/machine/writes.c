/* writes.c: what a write costs on this machine, plain, with a fence after it, and as one atomic instruction.
 *
 *     writes ROUNDS
 *
 * Two threads write ROUNDS times each, all at once. Prints one line for each kind of write: its name, and nanoseconds for one write of one thread (processor
 * time of both threads, by the writes of both). The first three are the program of section 4.1 of the thesis: increments of one variable, then of another,
 * by both threads, of which none, the first, or both are atomic. The others do what locks do: each thread writes its own variable and reads the other's. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { LINE = 64, MOST_ROUNDS = 1000000000 };

/* Each on a line of the cache of its own. */
typedef struct place {
    _Alignas(LINE) volatile int value;
} place;

typedef struct job {
    place *own, *other;
    long rounds;
    pthread_barrier_t *start;
} job;

#if defined __x86_64__ || defined __i386__
#define STORE_FENCE() __asm__ volatile("sfence" ::: "memory")
#else
#define STORE_FENCE() atomic_thread_fence(memory_order_release)
#endif

/* A thread that does FIRST for the first half of the rounds and SECOND for the second; written out, so that no call stands between two writes. */
#define THREAD(name, FIRST, SECOND)                                                                                                                            \
    static void *name(void *given)                                                                                                                             \
    {                                                                                                                                                          \
        const job *j = given;                                                                                                                                  \
        place *own = j->own, *other = j->other;                                                                                                                \
        pthread_barrier_wait(j->start);                                                                                                                        \
        for (long i = 0; i < j->rounds / 2; i++) {                                                                                                             \
            FIRST;                                                                                                                                             \
        }                                                                                                                                                      \
        for (long i = 0; i < j->rounds / 2; i++) {                                                                                                             \
            SECOND;                                                                                                                                            \
        }                                                                                                                                                      \
        return NULL;                                                                                                                                           \
    }
#define INCREMENT(place) (place)->value = (place)->value + 1
#define INCREMENT_AT_ONCE(place) __sync_fetch_and_add(&(place)->value, 1)
#define WRITE_AND_LOOK(between)                                                                                                                                \
    own->value = (int)i;                                                                                                                                       \
    between;                                                                                                                                                   \
    (void)other->value
#define EXCHANGE_AND_LOOK()                                                                                                                                    \
    __atomic_exchange_n(&own->value, (int)i, __ATOMIC_SEQ_CST);                                                                                                \
    (void)other->value

THREAD(none_atomic, INCREMENT(own), INCREMENT(other))
THREAD(one_atomic, INCREMENT_AT_ONCE(own), INCREMENT(other))
THREAD(both_atomic, INCREMENT_AT_ONCE(own), INCREMENT_AT_ONCE(other))
THREAD(plain, WRITE_AND_LOOK((void)0), WRITE_AND_LOOK((void)0))
THREAD(store_fence, WRITE_AND_LOOK(STORE_FENCE()), WRITE_AND_LOOK(STORE_FENCE()))
THREAD(full_fence, WRITE_AND_LOOK(atomic_thread_fence(memory_order_seq_cst)), WRITE_AND_LOOK(atomic_thread_fence(memory_order_seq_cst)))
THREAD(exchange, EXCHANGE_AND_LOOK(), EXCHANGE_AND_LOOK())

/* `shared`: both threads use the two variables in the same order. */
static const struct kind {
    const char *name;
    void *(*work)(void *);
    bool shared;
} kinds[] = {{"none-atomic", none_atomic, true}, {"one-atomic", one_atomic, true},  {"both-atomic", both_atomic, true}, {"plain", plain, false},
             {"sfence", store_fence, false},     {"mfence", full_fence, false}, {"atomic", exchange, false}};

static double processor_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static bool measure(const struct kind *k, long rounds)
{
    place places[2] = {{0}, {0}};
    pthread_barrier_t start;
    pthread_t other;
    job jobs[2] = {{&places[0], &places[1], rounds, &start}, {&places[!k->shared], &places[k->shared], rounds, &start}};
    pthread_barrier_init(&start, NULL, 2);
    double began = processor_seconds();
    if (pthread_create(&other, NULL, k->work, &jobs[1]))
        return false;
    k->work(&jobs[0]);
    pthread_join(other, NULL);
    printf("%s %.2f\n", k->name, (processor_seconds() - began) / (double)(2 * rounds) * 1e9);
    pthread_barrier_destroy(&start);
    return true;
}

int main(int argc, char **argv)
{
    long rounds = argc == 2 ? strtol(argv[1], NULL, 10) : 0;
    if (rounds < 2 || rounds > MOST_ROUNDS) {
        fprintf(stderr, "usage: writes ROUNDS (2 to %d)\n", MOST_ROUNDS);
        return 1;
    }
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (!measure(&kinds[i], rounds))
            return 1;
    return 0;
}
