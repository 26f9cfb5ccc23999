#include "base/crew.h"

#include <pthread.h>
#include <stdatomic.h>

#include "base/bug.h"
#include "base/clock.h"
#include "base/limits.h"
#include "base/memory.h"

typedef struct member {
    crew *crew;
    uint32_t number;
    limits limits;
    pthread_t thread;
} member;

struct crew {
    uint32_t count;          /* of members, the caller among them */
    member *members;         /* the first is the caller */
    pthread_mutex_t lock;
    pthread_cond_t begun, ended;
    /* changed under the lock; the atomic ones are looked at without it, too */
    const crew_task *task;
    atomic_ullong round;     /* pieces of work so far */
    atomic_uint busy;        /* members that have not ended their part */
    bool is_over;
    atomic_bool is_abandoned; /* what is under way shall end */
    const char *reason;      /* of the first other member that jumped, where it had one of its own */
    memory_guest *guest;     /* of the scope, so that a jump past us ends the threads */
};

/* Pieces of work follow each other closely: who would sleep in between looks so often first, for some tens of microseconds. */
enum { LOOKS = 2000 };

static void pause_briefly(void)
{
#if defined __x86_64__ || defined __i386__
    __builtin_ia32_pause();
#endif
}

static void do_part(void *data)
{
    const member *m = data;
    const crew_task *task = m->crew->task;
    task->work(task->data, m->number);
}

/* ---- The others ---- */
static bool goes_on(void *data)
{
    return !atomic_load_explicit(&((member *)data)->crew->is_abandoned, memory_order_relaxed);
}

/* False: there is no more. */
static bool wait_for_task(crew *c, uint64_t *round)
{
    for (int i = 0; i < LOOKS && atomic_load_explicit(&c->round, memory_order_relaxed) == *round; i++)
        pause_briefly();
    pthread_mutex_lock(&c->lock);
    while (c->round == *round && !c->is_over)
        pthread_cond_wait(&c->begun, &c->lock);
    *round = c->round;
    bool is_over = c->is_over;
    pthread_mutex_unlock(&c->lock);
    return !is_over;
}

static void end_part(crew *c)
{
    pthread_mutex_lock(&c->lock);
    if (--c->busy == 0)
        pthread_cond_signal(&c->ended);
    pthread_mutex_unlock(&c->lock);
}

/* The member's part was left by a jump. What it took stays until the threads end: others may be looking at it. */
static void give_up(member *m)
{
    crew *c = m->crew;
    c->task->left(c->task->data, m->number);
    pthread_mutex_lock(&c->lock);
    if (!c->reason && m->limits.reason != limits_interrupted)
        c->reason = m->limits.reason;
    pthread_mutex_unlock(&c->lock);
    atomic_store(&c->is_abandoned, true);
}

static void serve(void *data)
{
    member *m = data;
    uint64_t round = 0;
    while (wait_for_task(m->crew, &round)) {
        if (!limits_attempt(do_part, m))
            give_up(m);
        end_part(m->crew);
    }
    m->limits.has_jumped |= atomic_load(&m->crew->is_abandoned); /* then nobody gives back what this thread took */
}

static void *live(void *data)
{
    member *m = data;
    limits_run(&m->limits, serve, m);
    return NULL;
}

/* ---- The caller ---- */
static void end_threads(void *data)
{
    crew *c = data;
    pthread_mutex_lock(&c->lock);
    c->is_over = true;
    pthread_cond_broadcast(&c->begun);
    pthread_mutex_unlock(&c->lock);
    for (uint32_t k = 1; k < c->count; k++)
        pthread_join(c->members[k].thread, NULL);
    pthread_mutex_destroy(&c->lock);
    pthread_cond_destroy(&c->begun);
    pthread_cond_destroy(&c->ended);
}

/* After a jump. */
static void dismiss(void *data)
{
    atomic_store(&((crew *)data)->is_abandoned, true);
    end_threads(data);
}

crew *crew_new(uint32_t members)
{
    CHECK(limits_current && members);
    crew *c = memory_new(sizeof *c);
    c->members = memory_new(members * sizeof *c->members);
    pthread_mutex_init(&c->lock, NULL);
    pthread_cond_init(&c->begun, NULL);
    pthread_cond_init(&c->ended, NULL);
    c->count = 1;
    c->members[0].crew = c;
    c->guest = memory_adopt(c, dismiss);
    for (; c->count < members; c->count++) {
        member *m = &c->members[c->count];
        *m = (member){.crew = c, .number = c->count, .limits = {.go_on = goes_on, .data = m}};
        if (pthread_create(&m->thread, NULL, live, m))
            break;
    }
    return c;
}

uint32_t crew_members(const crew *c)
{
    return c->count;
}

/* Until all have ended; a limit that is reached meanwhile ends them. */
static void wait_for_others(crew *c)
{
    for (int i = 0; i < LOOKS && atomic_load_explicit(&c->busy, memory_order_relaxed); i++)
        pause_briefly();
    pthread_mutex_lock(&c->lock);
    while (c->busy) {
        struct timespec until = clock_soon();
        pthread_cond_timedwait(&c->ended, &c->lock, &until);
        pthread_mutex_unlock(&c->lock);
        if (limits_reason())
            atomic_store(&c->is_abandoned, true);
        pthread_mutex_lock(&c->lock);
    }
    pthread_mutex_unlock(&c->lock);
}

bool crew_do(crew *c, const crew_task *task)
{
    limits *l = limits_current;
    CHECK(!atomic_load(&c->is_abandoned));
    bool counted = limits_count_polls(false); /* turns that are counted in work must not depend on how much of it falls to this thread */
    pthread_mutex_lock(&c->lock);
    c->task = task;
    c->round++;
    c->busy = c->count - 1;
    pthread_cond_broadcast(&c->begun);
    pthread_mutex_unlock(&c->lock);
    bool done = limits_attempt(do_part, &c->members[0]); /* nobody may jump past us while others work for us */
    if (!done) {
        task->left(task->data, 0);
        atomic_store(&c->is_abandoned, true);
    }
    wait_for_others(c);
    limits_count_polls(counted);
    if (!done)
        limits_jump_on();
    if (c->reason && !l->reason)
        l->reason = c->reason;
    return !atomic_load(&c->is_abandoned);
}

typedef struct sharing {
    uint32_t count, members;
    void (*part)(void *data, uint32_t from, uint32_t to);
    void *data;
} sharing;

static void do_share(void *data, uint32_t who)
{
    const sharing *s = data;
    s->part(s->data, (uint32_t)((uint64_t)s->count * who / s->members), (uint32_t)((uint64_t)s->count * (who + 1) / s->members));
}

static void leave_share(void *data, uint32_t who)
{
    (void)data;
    (void)who;
}

bool crew_share(crew *c, uint32_t count, void (*part)(void *data, uint32_t from, uint32_t to), void *data)
{
    sharing s = {count, c ? c->count : 1, part, data};
    crew_task task = {do_share, leave_share, &s};
    if (c)
        return crew_do(c, &task);
    part(data, 0, count);
    return true;
}

bool crew_is_broken(const crew *c)
{
    return atomic_load(&c->is_abandoned);
}

void crew_free(crew *c)
{
    if (!c)
        return;
    memory_disown(c->guest);
    end_threads(c);
    memory_free(c->members);
    memory_free(c);
}
