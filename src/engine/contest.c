#include "engine/contest.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#include "base/bug.h"
#include "base/clock.h"
#include "base/limits.h"
#include "base/memory.h"

#ifdef TARRY_HOSTILE
enum { SHARE = 1000 };
#else
enum { SHARE = 100000 }; /* the work of a turn: some milliseconds */
#endif

typedef struct contest {
    const engine_request *asked;
    const engine *second;
    engine_request request; /* of the second */
    engine_result result;
    finals finals;
    statistics latest;
    limits limits;
    pthread_t thread;
    bool has_thread, has_ended;
    bool has_won;           /* it answered before the first did */
    atomic_bool is_dropped; /* it shall end */
    const char *end;        /* why, where it was dropped in the middle of a turn */
    pthread_mutex_t lock;
    pthread_cond_t passed;
    bool seconds_turn;      /* the second is at it: under the lock, as what it changes here is looked at by others only when it is not */
    bool together;          /* the first takes its next turn meanwhile */
    strbuf lines, tried;    /* of the log of the second, each with an end of line, and what it searches: the first tells of them when the turn has ended */
    limits *outer;          /* of the first and its thread; what these called */
    bool (*go_on)(void *data);
    void *data;
    uint64_t first_states;  /* that the first had when the turn of the second began */
    uint64_t until_first, until_second; /* the work at which each turn ends */
} contest;

