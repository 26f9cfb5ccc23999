/* events.c: exact search with unbounded buffers, over sequences of events.
 *
 * No order of search is best for all programs: each in turn is tried with a limit on states, then with larger limits. Between these attempts come
 * approximations, which end soon where an exact search need not end at all. Proofs by approximation stand; an error found by approximation counts when
 * there is a run to it. */
#include "engine/events/events.h"

#include "base/bug.h"
#include "base/clock.h"
#include "base/limits.h"
#include "engine/events/explore.h"
#include "engine/local/refuse.h"

enum { LARGE = 25 };
#define EXACT {0, 0}
#define ALIKE_FOR(depth) {LARGE, depth}
const explore_attempt explore_attempts[] = {
    {{ORDER_DEPTH_LARGEST, 200, 24, EXACT}, ALWAYS},
    {{ORDER_LARGEST, 1000, 24, EXACT}, ALWAYS},
    {{ORDER_BREADTH, 500, 24, EXACT}, ALWAYS},
    {{ORDER_LARGEST, 4000, 60, EXACT}, ALWAYS},
    {{ORDER_BREADTH, 4000, 1000, ALIKE_FOR(1)}, WHEN_LARGE},
    {{ORDER_LARGEST, 4000, 1000, ALIKE_FOR(1)}, WHEN_LARGE},
    {{ORDER_BREADTH, 4000, 1000, ALIKE_FOR(2)}, WHEN_LARGE},
    {{ORDER_BREADTH, 4000, 1000, ALIKE_FOR(3)}, WHEN_LARGE},
    {{ORDER_DEPTH, 2000, 60, EXACT}, WHEN_LARGE},
    {{ORDER_BREADTH, 2000, 60, EXACT}, WHEN_LARGE},
    {{ORDER_LARGEST, 20000, 200, EXACT}, WHEN_SMALL},
    {{ORDER_DEPTH, 2000, 60, EXACT}, WHEN_SMALL},
    {{ORDER_BREADTH, 2000, 60, EXACT}, WHEN_SMALL},
    {{ORDER_LARGEST, 200000, 200, EXACT}, ALWAYS},
    {{ORDER_DEPTH, 200000, 200, EXACT}, WHEN_LARGE},
    {{ORDER_LARGEST, 200000, 1000, ALIKE_FOR(1)}, WHEN_LARGE},
    {{ORDER_LARGEST, 200000, 1000, ALIKE_FOR(4)}, WHEN_LARGE},
    {{ORDER_LARGEST, 4000000, 200, EXACT}, WHEN_SMALL},
    {{ORDER_DEPTH, 200000, 200, EXACT}, WHEN_SMALL},
};
enum { MAX_ATTEMPTS = sizeof explore_attempts / sizeof *explore_attempts };
const size_t explore_attempt_count = MAX_ATTEMPTS;

const char *events_refuses(const engine_request *request)
{
    if (memory_is_approximation(request->machine.memory))
        return "it knows no approximations of TSO";
    if (machine_traits(request->machine)->overwrites)
        return "it keeps all pending stores, and under slot a store takes the place of the one before";
    if (request->machine.buffer)
        return "it knows no bound on buffers";
    if (request->program->kept && request->program->start.count > 1) /* a single one is the oldest: nothing happens after its end */
        return "final states are wanted where others can tell that a process of the start has been removed";
    for (size_t i = 0; i < request->properties->items.count && request->certificate; i++)
        if (request->properties->items.data[i].is_wanted)
            return "there are no certificates for conditions that some final state must meet";
    const char *why = engine_refuses_choices(request);
    why = why ? why : engine_refuses_questions(request);
    return why ? why : local_refuse(request->footprints);
}

/* A finding without a run is a mistake of ours, unless sets were widened or looking for the run was given up. False when a finding had to be left out
 * for such a reason. */
static bool add_violations(explore *x, violation_list *out)
{
    bool all = true;
    if (x->initial_error && !x->told) {
        violation v = {.property = property_of_kind(x->request->properties, PROPERTY_RUNTIME), .loop = NO_LOOP};
        violations_add(out, v);
    }
    for (size_t i = x->told; i < x->findings.count; i++) {
        violation v;
        bool concrete = explore_witness(x, &x->findings.data[i], &v);
        CHECK(concrete || x->witness_gave_up || x->witness_has_loops || x->sets.widened);
        if (concrete)
            violations_add(out, v);
        all &= concrete;
    }
    x->told = x->findings.count;
    return all;
}

/* Replaces the runs by ones with the fewest events, where these can be found at a cost in proportion to that of the search. */
typedef struct shortening {
    const engine_request *request;
    const bool *unbuffered;
    explore_plan plan;
    engine_result *result;
} shortening;

static void search_shorter(void *data)
{
    const shortening *k = data;
    explore x;
    explore_init(&x, k->request, k->unbuffered, &k->plan, clock_seconds());
    explore_run(&x);
    violation_list again = {0};
    if (x.findings.count && add_violations(&x, &again)) {
        violations_drop(&k->result->violations, 0);
        violations_take(&k->result->violations, &again);
    }
    violations_release(&again);
    explore_release(&x);
}

static void shorten(const engine_request *r, const bool *unbuffered, const explore *found, engine_result *result)
{
    explore_plan all = {ORDER_BREADTH, 4 * found->kept.states.count + 200, found->sets.widened ? found->plan.automaton : UINT32_MAX, found->plan.widening};
    shortening k = {r, unbuffered, all, result};
    engine_try(r, "events: looks for a shorter run than %zu steps", result->violations.data[0].steps.count);
    limits_attempt(search_shorter, &k); /* a limit that is met here changes nothing about the violation */
}

