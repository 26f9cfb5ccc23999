/* bounded.c: the engine `explicit`: searches that enumerate states with a bound on buffers.
 *
 * Without a bound of the user's it takes the one that the program cannot meet (bound.h), or where none is known tries 1, 2, 4, ... stores, and answers
 * `holds` only once no store met the bound. Each search is made with our own reduction (lazy) where that applies. */
#include "engine/bounded.h"

#include "base/bug.h"
#include "base/clock.h"
#include "base/limits.h"
#include "engine/approximate/approximate.h"
#include "engine/bound.h"
#include "engine/explicit/canonical.h"
#include "engine/explicit/explicit.h"
#include "engine/lazy/lazy.h"
#include "engine/registry.h"
#include "engine/shorter.h"

static const char *refuses(const engine_request *request)
{
    const char *why = explicit_refuses(request);
    return why ? why : approximate_refuses(request);
}

/* Could there be a shorter run than that of the first violation? */
static bool may_be_longer(const bounded_search *b, bool reduced)
{
    const memory_traits *memory = machine_traits(b->on);
    bool by_order = reduced || b->request->search != SEARCH_BFS || (memory->has_buffers && !b->request->machine.buffer);
    return by_order && !memory->adds_runs;
}

static void search_once(bounded_search *b, bool reduced, engine_result *result)
{
    b->gave_up = false;
    if (reduced)
        lazy_search(b, result);
    else
        explicit_search(b, result);
    if (bounded_has_violation(result) && b->final && !b->request->all_errors && may_be_longer(b, reduced))
        shorter_run(b->request, b->on.buffer, 4 * b->stored + 100000, result);
}

typedef struct deepening {
    bounded_search search;
    engine_result *result;
} deepening;

/* Our reduction knows nothing of symmetry: where many permutations of a state count as one, it would save less. */
static bool has_large_group(const engine_request *r)
{
    enum { MANY_PROCESSES = 4 };
    bool any = false;
    for (uint32_t i = 0; r->symmetry && i < r->symmetry->group_count; i++)
        any |= r->symmetry->groups[i].count >= MANY_PROCESSES;
    return any;
}

/* With growing bounds, until one search is final. */
static void deepen(void *data)
{
    deepening *d = data;
    bounded_search *b = &d->search;
    const engine_request *r = b->request;
    uint32_t known = b->on.buffer ? 0 : bound_of_buffers(r->footprints, b->on.memory, b->unbuffered);
    if (!b->on.buffer)
        b->on.buffer = known ? known : 1;
    bool reduces = r->reduction == REDUCTION_AUTO && r->search <= SEARCH_BFS && !has_large_group(r) && !lazy_refuses(r);
    for (; !b->final && b->on.buffer < UINT32_MAX / 4; b->on.buffer *= 2) {
        engine_try(r, "explicit: buffers of at most %u stores%s%s", b->on.buffer, known ? ", which no run fills" : "",
                   reduces ? ", with our own reduction" : "");
        search_once(b, reduces, d->result);
        if (b->gave_up) {
            reduces = false;
            search_once(b, false, d->result);
        }
        CHECK(b->final || !known);
    }
}

static void describe(const engine_request *r, engine_result *result)
{
    bool bounded = r->machine.buffer > 0, buffered = machine_traits(r->machine)->has_buffers && !machine_traits(r->machine)->overwrites;
    if (bounded_has_violation(result))
        result->verdict = VERDICT_VIOLATED;
    else
        result->verdict = result->reason ? VERDICT_UNKNOWN : VERDICT_HOLDS;
    if (buffered && (bounded || result->verdict != VERDICT_HOLDS))
        result->scope = arena_printf(result->memory, "buffers of at most %u store%s", result->bound, result->bound == 1 ? "" : "s");
    if (engine_is_decided(r, result))
        result->reason = NULL;
}

static void check(const engine_request *r, engine_result *result)
{
    deepening d = {{.request = r, .on = r->machine, .start = clock_seconds()}, result};
    d.search.unbuffered = engine_result_init(result, r);
    if (!limits_attempt(deepen, &d))
        engine_break_off(r, result);
    result->statistics.seconds = clock_seconds() - d.search.start;
    describe(r, result);
    if (memory_is_approximation(r->machine.memory))
        approximate_judge(r, &engine_auto, result);
}

/* ---- Temporal properties ---- */
/* Who has found no violation by then gives up: a loop with more stores under way is a rare thing. */
static bool is_enough(const bounded_search *b)
{
    enum { MANY_STORES = 8, MANY_STATES = 1000000, MOST_STORES = 64 };
    return b->on.buffer >= MOST_STORES || (b->on.buffer >= MANY_STORES && b->stored >= MANY_STATES);
}


