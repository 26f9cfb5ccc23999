/* events.c: exact search with unbounded buffers, over sequences of events.
 *
 * No order of search is best for all programs: each in turn is tried with a limit on states, then with larger limits. Between them come
 * approximations, which end soon where an exact search need not end at all. Their proofs stand; their errors count when there is a run. */
#include "engine/events/events.h"

#include "base/bug.h"
#include "base/clock.h"
#include "engine/local/refuse.h"

#define EXACT {0, 0}
#define ALIKE_FOR(depth) {25, depth}
const explore_plan explore_attempts[] = {
    {ORDER_DEPTH_LARGEST, 200, 24, EXACT},
    {ORDER_LARGEST, 1000, 24, EXACT},
    {ORDER_BREADTH, 500, 24, EXACT},
    {ORDER_LARGEST, 4000, 60, EXACT},
    {ORDER_BREADTH, 4000, 1000, ALIKE_FOR(1)},
    {ORDER_LARGEST, 4000, 1000, ALIKE_FOR(1)},
    {ORDER_BREADTH, 4000, 1000, ALIKE_FOR(2)},
    {ORDER_BREADTH, 4000, 1000, ALIKE_FOR(3)},
    {ORDER_DEPTH, 2000, 60, EXACT},
    {ORDER_BREADTH, 2000, 60, EXACT},
    {ORDER_LARGEST, 200000, 200, EXACT},
    {ORDER_DEPTH, 200000, 200, EXACT},
    {ORDER_LARGEST, 200000, 1000, ALIKE_FOR(1)},
    {ORDER_LARGEST, 200000, 1000, ALIKE_FOR(4)},
};
const size_t explore_attempt_count = sizeof explore_attempts / sizeof *explore_attempts;

static const char *refuses(const engine_request *request)
{
    if (memory_is_approximation(request->machine.memory))
        return "it knows no approximations of TSO";
    if (request->machine.buffer)
        return "it knows no bound on buffers";
    if (request->certificate && program_has_effect(request->program, EFFECT_BARRIER))
        return "there are no certificates for programs with store-store barriers";
    if (request->certificate && property_of_kind(request->properties, PROPERTY_FINAL) != UINT32_MAX)
        return "there are no certificates for conditions on final states";
    if (request->search != SEARCH_DFS)
        return "its order of search cannot be chosen";
    if (request->reduction == REDUCTION_AMPLE || request->reduction == REDUCTION_SLEEP)
        return "its reduction cannot be chosen";
    return local_refuse(request->program);
}

/* A finding without a run is a mistake of ours, unless sets were widened or looking for the run was given up. False when one had to be left out so. */
static bool add_violations(explore *x, engine_result *result)
{
    bool all = true;
    if (x->initial_error) {
        violation v = {.property = property_of_kind(x->request->properties, PROPERTY_RUNTIME)};
        vec_push(&result->violations, v);
    }
    for (size_t i = 0; i < x->findings.count; i++) {
        violation v;
        bool concrete = explore_witness(x, &x->findings.data[i], &v);
        CHECK(concrete || x->witness_cut || x->witness_has_loops || x->sets.widened);
        if (concrete)
            vec_push(&result->violations, v);
        all &= concrete;
    }
    return all;
}

static void drop_violations(engine_result *result)
{
    for (size_t i = 0; i < result->violations.count; i++)
        vec_release(&result->violations.data[i].steps);
    vec_clear(&result->violations);
}

/* The way with the fewest events, where it can be found at a cost in proportion. */
static void shorten(const engine_request *r, const bool *unbuffered, const explore *found, engine_result *result)
{
    explore x;
    explore_plan all = {ORDER_BREADTH, 4 * found->kept.states.count + 200, found->sets.widened ? found->plan.automaton : UINT32_MAX, found->plan.widening};
    explore_init(&x, r, unbuffered, &all, clock_seconds());
    explore_run(&x);
    engine_result again = {0};
    if (x.findings.count && add_violations(&x, &again)) {
        drop_violations(result);
        for (size_t i = 0; i < again.violations.count; i++)
            vec_push(&result->violations, again.violations.data[i]);
        vec_clear(&again.violations);
    }
    drop_violations(&again);
    vec_release(&again.violations);
    explore_release(&x);
}

/* One search; true when its answer is final. */
static bool attempt(const engine_request *r, const bool *unbuffered, const explore_plan *a, double start, engine_result *result)
{
    explore x;
    explore_init(&x, r, unbuffered, a, start);
    explore_run(&x);
    explore_statistics(&x, &result->statistics);
    result->reason = x.limit;
    result->exact = !x.sets.widened;
    bool final = !(x.gave_up || (x.sets.widened && x.sets.too_large)) || x.findings.count;
    if (x.gave_up && r->finals) { /* all final states are wanted, whatever else was found */
        result->verdict = VERDICT_UNKNOWN;
        result->gave_up = true;
        explore_release(&x);
        return false;
    }
    if (x.findings.count || x.initial_error) {
        bool all = add_violations(&x, result), some = result->violations.count;
        final = some;
        result->reason = some ? NULL : "an error was found, but working out a run to it takes too long";
        result->verdict = some ? VERDICT_VIOLATED : VERDICT_UNKNOWN;
        result->complete = !x.limit && r->all_errors && all;
        if (some && a->order != ORDER_BREADTH && !r->all_errors && !x.initial_error)
            shorten(r, unbuffered, &x, result);
    } else {
        result->verdict = x.limit ? VERDICT_UNKNOWN : VERDICT_HOLDS;
        result->complete = !x.limit;
        if (r->certificate && result->verdict == VERDICT_HOLDS)
            explore_certificate(&x, r->certificate);
    }
    result->gave_up = result->verdict == VERDICT_UNKNOWN && (x.gave_up || x.judge.too_many || x.sets.too_large || x.findings.count);
    explore_release(&x);
    return final;
}

static void check(const engine_request *request, engine_result *result)
{
    const bool *unbuffered = engine_result_init(result, request);
    double start = clock_seconds();
    bool final = false, doubtful = false; /* an approximation had an error without a run */
    for (size_t i = 0; i < explore_attempt_count && !final; i++) {
        if (request->finals && explore_attempts[i].widening.depth)
            continue; /* it could have final states that no run leads to */
        final = attempt(request, unbuffered, &explore_attempts[i], start, result);
        doubtful |= !final && !result->exact && result->statistics.errors;
    }
    if (!final && doubtful)
        result->reason = "an error was found in an approximation only, no run shows it, and the exact search did not end";
    result->statistics.seconds = clock_seconds() - start;
}

const engine engine_events = {.name = "events", .refuses = refuses, .check = check};