/* ---- The portfolio ---- */
/* A search that met its limit on states goes on where it stopped when its order comes again with a larger limit. So the portfolio keeps one search for
 * each order, and one that widens. */
enum { LANES = ORDER_COUNT + 1, WIDENED = ORDER_COUNT };

typedef struct portfolio {
    const engine_request *request;
    const bool *unbuffered;
    engine_result *result;
    double start;
    explore lane[LANES];
    bool is_open[LANES];
    uint32_t largest; /* automaton seen so far, in states */
    bool doubtful;    /* an approximation had an error without a run */
} portfolio;

static void close_lane(portfolio *f, uint32_t lane)
{
    if (f->is_open[lane])
        explore_release(&f->lane[lane]);
    f->is_open[lane] = false;
}

/* Starts the search of this order, or goes on with it. */
static explore *search(portfolio *f, const explore_plan *a, uint32_t lane)
{
    explore *x = &f->lane[lane];
    if (f->is_open[lane]) {
        explore_resume(x, a);
    } else {
        explore_init(x, f->request, f->unbuffered, a, f->start);
        f->is_open[lane] = true;
    }
    for (size_t i = 0; i < f->result->violations.count; i++) /* of attempts before */
        x->judge.violated[f->result->violations.data[i].property.index] = true;
    explore_run(x);
    f->largest = x->largest > f->largest ? x->largest : f->largest;
    return x;
}

/* Takes over what the search found; true when this answer is final. */
static bool conclude(portfolio *f, const explore_plan *a, explore *x)
{
    const engine_request *r = f->request;
    engine_result *result = f->result;
    explore_statistics(x, &result->statistics);
    result->reason = x->limit;
    result->exact = !x->sets.widened;
    result->symmetric = r->symmetry != NULL;
    if (x->gave_up && r->finals) { /* all final states are wanted, whatever else was found */
        result->verdict = VERDICT_UNKNOWN;
        result->gave_up = true;
        return false;
    }
    bool all = add_violations(x, &result->violations), some = result->violations.count, decided = !x->limit && all;
    result->verdict = some ? VERDICT_VIOLATED : decided ? VERDICT_HOLDS : VERDICT_UNKNOWN;
    result->complete = decided && (!some || r->all_errors);
    engine_keep_taken(result, x->space.rows);
    if (!all)
        result->reason = "an error was found, but working out a run to it takes too long";
    bool is_enough = engine_is_decided(r, result), others_know_more = x->gave_up || (x->sets.widened && x->sets.too_large) || !all;
    if (is_enough)
        result->reason = NULL;
    if (some && a->order != ORDER_BREADTH && !r->all_errors && !x->initial_error)
        shorten(r, f->unbuffered, x, result);
    if (r->certificate && result->verdict == VERDICT_HOLDS)
        explore_certificate(x, EXPLORE_CERTIFICATE_HEAD, r->certificate);
    result->gave_up = !is_enough && (x->gave_up || x->judge.too_many || x->sets.too_large || !all);
    f->doubtful |= !is_enough && !result->exact && !all;
    return is_enough || !others_know_more;
}

/* One attempt; true when its answer is final. */
static bool attempt(portfolio *f, const explore_plan *a)
{
    static const char *const orders[] = {"depth first", "depth first, largest sets first", "largest sets first", "breadth first"}; /* as explore_order */
    uint32_t lane = a->widening.depth ? WIDENED : a->order;
    engine_try(f->request, "events: %s, at most %llu states%s, automata of at most %u", orders[a->order], (unsigned long long)a->states,
               f->is_open[lane] ? " with those before" : "", a->automaton);
    if (lane == WIDENED)
        engine_try(f->request, "events: widens automata of more than %u states: alike for %u letters are one", a->widening.above, a->widening.depth);
    explore *x = search(f, a, lane);
    bool final = conclude(f, a, x);
    engine_log_end(f->request, "events", x->limit, &f->result->statistics);
    if (lane == WIDENED || !x->may_resume || (x->findings.count && !f->request->all_errors))
        close_lane(f, lane);
    return final;
}

static bool attempt_all(portfolio *f)
{
    bool put_off[MAX_ATTEMPTS] = {0};
    for (size_t i = 0; i < explore_attempt_count; i++) {
        explore_when when = explore_attempts[i].when;
        put_off[i] = when == WHEN_LARGE;
        if ((when == ALWAYS || (when == WHEN_SMALL && f->largest <= LARGE)) && attempt(f, &explore_attempts[i].plan))
            return true;
        for (size_t k = 0; k <= i && f->largest > LARGE; k++) {
            bool unfit = f->request->finals && explore_attempts[k].plan.widening.depth; /* some final states might have no run */
            if (put_off[k] && !unfit && attempt(f, &explore_attempts[k].plan))
                return true;
            put_off[k] = false;
        }
    }
    return false;
}

static void run_portfolio(void *data)
{
    portfolio *f = data;
    bool final = attempt_all(f);
    if (!final && f->doubtful)
        f->result->reason = "an error was found in an approximation only, no run shows it, and the exact search did not end";
    for (uint32_t i = 0; i < LANES; i++)
        close_lane(f, i);
}

void events_check(const engine_request *request, engine_result *result)
{
    const bool *unbuffered = engine_result_init(result, request);
    portfolio f = {.request = request, .unbuffered = unbuffered, .result = result, .start = clock_seconds()};
    if (!limits_attempt(run_portfolio, &f))
        engine_break_off(request, result);
    result->statistics.seconds = clock_seconds() - f.start;
}
