#include "engine/fair/kept_graph.h"

#include "base/limits.h"

/* An edge for each way in which the automaton can go along. */
static void add_edges(state_graph *g, const event *e, const event_state *s)
{
    const event_state *from = kept_graph_state(g, g->from);
    const buchi *automaton = &g->claim->of->violating;
    uint64_t letter = claim_letter_of(g->claim, from->global);
    const buchi_state *at = &automaton->states.data[claim_state(g->claim, from->global)];
    for (uint32_t i = 0; i < at->edge_count; i++) {
        const buchi_edge *way = &automaton->edges.data[at->first_edge + i];
        if (!buchi_edge_reads(way, letter))
            continue;
        event_state then = *s;
        then.global = claim_with(g->claim, s->global, way->target);
        state_ref cover = antichain_cover(&g->explore->kept, &then);
        if (state_is(cover, STATE_NONE)) {
            g->failed = true;
            return;
        }
        vec_push(&g->edges, ((graph_edge){g->from, g->node_of.data[cover.index], *e, s->global, way->marks}));
        vec_push(&g->target, g->node_of.data[cover.index]);
    }
}

static bool on_successor(void *data, const event *e, const event_state *s)
{
    state_graph *g = data;
    limits_poll();
    add_edges(g, e, s);
    g->failed |= g->explore->sets.too_large;
    return !g->failed;
}

void kept_graph_init(state_graph *g, explore *x, claim_product *c)
{
    *g = (state_graph){.explore = x, .claim = c};
    for (uint32_t i = 0; i < x->kept.states.count; i++) {
        vec_push(&g->node_of, (uint32_t)g->states.count);
        if (x->kept.states.data[i].alive)
            vec_push(&g->states, i);
    }
    x->post.found = on_successor;
    x->post.data = g;
    for (g->from = 0; g->from < g->states.count && !g->failed; g->from++) {
        event_state s = *kept_graph_state(g, g->from);
        vec_push(&g->first, (uint32_t)g->edges.count);
        post_all(&x->post, &s);
        if (!g->failed)
            add_edges(g, &(event){.kind = EVENT_CLAIM, .process = {NOBODY}, .created = KEY_NONE}, &s);
    }
    vec_push(&g->first, (uint32_t)g->edges.count);
}

void kept_graph_release(state_graph *g)
{
    vec_release(&g->states);
    vec_release(&g->node_of);
    vec_release(&g->edges);
    vec_release(&g->first);
    vec_release(&g->target);
}
