/* auto.c: the engine for those who name none.
 *
 * The events engine answers for all buffer sizes and mostly at once; where it takes very many states, plain enumeration of packed states may be
 * sooner. So the two take turns, the first of each with a limit. Limits are in states, never in time: the same input gives the same answer. */
#include "engine/registry.h"

typedef struct turn {
    const engine *engine;
    uint64_t states; /* at most; 0: no limit */
    bool hunts;      /* violations alone count */
} turn;

static const turn turns[] = {
    {&engine_events, 5000, false}, {&engine_explicit, 4000000, false}, {&engine_events, 0, false}, {&engine_explicit, 0, false}, {0},
};
/* Of temporal properties the events engine has the proofs, and the explicit one finds most violations with short buffers and few states. */
static const turn temporal_turns[] = {
    {&engine_explicit, 5000, true},   {&engine_events, 500, false},        {&engine_explicit, 50000, true}, {&engine_explicit, 100000, false},
    {&engine_events, 8000, false},    {&engine_explicit, 1000000, false}, {&engine_events, 0, false},     {&engine_explicit, 0, false}, {0},
};

static const char *refuses(const engine_request *request)
{
    return engine_explicit.refuses(request);
}

/* False when the engine ended by the limit of its turn, or by one of its own: then another engine may know more. */
static bool is_final(const turn *t, const engine_request *asked, const engine_result *r)
{
    bool by_turn = t->states && (!asked->max_states || t->states < asked->max_states) && r->statistics.states_stored >= t->states;
    bool answers = asked->finals ? r->complete : engine_is_decided(asked, r);
    return answers || !(by_turn || r->gave_up);
}

/* Replaces the result of the turn before, but for violations that only that has. */
static void take_turn(const turn *t, const engine_request *asked, engine_result *result)
{
    engine_request r = *asked;
    r.hunts = t->hunts;
    if (t->states && (!r.max_states || t->states < r.max_states))
        r.max_states = t->states;
    engine_log(asked, t->hunts ? "auto: %s, for violations, at most %llu states" : t->states ? "auto: %s for at most %llu states" : "auto: %s", t->engine->name, (unsigned long long)t->states);
    engine_result before = *result;
    if (engine_temporal(asked))
        t->engine->check_temporal(&r, result);
    else
        t->engine->check(&r, result);
    if (asked->all_errors)
        engine_take_violations(result, &before);
    engine_result_release(&before);
    result->engine = t->engine->name;
}

/* Takes the turns, up to one without an engine; where the events engine refuses the request, only the last. */
static void take_turns(const turn *all, const char *refused, const engine_request *request, engine_result *result)
{
    strbuf why = {0};
    uint32_t reached = 0; /* the largest bound on buffers with which the explicit engine has found that a formula holds */
    if (refused)
        engine_log(request, "auto: not events: %s", refused);
    *result = (engine_result){.memory = arena_new()};
    for (size_t i = 0; all[i].engine; i++) {
        if (refused && all[i + 1].engine)
            continue;
        take_turn(&all[i], request, result);
        if (engine_temporal(request) && !all[i].hunts && result->bound > reached)
            reached = result->bound;
        if (is_final(&all[i], request, result))
            break;
        if (all[i].engine == &engine_events) {
            strbuf_clear(&why);
            strbuf_add(&why, result->gave_up ? result->reason : "it takes many states");
        }
    }
    if (reached && !result->bound && result->verdict == VERDICT_UNKNOWN) {
        result->bound = reached;
        result->reason = engine_reason_with_bound(result);
    }
    if (refused)
        result->engine_reason = arena_printf(result->memory, "the events engine cannot check this: %s", refused);
    else if (result->engine == engine_explicit.name && why.length)
        result->engine_reason = arena_printf(result->memory, "the events engine gave up: %s", strbuf_text(&why));
    strbuf_release(&why);
}

static void check(const engine_request *request, engine_result *result)
{
    take_turns(turns, engine_events.refuses(request), request, result);
}

static const char *refuses_temporal(const engine_request *request)
{
    return engine_explicit.refuses_temporal(request);
}

static void check_temporal(const engine_request *request, engine_result *result)
{
    take_turns(temporal_turns, engine_events.refuses_temporal(request), request, result);
}

const engine engine_auto = {.name = "auto", .refuses = refuses, .check = check, .refuses_temporal = refuses_temporal, .check_temporal = check_temporal};
