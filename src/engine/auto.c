/* auto.c: the engine for those who name none.
 *
 * The events engine answers for all buffer sizes and mostly at once; where it takes very many states, plain enumeration of packed states may be sooner. So the two
 * go on in turn until one of them answers (contest.h). Where a certificate is wanted, which the explicit engine cannot give, the events engine is asked alone at first. */
#include "engine/contest.h"
#include "engine/registry.h"

/* Of temporal properties, before the contest: the explicit engine finds most violations with short buffers and few states, and the events engine proves much with few. */
typedef struct turn {
    const engine *engine;
    uint64_t states; /* at most */
    bool hunts;      /* violations alone count */
} turn;

static const turn first_turns[] = {{&engine_explicit, 5000, true}, {&engine_events, 500, false}, {&engine_explicit, 50000, true}};

static const char *refuses(const engine_request *request)
{
    return engine_explicit.refuses(request);
}

/* False when the engine ended by the limit of its turn, or by one of its own: then more may be found out. */
static bool is_final(const turn *t, const engine_request *asked, const engine_result *r)
{
    bool by_turn = (!asked->max_states || t->states < asked->max_states) && r->statistics.states_stored >= t->states;
    return engine_answers(asked, r) || !(by_turn || r->gave_up);
}

/* Replaces the result of the turn before, but for violations that only that has. */
static void take_turn(const turn *t, const engine_request *asked, engine_result *result)
{
    engine_request r = *asked;
    r.hunts = t->hunts;
    if (!r.max_states || t->states < r.max_states)
        r.max_states = t->states;
    engine_try(asked, t->hunts ? "auto: %s, for violations, at most %llu states" : "auto: %s for at most %llu states", t->engine->name, (unsigned long long)t->states);
    engine_result before = *result;
    engine_check(t->engine, &r, result);
    if (asked->all_errors)
        engine_take_violations(result, &before);
    engine_result_release(&before);
    result->engine = t->engine->name;
}

/* True when one of them was final. */
static bool take_first_turns(const engine_request *request, engine_result *result)
{
    for (size_t i = 0; i < sizeof first_turns / sizeof *first_turns; i++) {
        take_turn(&first_turns[i], request, result);
        if (is_final(&first_turns[i], request, result))
            return true;
    }
    return false;
}

static void ask_alone(const engine *e, const engine_request *request, engine_result *result)
{
    engine_log(request, "auto: %s", e->name);
    engine_check(e, request, result);
    result->engine = e->name;
}

/* The events engine, and the explicit one where it gives up: a certificate is wanted. */
static void ask_in_order(const engine_request *request, engine_result *result)
{
    ask_alone(&engine_events, request, result);
    if (!result->gave_up || engine_answers(request, result))
        return;
    engine_result before = *result;
    ask_alone(&engine_explicit, request, result);
    result->engine_reason = arena_printf(result->memory, "the events engine gave up: %s", before.reason);
    if (request->all_errors)
        engine_take_violations(result, &before);
    engine_result_release(&before);
}

static void ask_both(const engine_request *request, engine_result *result)
{
    engine_result before = *result;
    if (request->certificate) {
        ask_in_order(request, result);
    } else {
        engine_log(request, "auto: events and explicit in turn");
        contest_run(&engine_events, &engine_explicit, request, result);
    }
    if (request->all_errors)
        engine_take_violations(result, &before);
    engine_result_release(&before);
}

static void ask(const engine_request *request, const char *refused, engine_result *result)
{
    *result = (engine_result){.memory = arena_new()};
    if (refused) {
        engine_log(request, "auto: not events: %s", refused);
        engine_result_release(result);
        ask_alone(&engine_explicit, request, result);
        result->engine_reason = arena_printf(result->memory, "the events engine cannot check this: %s", refused);
    } else if (!engine_temporal(request) || !take_first_turns(request, result)) {
        ask_both(request, result);
    }
}

static void check(const engine_request *request, engine_result *result)
{
    engine_request asked = *request;
    asked.may_go_over = true;
    ask(&asked, engine_events.refuses(request), result);
}

static const char *refuses_temporal(const engine_request *request)
{
    return engine_explicit.refuses_temporal(request);
}

static void check_temporal(const engine_request *request, engine_result *result)
{
    ask(request, engine_events.refuses_temporal(request), result);
}

const engine engine_auto = {.name = "auto", .refuses = refuses, .check = check, .refuses_temporal = refuses_temporal, .check_temporal = check_temporal};
