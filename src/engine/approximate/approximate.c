/* approximate.c: from a verdict on an approximation to one on TSO.
 *
 * tso-us follows every run of TSO: its set is that of the pending stores, and a commit keeps the member exactly when TSO has another
 * such store. So what holds there holds under TSO, deadlock included (in a state of TSO without steps the buffers are empty, and the state
 * of tso-us is the same); a violation may be its own. A run of tso-fc is one of TSO, with each forced commit as a step; it may lose runs.
 * tso-om does both wrong. */
#include "engine/approximate/approximate.h"

/* ---- What is refused ---- */

static bool is_plain_edge(const edge *e)
{
    return e->hold == HOLD_NONE && !e->is_else && !e->d_step && !e->priority;
}

static bool is_plain(const footprints *f)
{
    const program *p = f->program;
    bool plain = !f->all.flushes && !footprint_touches_channels(&f->all);
    for (size_t t = 0; t < p->processes.count; t++) {
        plain &= !p->processes.data[t].provided;
        for (size_t i = 0; i < p->processes.data[t].edges.count; i++)
            plain &= is_plain_edge(&p->processes.data[t].edges.data[i]);
    }
    return plain;
}

/* A forced commit inside a block would be none of TSO's; an else asks about all guards at once, and with several views the guards may differ. */
const char *approximate_refuses(const engine_request *request)
{
    const footprints *f = request->footprints;
    if (!memory_is_approximation(request->machine.memory))
        return NULL;
    if (request->finals || property_list_has(request->properties, PROPERTY_FINAL))
        return "under an approximation of TSO final states mean nothing";
    if (!is_plain(f))
        return "approximations of TSO are for programs without atomic blocks, else, unless, provided clauses and channels";
    bool has_view = !index_set_is_empty(&f->asked.viewed) || !index_set_is_empty(&f->all.viewed);
    return has_view ? "under an approximation of TSO a process has no single view" : NULL;
}

/* ---- Confirming ---- */
/* The search for runs of TSO, with a limit in proportion. */
static void search_tso(const engine_request *request, const engine *by, const engine_result *result, engine_result *found)
{
    engine_request exact = *request;
    uint64_t enough = 10 * result->statistics.states_stored + 1000000;
    exact.machine.memory = machine_traits(request->machine)->exact;
    exact.certificate = NULL;
    if (!exact.max_states || exact.max_states > enough)
        exact.max_states = enough;
    by->check(&exact, found);
}

/* The approximation's violations give way to those that TSO has. */
static void confirm(const engine_request *request, const engine *exact, engine_result *result)
{
    engine_result found;
    const char *name = machine_traits(request->machine)->name;
    const char *first = property_at(request->properties, result->violations.data[0].property)->name;
    size_t suspected = result->violations.count;
    search_tso(request, exact, result, &found);
    violations_drop(&result->violations, 0);
    engine_take_violations(result, &found);
    result->complete &= result->violations.count == suspected;
    if (result->violations.count) {
        result->verdict = VERDICT_VIOLATED;
        result->reason = found.reason;
    } else {
        const char *why = found.verdict == VERDICT_HOLDS ? "TSO has no such run"
                                                         : arena_printf(result->memory, "no run of TSO that shows it was found (%s)", found.reason);
        result->verdict = VERDICT_UNKNOWN;
        result->reason = arena_printf(result->memory, "%s adds behaviours: it violates \"%s\", but %s", name, first, why);
    }
    engine_result_release(&found);
}

void approximate_judge(const engine_request *request, const engine *exact, engine_result *result)
{
    const memory_traits *memory = machine_traits(request->machine);
    result->exact = false;
    result->scope = memory->loses_runs ? "some of TSO's behaviours" : "all buffer sizes";
    if (result->violations.count && memory->adds_runs)
        confirm(request, exact, result);
    if (!memory->loses_runs)
        return;
    result->complete = false;
    if (result->verdict != VERDICT_HOLDS)
        return;
    result->verdict = VERDICT_UNKNOWN;
    result->reason = arena_printf(result->memory, "%s may lose behaviours of TSO: that no violation was found there proves nothing", memory->name);
}
