/* private.c: which relaxed locations one process alone ever reads and writes.
 *
 * Such a location looks the same to its process whether a store waits in the buffer or not, and nobody else can tell.
 * Every doubt is settled towards "shared". */
#include <string.h>

#include "base/bug.h"
#include "program/footprint.h"

enum { UNUSED = -1, SHARED = -2 };

/* ---- Process types with at most one process in every run ---- */

typedef struct run_site {
    uint32_t count;   /* run effects that name the type */
    uint32_t creator; /* the type and node of the last one */
    uint32_t node, target;
} run_site;

static void find_run_sites(const program *p, run_site *sites)
{
    for (uint32_t t = 0; t < p->processes.count; t++) {
        const process_type *type = &p->processes.data[t];
        for (size_t i = 0; i < type->edges.count; i++) {
            const edge *e = &type->edges.data[i];
            for (uint32_t f = 0; f < e->effect_count; f++)
                if (e->effects[f].kind == EFFECT_RUN) {
                    run_site *site = &sites[e->effects[f].process];
                    site->count++;
                    site->creator = t;
                    site->node = e->source;
                    site->target = e->target;
                }
        }
    }
}

/* The least set: a type joins once its only creator has, so types that create each other in a circle never do. */
static void find_single_types(const program *p, bool *single)
{
    size_t count = p->processes.count;
    arena *scratch = arena_new();
    run_site *sites = ARENA_ARRAY(scratch, run_site, count);
    uint32_t *started = ARENA_ARRAY(scratch, uint32_t, count);
    find_run_sites(p, sites);
    for (size_t i = 0; i < p->start.count; i++)
        started[p->start.data[i]]++;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t t = 0; t < count; t++) {
            if (single[t])
                continue;
            const run_site *site = &sites[t];
            single[t] = site->count == 0 ? started[t] <= 1
                                         : started[t] == 0 && site->count == 1 && single[site->creator] &&
                                               !process_leads_to(&p->processes.data[site->creator], site->target, site->node);
            changed |= single[t];
        }
    }
    arena_free(scratch);
}

/* ---- Owners ---- */

static bool is_private(const footprints *f, const bool *single, uint32_t element)
{
    const program *p = f->program;
    int32_t owner = UNUSED;
    for (uint32_t t = 0; t < p->processes.count && owner != SHARED; t++) {
        const footprint *of = &f->types[t];
        bool from_outside = index_set_has(&of->peeks, element) || index_set_has(&of->views, element) || /* tells memory and view apart */
                            index_set_has(&of->pokes, element); /* differs from a store that a later commit would bury */
        bool touches = footprint_accesses(of, element) || index_set_has(&of->printed, element);
        if (from_outside || (touches && owner != UNUSED))
            owner = SHARED;
        else if (touches)
            owner = (int32_t)t;
    }
    return owner == UNUSED || (owner != SHARED && single[owner]);
}

void footprints_find_private(const footprints *f, machine on, bool *out)
{
    const program *p = f->program;
    bool may = machine_traits(on)->has_buffers && !machine_traits(on)->overwrites && !on.buffer && !p->buffers_all && !p->commits_when && !f->asks_buffers;
    arena *scratch = arena_new();
    bool *single = ARENA_ARRAY(scratch, bool, p->processes.count + 1);
    find_single_types(p, single);
    for (uint32_t i = 0; i < p->global_count; i++) {
        bool relaxed = may && p->globals.data[program_global_of_element(p, i)].class == VARIABLE_RELAXED;
        out[i] = relaxed && !footprint_accesses(&f->asked_before_end, i) && is_private(f, single, i);
    }
    arena_free(scratch);
}
