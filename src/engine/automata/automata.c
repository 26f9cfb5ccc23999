/* automata.c: the algorithm of Linden and Wolper, as published but for its errors.
 *
 * Each process has a language of buffer contents; a depth-first search with sleep sets interleaves all steps, and accelerates cycles in which
 * one process alone fills its buffer. The engine is here as a baseline for the events engine. */
#include "engine/automata/automata.h"

#include "base/clock.h"
#include "base/limits.h"
#include "engine/automata/walk.h"
#include "engine/local/refuse.h"

/* A depth-first search may run after one buffer that grows without end, and an error may be near elsewhere. */
static const walk_plan attempts[] = {{12, 5000}, {60, 50000}, {250, UINT64_MAX}};

const char *automata_refuses(const engine_request *request)
{
    if (memory_is_approximation(request->machine.memory))
        return "it knows no approximations of TSO";
    if (machine_traits(request->machine)->per_location)
        return "it keeps one buffer a process, so it knows SC and TSO only";
    if (request->machine.buffer)
        return "it knows no bound on buffers";
    if (request->finals || property_list_has(request->properties, PROPERTY_FINAL))
        return "it knows no final states";
    const char *why = engine_refuses_choices(request);
    why = why ? why : engine_refuses_questions(request);
    return why ? why : local_refuse(request->footprints);
}

static void decide(const engine_request *request, walk *w, engine_result *result)
{
    if (w->initial_error)
        violations_add(&result->violations, ((violation){.property = property_of_kind(request->properties, PROPERTY_RUNTIME), .loop = NO_LOOP}));
    violations_take(&result->violations, &w->violations);
    result->exact = !w->is_mixed;
    result->complete = !w->limit && !w->has_unconfirmed && (request->all_errors || !result->violations.count);
    if (!request->footprints->all.waits_for_all) /* of a sync it is not noted whether it was taken */
        engine_keep_taken(result, w->space.rows);
    bool decided = !w->limit && !w->has_unconfirmed;
    result->verdict = result->violations.count ? VERDICT_VIOLATED : decided ? VERDICT_HOLDS : VERDICT_UNKNOWN;
    if (!decided && (request->all_errors || !result->violations.count))
        result->reason = w->limit ? w->limit : "an error was found with contents of buffers that no run was found for";
}

static void run_walk(void *data)
{
    walk_run(data);
}

/* One search; true when its answer is final. */
static bool attempt(const engine_request *request, const bool *unbuffered, const walk_plan *plan, bool is_last, double start, engine_result *result, bool *lacks_run)
{
    walk w;
    engine_try(request, "automata: at most %llu states, automata of at most %u", (unsigned long long)plan->states, plan->automaton);
    walk_init(&w, request, unbuffered, plan, start);
    if (!limits_attempt(run_walk, &w))
        w.limit = limits_reason();
    bool final = is_last || limits_noticed() || !w.gave_up || (w.violations.count && !request->all_errors);
    walk_statistics(&w, &result->statistics);
    engine_log_end(request, "automata", w.limit, &result->statistics);
    if (final) {
        *lacks_run = w.has_unconfirmed && !w.violations.count;
        decide(request, &w, result);
    }
    walk_release(&w);
    return final;
}

bool automata_search(const engine_request *request, engine_result *result)
{
    const bool *unbuffered = engine_result_init(result, request);
    double start = clock_seconds();
    size_t count = sizeof attempts / sizeof *attempts;
    bool lacks_run = false;
    for (size_t i = 0; i < count && !attempt(request, unbuffered, &attempts[i], i + 1 == count, start, result, &lacks_run); i++)
        ;
    result->statistics.seconds = clock_seconds() - start;
    return !lacks_run;
}
