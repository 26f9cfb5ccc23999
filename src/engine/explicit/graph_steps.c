/* graph_steps.c: from edges of the graph to steps, by taking them again: only where they lead to was kept. */
#include <string.h>

#include "base/bug.h"
#include "engine/explicit/graph.h"

typedef struct seeker {
    graph *graph;
    const shape *shape;    /* of the row that is wanted */
    row_vec from, wanted;  /* as the run has them */
    uint32_t paid;
    run *out;
    bool found;
} seeker;

static bool rest(void *data, successors *x)
{
    seeker *k = data;
    if (x->shape != k->shape || memcmp(x->slots, k->wanted.data, k->shape->slot_count * sizeof *x->slots) || graph_paid(k->graph, x) != k->paid)
        return true;
    for (size_t i = 0; i < x->trail.count; i++)
        vec_push(k->out, x->trail.data[i]);
    k->found = true;
    return false;
}

static bool ignore(void *data, successors *x, property_ref violated)
{
    (void)data, (void)x, (void)violated;
    return true;
}

static void seek(seeker *k, shape *of, bool timeout)
{
    graph *g = k->graph;
    uint32_t holder = (uint32_t)k->from.data[g->rows->holder];
    successors_sink sink = {.rest = rest, .violation = ignore, .data = k};
    for (uint32_t p = of->process_count; p-- > 0 && !k->found;) {
        if (holder && holder != p + 1)
            continue;
        successors_load(&g->successors, of, k->from.data);
        successors_begin(&g->successors);
        successors_by_steps(&g->successors, (process_ref){p}, timeout, &sink);
        if (k->found || holder)
            continue;
        successors_load(&g->successors, of, k->from.data);
        successors_by_commits(&g->successors, (process_ref){p}, &sink);
    }
}

/* The row of the state, after the permutation. */
static shape *get_row(graph *g, state_ref number, uint32_t renaming, row_vec *out)
{
    const uint64_t *state = store_state(&g->store, number);
    const packing *of = layout_of(g->layout, state);
    uint8_t to[PROGRAM_MAX_PROCESSES];
    vec_reserve(&g->row, of->shape->slot_count);
    vec_reserve(out, of->shape->slot_count);
    packing_unpack(of, state, g->row.data);
    if (renaming == RENAMING_NONE) {
        memcpy(out->data, g->row.data, of->shape->slot_count * sizeof *out->data);
    } else {
        renamings_get(&g->renamings, renaming, to);
        canonical_rename(&g->canonical, of->shape, g->row.data, to, out->data);
    }
    return of->shape;
}

/* In the run the state is what it was before it was renamed, and so is the next. */
void graph_steps(graph *g, state_ref number, uint32_t by, uint32_t renaming, run *out)
{
    graph_edge e = g->edges.data[by];
    bool renames = graph_renames(g);
    uint32_t real = renames ? renamings_undo(&g->renamings, renaming) : RENAMING_NONE;
    uint32_t next = renames ? renamings_undo(&g->renamings, renamings_then(&g->renamings, renaming, graph_renaming(g, by))) : RENAMING_NONE;
    seeker k = {.graph = g, .paid = renamings_set_number(&g->renamings, real, e.paid), .out = out};
    shape *of = get_row(g, number, real, &k.from);
    k.shape = get_row(g, e.target, next, &k.wanted);
    seek(&k, of, false);
    if (!k.found)
        seek(&k, of, true);
    vec_release(&k.from);
    vec_release(&k.wanted);
    CHECK(k.found || state_is(e.target, number)); /* nothing is possible there: it repeats */
}

bool graph_is_fixed(graph *g, state_ref number, uint32_t renaming)
{
    row_vec here = {0}, there = {0};
    const shape *of = get_row(g, number, RENAMING_NONE, &here);
    get_row(g, number, renaming, &there);
    bool same = !memcmp(here.data, there.data, of->slot_count * sizeof *here.data);
    vec_release(&here);
    vec_release(&there);
    return same;
}

uint32_t graph_kinds(graph *g, state_ref number)
{
    row_vec here = {0};
    const shape *of = get_row(g, number, RENAMING_NONE, &here);
    uint32_t kinds = canonical_kinds(&g->canonical, of, here.data);
    vec_release(&here);
    return kinds;
}
