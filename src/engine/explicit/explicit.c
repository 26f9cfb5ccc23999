/* explicit.c: the engine that enumerates states one by one.
 *
 * Without a bound on the buffers it takes the one that the program cannot meet (bound.h), or where none is known tries 1, 2, 4, ... stores, and answers
 * `holds` only once no store met the bound. Such a bound is our own: a run that meets it is not followed, but the store does not block, which would free an
 * atomic block or make an else possible. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/bug.h"
#include "base/clock.h"
#include "base/limits.h"
#include "engine/engine.h"
#include "engine/explicit/approximation.h"
#include "engine/explicit/bound.h"
#include "engine/lazy/lazy.h"
#include "engine/explicit/search.h"

/* Ample and sleep sets were shown right for stores that change nothing but the own buffer, at its end. */
static const char *refuses(const engine_request *request)
{
    memory_kind memory = request->machine.memory;
    if (memory_is_approximation(memory) && (request->reduction == REDUCTION_AMPLE || request->reduction == REDUCTION_SLEEP))
        return "ample and sleep sets would change what an approximation of TSO finds";
    if (memory_traits_of(memory)->value_sets && request->search > SEARCH_BFS)
        return "best-first search counts pending stores, and under tso-us these are sets";
    if (request->reduction == REDUCTION_AMPLE || request->reduction == REDUCTION_SLEEP || memory_is_approximation(memory)) {
        const char *why = engine_refuses_questions(request);
        if (why)
            return why;
    }
    return approximation_refuses(request);
}

static bool has_violations(const engine_result *result)
{
    return result->violations.count > 0;
}

static void add_violations(search *s, engine_result *result)
{
    for (size_t i = 0; i < s->findings.count; i++) {
        violation found;
        if (engine_has_violation(result, s->findings.data[i].property))
            continue; /* with a smaller bound, so by a simpler run */
        witness_build(s, &s->findings.data[i], &found, result->memory);
        vec_push(&result->violations, found);
    }
}

/* A depth-first search finds an error soon, but by a long way, and one with small buffers has to commit early: look for a shorter run, at a cost in
 * proportion. */
typedef struct shortening {
    engine_request request;
    machine on;
    const bool *unbuffered;
    engine_result *result;
} shortening;

static void search_shorter(void *data)
{
    const shortening *k = data;
    search s;
    rows *of = rows_new(k->request.program, k->on, memory_model_for(k->on.memory, k->request.program), k->unbuffered);
    of->cuts = k->request.machine.buffer == 0;
    search_run(&s, &k->request, of, clock_seconds());
    if (s.findings.count) {
        violation shorter;
        witness_build(&s, &s.findings.data[0], &shorter, k->result->memory);
        violation *old = &k->result->violations.data[0];
        bool better = shorter.steps.count < old->steps.count;
        vec_release(better ? &old->steps : &shorter.steps);
        if (better)
            *old = shorter;
    }
    search_release(&s);
    rows_free(of);
}

static void shorten(const engine_request *request, machine on, const bool *unbuffered, uint64_t stored, engine_result *result)
{
    enum { ENOUGH = 8 };
    shortening k = {*request, on, unbuffered, result};
    if (!request->machine.buffer && on.buffer < ENOUGH)
        k.on.buffer = ENOUGH;
    k.request.search = SEARCH_BFS;
    k.request.max_states = 4 * stored + 100000;
    if (request->max_states && k.request.max_states > request->max_states)
        k.request.max_states = request->max_states;
    engine_log(request, "explicit: looks for a shorter run than %zu steps, at most %llu states", result->violations.data[0].steps.count,
               (unsigned long long)k.request.max_states);
    limits_attempt(search_shorter, &k); /* a limit that is met here changes nothing about the violation */
}