/* ---- Turns ---- */
static void wait_for_turn(contest *c)
{
    pthread_mutex_lock(&c->lock);
    while (!c->seconds_turn)
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
static void keep_line(void *data, const char *line)
{
    strbuf_printf(&((contest *)data)->lines, "%s\n", line);
}

static void keep_try(void *data, const char *what)
{
    contest *c = data;
    strbuf_clear(&c->tried);
    strbuf_add(&c->tried, what);
}

/* Where work is not counted, when somebody looks is chance, too. */
static bool has_had_turn(const limits *l, uint64_t until)
{
    return l->work >= until && !l->is_uncounted;
}

static bool second_goes_on(void *data)
{
    contest *c = data;
    if (has_had_turn(&c->limits, c->until_second) && !c->is_dropped) {
        pass_to(c, false);
        wait_for_turn(c);
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
    wait_for_turn(c);
    if (!limits_run(&c->limits, search, c))
        engine_abandon(&c->request, &c->result, c->limits.reason);
    c->has_won = !c->is_dropped && engine_answers(&c->request, &c->result);
    c->has_ended = true;
    pass_to(c, false);
    return NULL;
}

static void begin_turn(contest *c, uint64_t share)
{
    if (!c->has_thread) {
        if (pthread_create(&c->thread, NULL, run_second, c))
            out_of_memory();
        c->has_thread = true;
    }
    c->until_second = c->limits.work + share;
    pass_to(c, true);
}

static void tell_lines(contest *c)
{
    char *line = c->lines.text;
    for (char *end; line && (end = strchr(line, '\n')); line = end + 1) {
        *end = 0;
        engine_log(c->asked, "%s", line);
    }
    if (c->tried.text && c->asked->trying)
        c->asked->trying(c->asked->progress_data, c->tried.text);
    strbuf_release(&c->lines);
    strbuf_release(&c->tried);
}

/* Why it all ends while the first waits: by a limit of the user's, or by the user; NULL: it goes on. */
static const char *find_end(const contest *c)
{
    const limits *l = c->outer;
    memory_scope *inside = memory_scope_enter(NULL); /* what they take is theirs */
    bool goes_on = !c->go_on || c->go_on(c->data);
    memory_scope_enter(inside);
    return !goes_on ? limits_interrupted : l->seconds > 0 && clock_seconds() - l->start >= l->seconds ? limits_late : NULL;
}

/* Where the second is at it. A turn is short, but a single step may take for ever. */
static void end_turn(contest *c)
{
    pthread_mutex_lock(&c->lock);
    while (c->seconds_turn) {
        struct timespec until = clock_soon();
        if (!pthread_cond_timedwait(&c->passed, &c->lock, &until))
            continue;
        pthread_mutex_unlock(&c->lock);
        c->end = c->end ? c->end : find_end(c);
        c->is_dropped |= c->end != NULL;
        pthread_mutex_lock(&c->lock);
    }
    pthread_mutex_unlock(&c->lock);
    tell_lines(c);
}

/* One turn, or the rest where it is dropped. */
static void let_second_go(contest *c, uint64_t share)
{
    begin_turn(c, share);
    end_turn(c);
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

static bool second_has_won(contest *c)
{
    pthread_mutex_lock(&c->lock);
    bool has = !c->seconds_turn && c->has_won;
    pthread_mutex_unlock(&c->lock);
    return has;
}

/* The turn that the second has had beside that of the first counts as the earlier one. */
static bool change_turns(contest *c)
{
    end_turn(c);
    c->until_first = c->outer->work + SHARE;
    if (c->has_ended)
        return !c->has_won;
    c->first_states = c->asked->latest->states_stored;
    begin_turn(c, SHARE);
    if (c->together)
        return true;
    end_turn(c);
    return !c->has_won;
}

static bool first_goes_on(void *data)
{
    contest *c = data;
    bool goes_on = (!c->go_on || c->go_on(c->data)) && !second_has_won(c);
    return goes_on && (!has_had_turn(c->outer, c->until_first) || change_turns(c));
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
static void finish_second(contest *c)
{
    const char *limit = NULL;
    while (!c->has_ended && !limit) {
        let_second_go(c, SHARE);
        limit = c->end ? c->end : c->has_ended ? NULL : engine_limit(c->asked, &c->latest);
    }
    end_second(c);
    if (limit && c->result.reason)
        c->result.reason = limit;
}

static void take_second(contest *c, const engine *first, bool first_gave_up, engine_result *result)
{
    engine_result before = *result;
    *result = c->result;
    result->engine = c->second->name;
    result->engine_reason = first_gave_up ? arena_printf(result->memory, "the %s engine gave up: %s", first->name, before.reason)
                                          : arena_printf(result->memory, "it was sooner than the %s engine, which had stored %" PRIu64 " states by then", first->name,
                                                         c->first_states);
    if (c->asked->all_errors)
        engine_take_violations(result, &before);
    engine_result_release(&before);
}

/* A limit of the user's, or the answer of the first, ended both. */
static void drop_second(contest *c, engine_result *result)
{
    if (!c->has_thread)
        return;
    end_second(c);
    if (c->asked->all_errors)
        engine_take_violations(result, &c->result);
    if (result->verdict == VERDICT_UNKNOWN)
        result->engine_reason = arena_printf(result->memory, "in turn with the %s engine, which had stored %" PRIu64 " states", c->second->name, c->result.statistics.states_stored);
    if (engine_temporal(c->asked) && result->verdict == VERDICT_UNKNOWN && c->result.bound > result->bound) {
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
    contest c = {.asked = request, .second = second, .request = *request, .together = request->threads > 1, .outer = limits_current, .lock = PTHREAD_MUTEX_INITIALIZER, .passed = PTHREAD_COND_INITIALIZER};
    c.request.latest = &c.latest;
    c.request.trying = keep_try;
    c.request.progress_data = &c;
    if (c.together)
        c.request.threads--; /* the first takes one */
    if (request->log) {
        c.request.log = keep_line;
        c.request.log_data = &c;
    }
    c.limits = (limits){.bytes = c.outer->bytes, .go_on = second_goes_on, .data = &c}; /* memory is looked at inside a turn, too */
    if (request->finals) {
        finals_init_like(&c.finals, request->finals);
        c.request.finals = &c.finals;
    }
    attempt a = {first, request, result};
    ask_first(&c, &a);
    end_turn(&c);
    result->engine = first->name;
    bool first_gave_up = !c.has_won && result->gave_up && !engine_answers(request, result);
    if (c.has_won) {
        limits_go_on(); /* that the first was interrupted was our doing */
        end_second(&c);
    } else if (first_gave_up) {
        finish_second(&c);
    } else {
        drop_second(&c, result);
    }
    if (c.has_won || first_gave_up)
        take_second(&c, first, first_gave_up, result);
    take_finals(&c, request->finals);
}
