/* explicit.c: one exploration of all states with a given bound on buffers.
 *
 * Where the bound is our own, a run that meets it is not followed, but the store does not block, which would free an atomic block or make an else
 * possible. */
#include "engine/explicit/explicit.h"

#include "base/clock.h"
#include "base/limits.h"
#include "engine/explicit/search.h"

/* Ample and sleep sets were shown right for stores that change nothing but the own buffer, at its end. */
const char *explicit_refuses(const engine_request *request)
{
    memory_kind memory = request->machine.memory;
    bool by_sets = request->reduction == REDUCTION_AMPLE || request->reduction == REDUCTION_SLEEP;
    if (memory_is_approximation(memory) && by_sets)
        return "ample and sleep sets would change what an approximation of TSO finds";
    if (machine_traits(request->machine)->overwrites && by_sets)
        return "under slot a store may take the place of another, and ample and sleep sets were not shown right for that";
    if (request->program->commits_when && by_sets)
        return "ample and sleep sets were not shown right where stores are committed in some states only";
    if (memory_traits_of(memory)->value_sets && request->search > SEARCH_BFS)
        return "best-first search counts pending stores, and under tso-us these are sets";
    if (by_sets || memory_is_approximation(memory))
        return engine_refuses_questions(request);
    return NULL;
}

static void add_violations(search *s, engine_result *result)
{
    for (size_t i = 0; i < s->findings.count; i++)
        if (!violations_have(&result->violations, s->findings.data[i].property)) /* with a smaller bound, so by a simpler run */
            violations_add(&result->violations, witness_build(s, &s->findings.data[i]));
}

static rows *rows_of(const bounded_search *b)
{
    const engine_request *r = b->request;
    rows *of = rows_new(r->footprints, b->on, memory_model_for(b->on.memory, &r->footprints->all), b->unbuffered);
    of->cuts = r->machine.buffer == 0;
    return of;
}

void explicit_search(bounded_search *b, engine_result *result)
{
    const engine_request *r = b->request;
    search s;
    rows *of = rows_of(b);
    search_run(&s, r, of, 0, b->start);
    b->final = false;
    if (!s.outgrown) {
        bool exceeded = s.successors.met_bound && !r->machine.buffer;
        search_statistics(&s, &result->statistics);
        engine_log(r, "explicit: laid out %u times, %llu states written anew%s", s.layout->renewals, (unsigned long long)s.rewritten,
                   s.layout->has_foresight ? ", with foresight in the end" : "");
        engine_log_end(r, "explicit", s.limit, &result->statistics);
        result->bound = b->on.buffer;
        result->symmetric = s.canonical.symmetry != NULL;
        result->reason = s.limit;
        add_violations(&s, result);
        result->complete = !s.limit && !exceeded && (r->all_errors || !bounded_has_violation(result));
        b->final = (bounded_has_violation(result) && !r->all_errors) || s.limit || !exceeded;
        b->stored = s.store.count;
        engine_keep_taken(result, of);
    }
    search_release(&s);
    rows_free(of);
}

/* ---- Shorter runs ---- */
typedef struct shortening {
    const bounded_search *search;
    engine_result *result;
    bool found;
} shortening;

/* Takes the run where it is shorter than the one that is known to the same violation, or else to the first. */
static void offer(engine_result *result, violation made)
{
    violation *old = &result->violations.data[0]; /* a state may violate several properties: each has one run */
    for (size_t i = 0; i < result->violations.count; i++)
        if (property_is(result->violations.data[i].property, made.property))
            old = &result->violations.data[i];
    bool better = made.steps.count < old->steps.count;
    vec_release(better ? &old->steps : &made.steps);
    if (better)
        *old = made;
}

static void search_shorter(void *data)
{
    shortening *k = data;
    search s;
    rows *of = rows_of(k->search);
    search_run(&s, k->search->request, of, k->search->still, clock_seconds());
    k->found = s.findings.count;
    if (k->found)
        offer(k->result, witness_build(&s, &s.findings.data[0]));
    search_release(&s);
    rows_free(of);
}

bool explicit_shorten(const bounded_search *b, uint64_t states, engine_result *result)
{
    engine_request again = *b->request;
    bounded_search with = *b;
    shortening k = {&with, result, false};
    again.search = SEARCH_BFS;
    again.reduction = REDUCTION_NONE;
    again.symmetry = NULL; /* who does not move is told by position */
    again.max_states = states;
    with.request = &again;
    engine_try(&again, "explicit: looks for a shorter run than %zu steps, buffers of at most %u stores, %s, at most %llu states", result->violations.data[0].steps.count,
               b->on.buffer, b->still ? "some processes alone" : "all processes", (unsigned long long)again.max_states);
    limits_attempt(search_shorter, &k); /* a limit that is met here changes nothing about the violation */
    return k.found;
}
