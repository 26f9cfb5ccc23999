/* private.c: which relaxed locations one process alone ever reads and writes.
 *
 * Such a location looks the same to its process whether a store waits in the buffer or not, and nobody else can tell.
 * Every doubt is settled towards "shared". */
#include <string.h>

#include "base/bug.h"
#include "program/step.h"

enum { NOBODY = -1, SHARED = -2 };

typedef struct access_scan {
    const program *p;
    int32_t *owner;  /* of each global element: a process type, NOBODY or SHARED */
    uint32_t type;   /* that whose accesses are scanned */
    bool everything_is_shared; /* the accesses are a property's */
} access_scan;

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

static bool is_reachable(const process_type *t, uint32_t from, uint32_t wanted)
{
    VEC(uint32_t) stack = {0};
    VEC(bool) seen = {0};
    vec_reserve(&seen, t->nodes.count);
    memset(seen.data, 0, t->nodes.count * sizeof(bool));
    vec_push(&stack, from);
    seen.data[from] = true;
    while (stack.count && !seen.data[wanted]) {
        const node *n = &t->nodes.data[vec_pop(&stack)];
        for (uint32_t i = 0; i < n->edge_count; i++) {
            uint32_t next = t->edges.data[n->first_edge + i].target;
            if (!seen.data[next]) {
                seen.data[next] = true;
                vec_push(&stack, next);
            }
        }
    }
    bool found = seen.data[wanted];
    vec_release(&stack);
    vec_release(&seen);
    return found;
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
                                               !is_reachable(&p->processes.data[site->creator], site->target, site->node);
            changed |= single[t];
        }
    }
    arena_free(scratch);
}

/* ---- Accesses ---- */

static void mark_element(access_scan *scan, uint32_t element, bool is_shared)
{
    int32_t *owner = &scan->owner[element];
    if (is_shared || scan->everything_is_shared || (*owner != NOBODY && *owner != (int32_t)scan->type))
        *owner = SHARED;
    else
        *owner = (int32_t)scan->type;
}

/* A constant index selects one element, any other might be each of them. */
static void mark_variable(access_scan *scan, uint32_t number, const expr *index, bool is_shared)
{
    const variable *v = &scan->p->globals.data[number];
    int32_t at = 0;
    if (!index || expr_is_const(index, &at)) {
        if (at >= 0 && (uint32_t)at < v->count)
            mark_element(scan, v->offset + (uint32_t)at, is_shared);
        return;
    }
    for (uint32_t i = 0; i < v->count; i++)
        mark_element(scan, v->offset + i, is_shared);
}

static void scan_expr_node(const expr *e, void *data)
{
    if (e->kind == EXPR_GLOBAL)
        mark_variable(data, e->variable, e->index, false);
    if (e->kind == EXPR_MEMORY || e->kind == EXPR_VIEW) /* tells memory and view apart, or looks from outside */
        mark_variable(data, e->variable, e->index, true);
}

static void scan_expr(access_scan *scan, const expr *e)
{
    expr_each(e, scan_expr_node, scan);
}

static void scan_place(access_scan *scan, const place *target, bool is_shared)
{
    scan_expr(scan, target->index);
    if (target->kind == PLACE_GLOBAL)
        mark_variable(scan, target->variable, target->index, is_shared);
}

static void scan_effect(access_scan *scan, const effect *f)
{
    /* A write past the buffer differs from a store that a later commit would bury. */
    scan_place(scan, &f->target, f->kind == EFFECT_WRITE_MEMORY);
    scan_place(scan, &f->result, false);
    scan_expr(scan, f->value);
    scan_expr(scan, f->expected);
    scan_expr(scan, f->channel);
    for (uint32_t i = 0; i < f->argument_count; i++)
        if (f->kind == EFFECT_RECEIVE) {
            scan_expr(scan, f->patterns[i].match);
            scan_place(scan, &f->patterns[i].target, false);
        } else {
            scan_expr(scan, f->arguments[i]);
        }
}

static void scan_process(access_scan *scan, const process_type *t)
{
    scan_expr(scan, t->provided);
    for (size_t i = 0; i < t->locals.count; i++)
        scan_expr(scan, t->locals.data[i].initializer);
    for (size_t i = 0; i < t->edges.count; i++) {
        const edge *e = &t->edges.data[i];
        scan_expr(scan, e->guard);
        for (uint32_t f = 0; f < e->effect_count; f++)
            scan_effect(scan, &e->effects[f]);
    }
}

void program_find_private(const program *p, const expr *const *conditions, size_t condition_count, bool *out)
{
    arena *scratch = arena_new();
    bool *single = ARENA_ARRAY(scratch, bool, p->processes.count + 1);
    find_single_types(p, single);

    access_scan scan = {.p = p, .owner = ARENA_ARRAY(scratch, int32_t, p->global_count + 1)};
    for (uint32_t i = 0; i < p->global_count; i++)
        scan.owner[i] = NOBODY;
    for (uint32_t t = 0; t < p->processes.count; t++) {
        scan.type = t;
        scan_process(&scan, &p->processes.data[t]);
    }
    scan.everything_is_shared = true;
    for (size_t i = 0; i < condition_count; i++)
        scan_expr(&scan, conditions[i]);

    for (uint32_t i = 0; i < p->global_count; i++) {
        bool relaxed = !p->buffers_all && p->globals.data[program_global_of_element(p, i)].class == VARIABLE_RELAXED;
        out[i] = relaxed && scan.owner[i] != SHARED && (scan.owner[i] == NOBODY || single[scan.owner[i]]);
    }
    arena_free(scratch);
}