/* With growing bounds, until one search is final: each finds violations, and only one in which no store met the bound tells that there is none. */
static void deepen_temporal(void *data)
{
    deepening *d = data;
    bounded_search *b = &d->search;
    engine_result *result = d->result;
    if (b->request->hunts) {
        bounded_hunt(b, result);
        return;
    }
    uint32_t known = b->on.buffer ? 0 : bound_of_buffers(b->request->footprints, b->on.memory, b->unbuffered);
    if (!b->on.buffer)
        b->on.buffer = known ? known : 1;
    for (; !b->final; b->on.buffer *= 2) {
        engine_try(b->request, "explicit: buffers of at most %u stores%s", b->on.buffer, known ? ", which no run fills" : "");
        explicit_search_temporal(b, result);
        CHECK(b->final || !known);
        if (!b->final && is_enough(b)) {
            result->reason = "buffers can grow on and on, and no bound shows that it holds for larger ones";
            result->gave_up = b->final = true;
        }
    }
}

/* What is known beside `unknown`. */
static void describe_temporal(const engine_request *r, engine_result *result)
{
    bool bounded = r->machine.buffer > 0, buffered = machine_traits(r->machine)->has_buffers && !machine_traits(r->machine)->overwrites;
    const char *stores = result->bound == 1 ? "store" : "stores";
    result->verdict = bounded_has_violation(result) ? VERDICT_VIOLATED : result->complete ? VERDICT_HOLDS : VERDICT_UNKNOWN;
    if (buffered && (bounded || result->verdict == VERDICT_VIOLATED))
        result->scope = arena_printf(result->memory, "buffers of at most %u %s", bounded ? r->machine.buffer : result->bound, stores);
    if (result->verdict != VERDICT_UNKNOWN)
        result->reason = NULL;
    else if (buffered && !bounded && result->bound)
        result->reason = engine_reason_with_bound(result);
}

/* ---- Alike processes ---- */
/* Which stores a created process may have waiting is not known before it is there, and so what permutations make of the dues is not (renamings.h). */
static bool created_store_to_owned(const engine_request *r, const symmetry *s)
{
    const footprints *f = r->footprints;
    bool any = false;
    for (uint32_t t = 0; t < r->program->processes.count; t++)
        for (uint32_t e = 0; index_set_has(&f->all.created, t) && e < r->program->global_count; e++)
            any |= s->globals[e].is_owned && index_set_has(&f->types[t].stores, e);
    return any;
}

static bool asks_for_each_store(const engine_request *r)
{
    fairness asked = engine_temporal(r)->fairness;
    return machine_traits(r->machine)->has_buffers && (asked == FAIRNESS_ALL || asked == FAIRNESS_MEMORY);
}

/* NULL: every state counts. */
static symmetry *find_symmetry(const engine_request *r)
{
    const temporal *t = engine_temporal(r);
    const char *refused = t->fairness == FAIRNESS_STRONG ? "strong fairness speaks of the steps of single states" : canonical_refuses(r);
    if (!r->unifies || r->hunts)
        return NULL;
    if (refused)
        engine_log(r, "symmetry: none: %s", refused);
    symmetry *found = refused ? NULL : symmetry_find_of_runs(r->footprints, t->atoms, t->atom_count, !t->stutters);
    for (size_t i = 0; found && i < found->log.count; i++)
        engine_log(r, "%s", found->log.data[i]);
    bool is_followed = !found || !asks_for_each_store(r) || !created_store_to_owned(r, found);
    if (!is_followed)
        engine_log(r, "symmetry: none: a process that is created stores to elements of alike processes, and fairness asks for each store");
    if (found && found->group_count && is_followed)
        return found;
    symmetry_free(found);
    return NULL;
}

static void name_alike(const symmetry *s, engine_result *result)
{
    const char **names = ARENA_ARRAY(result->memory, const char *, s->group_count + 1);
    uint32_t count = 0;
    for (uint32_t g = 0; g < s->group_count; g++)
        if (s->groups[g].members)
            names[count++] = arena_strdup(result->memory, s->program->processes.data[s->groups[g].type].name);
    result->alike = names;
}

static void check_with(const engine_request *r, engine_result *result)
{
    deepening d = {{.request = r, .on = r->machine, .start = clock_seconds()}, result};
    engine_result_init(result, r);
    /* Every store takes its place in a buffer: what is due to it can be seen there. */
    d.search.unbuffered = result->unbuffered = ARENA_ARRAY(result->memory, bool, r->program->global_count + 1);
    if (!limits_attempt(deepen_temporal, &d))
        engine_break_off(r, result);
    result->statistics.seconds = clock_seconds() - d.search.start;
    describe_temporal(r, result);
}

static void check_temporal(const engine_request *r, engine_result *result)
{
    engine_request asked = *r;
    symmetry *found = find_symmetry(r);
    footprints *looks = found ? property_footprints(r->properties, found->program) : NULL;
    if (found) {
        asked.symmetry = found;
        asked.program = found->program;
        asked.footprints = looks;
    }
    check_with(&asked, result);
    if (found)
        name_alike(found, result);
    footprints_free(looks);
    symmetry_free(found);
}

const engine engine_explicit = {
    .name = "explicit", .refuses = refuses, .check = check, .refuses_temporal = explicit_refuses_temporal, .check_temporal = check_temporal};
