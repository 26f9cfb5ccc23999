/* graph_steps.c: from edges of the graph to steps, by taking them again: only where they lead to was kept. */
#include <string.h>

#include "base/bug.h"
#include "engine/explicit/graph.h"

typedef struct seeker {
    graph *graph;
    const uint64_t *wanted; /* a packed state */
    uint32_t paid;
    uint64_t *packed;
    run *out;
    bool found;
} seeker;

static bool rest(void *data, successors *x)
{
    seeker *k = data;
    layout *l = k->graph->layout;
    const packing *of = layout_of_shape(l, x->shape);
    CHECK(of && layout_pack(l, of, x->slots, k->packed)); /* the state was expanded, so what it leads to fits */
    if (memcmp(k->packed, k->wanted, l->limbs * sizeof *k->packed) || graph_paid(k->graph, x) != k->paid)
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

static void seek(seeker *k, state_ref number, bool timeout)
{
    graph *g = k->graph;
    const uint64_t *state = store_state(&g->store, number);
    const packing *of = layout_of(g->layout, state);
    uint32_t holder = (uint32_t)field_get(&of->fields[g->rows->holder], state);
    successors_sink sink = {.rest = rest, .violation = ignore, .data = k};
    for (uint32_t p = of->shape->process_count; p-- > 0 && !k->found;) {
        if (holder && holder != p + 1)
            continue;
        packing_load(of, state, &g->successors);
        successors_begin(&g->successors);
        successors_by_steps(&g->successors, (process_ref){p}, timeout, &sink);
        if (k->found || holder)
            continue;
        packing_load(of, state, &g->successors);
        successors_by_commits(&g->successors, (process_ref){p}, &sink);
    }
}

void graph_steps(graph *g, state_ref number, const graph_edge *e, run *out)
{
    graph_edge wanted = *e;
    limb_vec packed = {0};
    vec_reserve(&packed, g->store.limbs);
    seeker k = {.graph = g, .wanted = store_state(&g->store, wanted.target), .paid = wanted.paid, .packed = packed.data, .out = out};
    seek(&k, number, false);
    if (!k.found)
        seek(&k, number, true);
    vec_release(&packed);
    CHECK(k.found || state_is(wanted.target, number)); /* nothing is possible there: it repeats */
}
