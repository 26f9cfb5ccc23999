#include "engine/contest.h"

#include <inttypes.h>
#include <pthread.h>

#include "base/bug.h"
#include "base/limits.h"

#ifdef TARRY_HOSTILE
enum { SHARE = 8000 };
#else
enum { SHARE = 100000 }; /* the work of a turn: some milliseconds */
#endif

typedef struct contest {
    const engine *second;
    engine_request request; /* of the second */
    engine_result result;
    finals finals;
    statistics latest;
    limits limits;
    pthread_t thread;
    bool has_thread, has_ended;
    bool has_won;           /* it answered before the first did */
    bool is_dropped;        /* it shall end */
    pthread_mutex_t lock;
    pthread_cond_t passed;
    bool seconds_turn;      /* whose turn it is: under the lock, as all else here is changed by the one whose turn it is */
    limits *outer;          /* of the first and its thread; what these called */
    bool (*go_on)(void *data);
    void *data;
    uint64_t until_first, until_second; /* the work at which each turn ends */
} contest;

/* ---- Turns ---- */
static void wait_for(contest *c, bool seconds_turn)
{
    pthread_mutex_lock(&c->lock);
    while (c->seconds_turn != seconds_turn)
        pthread_cond_wait(&c->passed, &c->lock);
    pthread_mutex_unlock(&c->lock);
}

static void pass_to(contest *c, bool seconds_turn)
{
    pthread_mutex_lock(&c->lock);
    c->seconds_turn = seconds_turn;
    pthread_cond_broadcast(&c->passed);
    pthread_mutex_unlock(&c->lock);
}

/* ---- The second ---- */
static bool second_goes_on(void *data)
{
    contest *c = data;
    if (c->limits.work >= c->until_second && !c->is_dropped) {
        pass_to(c, false);
        wait_for(c, true);
    }
    return !c->is_dropped;
}

static void search(void *data)
{
    contest *c = data;
    engine_check(c->second, &c->request, &c->result);
    engine_keep(&c->request, &c->result);
}

static void *run_second(void *data)
{
    contest *c = data;
    wait_for(c, true);
    if (!limits_run(&c->limits, search, c))
        engine_abandon(&c->request, &c->result, c->limits.reason);
    c->has_won = !c->is_dropped && engine_answers(&c->request, &c->result);
    c->has_ended = true;
    pass_to(c, false);
    return NULL;
}

/* One turn, or the rest where it is dropped. */
static void let_second_go(contest *c, uint64_t share)
{
    if (!c->has_thread) {
        if (pthread_create(&c->thread, NULL, run_second, c))
            out_of_memory();
        c->has_thread = true;
    }
    c->until_second = c->limits.work + share;
    pass_to(c, true);
    wait_for(c, false);
}

static void end_second(contest *c)
{
    c->is_dropped = true;
    while (!c->has_ended)
        let_second_go(c, 0);
    pthread_join(c->thread, NULL);
}

/* ---- The first ---- */
typedef struct attempt {
    const engine *engine;
    const engine_request *request;
    engine_result *result;
} attempt;

static bool first_goes_on(void *data)
{
    contest *c = data;
    bool goes_on = !c->go_on || c->go_on(c->data);
    if (c->outer->work < c->until_first || c->has_ended || !goes_on)
        return goes_on;
    let_second_go(c, SHARE);
    c->until_first = c->outer->work + SHARE;
    return !c->has_won;
}

static void run_first(void *data)
{
    attempt *a = data;
    engine_check(a->engine, a->request, a->result);
}

/* With turns for the second in between. */
static void ask_first(contest *c, attempt *a)
{
    limits *l = c->outer;
    c->go_on = l->go_on;
    c->data = l->data;
    c->until_first = l->work + SHARE;
    l->go_on = first_goes_on;
    l->data = c;
    if (!limits_attempt(run_first, a)) /* nobody may jump past us while the other thread waits */
        engine_abandon(a->request, a->result, l->reason);
    l->go_on = c->go_on;
    l->data = c->data;
}

/* ---- Both ---- */
/* Alone, after the first gave up, within the limits of the first. */
static void finish_second(contest *c, const engine_request *request)
{
    const char *limit = NULL;
    while (!c->has_ended && !limit) {
        let_second_go(c, SHARE);
        limit = c->has_ended ? NULL : engine_limit(request, &c->latest);
    }
    end_second(c);
    if (limit)
        c->result.reason = limit;
}

static void take_second(contest *c, const engine *first, bool first_gave_up, const engine_request *request, engine_result *result)
{
    engine_result before = *result;
    *result = c->result;
    result->engine = c->second->name;
    result->engine_reason = first_gave_up ? arena_printf(result->memory, "the %s engine gave up: %s", first->name, before.reason)
                                          : arena_printf(result->memory, "it was sooner than the %s engine, which had stored %" PRIu64 " states by then", first->name,
                                                         before.statistics.states_stored);
    if (request->all_errors)
        engine_take_violations(result, &before);
    engine_result_release(&before);
}

/* A limit of the user's, or the answer of the first, ended both. */
static void drop_second(contest *c, const engine_request *request, engine_result *result)
{
    if (!c->has_thread)
        return;
    end_second(c);
    if (request->all_errors)
        engine_take_violations(result, &c->result);
    if (result->verdict == VERDICT_UNKNOWN)
        result->engine_reason = arena_printf(result->memory, "in turn with the %s engine, which had stored %" PRIu64 " states", c->second->name, c->result.statistics.states_stored);
    if (engine_temporal(request) && result->verdict == VERDICT_UNKNOWN && c->result.bound > result->bound) {
        result->bound = c->result.bound;
        result->reason = engine_reason_with_bound(result);
    }
    engine_result_release(&c->result);
}

/* The final states that the second has met. */
static void take_finals(contest *c, finals *to)
{
    for (uint32_t i = 0; to && i < intern_count(&c->finals.rows); i++) {
        vec_clear(&to->row);
        for (uint32_t k = 0; k < to->count; k++)
            vec_push(&to->row, intern_get(&c->finals.rows, i)[k]);
        finals_add(to);
    }
    if (to)
        finals_release(&c->finals);
}

void contest_run(const engine *first, const engine *second, const engine_request *request, engine_result *result)
{
    contest c = {.second = second, .request = *request, .outer = limits_current, .lock = PTHREAD_MUTEX_INITIALIZER, .passed = PTHREAD_COND_INITIALIZER};
    c.request.latest = &c.latest;
    c.limits = (limits){.bytes = c.outer->bytes, .go_on = second_goes_on, .data = &c}; /* memory is looked at inside a turn, too */
    if (request->finals) {
        finals_init_like(&c.finals, request->finals);
        c.request.finals = &c.finals;
    }
    attempt a = {first, request, result};
    ask_first(&c, &a);
    result->engine = first->name;
    bool first_gave_up = !c.has_won && result->gave_up && !engine_answers(request, result);
    if (c.has_won) {
        limits_go_on(); /* that the first was interrupted was our doing */
        end_second(&c);
    } else if (first_gave_up) {
        finish_second(&c, request);
    } else {
        drop_second(&c, request, result);
    }
    if (c.has_won || first_gave_up)
        take_second(&c, first, first_gave_up, request, result);
    take_finals(&c, request->finals);
}