/* The same with our own reduction; *applies becomes false where it gives up. */
static bool check_bound_lazily(const engine_request *r, machine on, const bool *unbuffered, double start, engine_result *result, bool *applies)
{
    lazy l;
    lazy_run(&l, r, unbuffered, on.buffer, start);
    lazy_statistics(&l, &result->statistics);
    engine_log_end(r, "explicit", l.limit, &result->statistics);
    result->bound = on.buffer;
    result->reason = l.limit;
    for (size_t i = 0; i < l.findings.count; i++) {
        violation found;
        if (engine_has_violation(result, l.findings.data[i].property))
            continue;
        lazy_witness(&l, &l.findings.data[i], &found, result->memory);
        vec_push(&result->violations, found);
    }
    result->complete = !l.limit && !l.courses.met_bound && (r->all_errors || !has_violations(result));
    bool final = (has_violations(result) && !r->all_errors) || l.limit || !l.courses.met_bound;
    uint64_t stored = intern_count(&l.states);
    *applies = !l.gave_up;
    lazy_release(&l);
    if (has_violations(result) && !r->all_errors)
        shorten(r, on, unbuffered, stored, result);
    return final;
}

/* One search with the bound that `on` gives; true when its answer is final. */
static bool check_bound(const engine_request *r, machine on, const bool *unbuffered, double start, engine_result *result)
{
    search s;
    rows *of = rows_new(r->program, on, memory_model_for(on.memory, r->program), unbuffered);
    of->cuts = r->machine.buffer == 0;
    search_run(&s, r, of, start);
    if (s.outgrown) {
        search_release(&s);
        rows_free(of);
        return false;
    }
    search_statistics(&s, &result->statistics);
    engine_log_end(r, "explicit", s.limit, &result->statistics);
    result->bound = on.buffer;
    result->reason = s.limit;
    add_violations(&s, result);
    result->complete = !s.limit && (r->machine.buffer || !s.successors.met_bound) && (r->all_errors || !has_violations(result));
    bool final = (has_violations(result) && !r->all_errors) || s.limit || !s.successors.met_bound || r->machine.buffer;
    uint64_t stored = s.store.count;
    search_release(&s);
    rows_free(of);
    bool longer_than_needed = r->search != SEARCH_BFS || (machine_traits(on)->has_buffers && !r->machine.buffer);
    if (has_violations(result) && longer_than_needed && !r->all_errors && !machine_traits(on)->adds_runs)
        shorten(r, on, unbuffered, stored, result);
    return final;
}

static void describe(const engine_request *r, engine_result *result)
{
    bool bounded = r->machine.buffer > 0, buffered = machine_traits(r->machine)->has_buffers;
    if (has_violations(result))
        result->verdict = VERDICT_VIOLATED;
    else
        result->verdict = result->reason ? VERDICT_UNKNOWN : VERDICT_HOLDS;
    if (buffered && (bounded || result->verdict != VERDICT_HOLDS))
        result->scope = arena_printf(result->memory, "buffers of at most %u store%s", result->bound, result->bound == 1 ? "" : "s");
    if (engine_is_decided(r, result))
        result->reason = NULL;
}

typedef struct deepening {
    const engine_request *request;
    const bool *unbuffered;
    engine_result *result;
    double start;
} deepening;

/* With growing bounds, until one search is final. */
static void deepen(void *data)
{
    const deepening *d = data;
    const engine_request *r = d->request;
    machine on = r->machine;
    uint32_t known = on.buffer ? 0 : bound_of_buffers(r->program, on.memory, d->unbuffered);
    if (!on.buffer)
        on.buffer = known ? known : 1;
    bool reduces = r->reduction == REDUCTION_AUTO && r->search <= SEARCH_BFS && !lazy_refuses(r), final = false;
    for (; !final && on.buffer < UINT32_MAX / 4; on.buffer *= 2) {
        engine_log(r, "explicit: buffers of at most %u stores%s%s", on.buffer, known ? ", which no run fills" : "", reduces ? ", with our own reduction" : "");
        if (reduces)
            final = check_bound_lazily(r, on, d->unbuffered, d->start, d->result, &reduces) && reduces;
        if (!reduces)
            final = check_bound(r, on, d->unbuffered, d->start, d->result);
        CHECK(final || !known);
    }
}

static void check(const engine_request *r, engine_result *result)
{
    deepening d = {r, engine_result_init(result, r), result, clock_seconds()};
    if (!limits_attempt(deepen, &d))
        engine_break_off(r, result);
    result->statistics.seconds = clock_seconds() - d.start;
    describe(r, result);
    if (memory_is_approximation(r->machine.memory))
        approximation_judge(r, result);
}

const engine engine_explicit = {.name = "explicit", .refuses = refuses, .check = check};
