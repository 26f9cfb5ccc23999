#include "engine/fair/kept_graph.h"

#include "base/limits.h"

static void add_edge(state_graph *g, const event *e, const event_state *s, global_ref global, graph_edge how)
{
    if (claim_is_stuck(g->claim, global))
        return;
    event_state then = *s;
    then.global = global;
    state_ref cover = antichain_cover(&g->explore->kept, &then);
    if (state_is(cover, STATE_NONE)) {
        g->failed = true;
        return;
    }
    how.from = g->from;
    how.to = g->node_of.data[cover.index];
    how.event = *e;
    how.then = s->global;
    vec_push(&g->edges, how);
    vec_push(&g->target, how.to);
}

/* An edge for each way in which the automaton can go along. */
static void add_edges(state_graph *g, const event *e, const event_state *s)
{
    claim_product *c = g->claim;
    global_ref before = kept_graph_state(g, g->from)->global;
    const buchi *automaton = &c->of->violating;
    if (claim_waits(c, before)) {
        add_edge(g, e, s, claim_with(c, s->global, claim_state(c, before), e->in_d_step), (graph_edge){.reads = false});
        return;
    }
    uint64_t letter = claim_letter_of(c, before);
    const buchi_state *at = &automaton->states.data[claim_state(c, before)];
    for (uint32_t i = 0; i < at->edge_count && !g->failed; i++) {
        const buchi_edge *way = &automaton->edges.data[at->first_edge + i];
        if (buchi_edge_reads(way, letter))
            add_edge(g, e, s, claim_with(c, s->global, way->target, e->in_d_step), (graph_edge){.marks = way->marks, .reads = true});
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
        if (!x->kept.states.data[i].alive)
            continue;
        vec_push(&g->states, i);
        uint32_t count = x->kept.states.data[i].state.process_count;
        g->processes = count > g->processes ? count : g->processes;
    }
    x->post.found = on_successor;
    x->post.data = g;
    for (g->from = 0; g->from < g->states.count && !g->failed; g->from++) {
        event_state s = *kept_graph_state(g, g->from);
        vec_push(&g->first, (uint32_t)g->edges.count);
        post_all(&x->post, &s);
        if (!g->failed && !claim_waits(c, s.global))
            add_edges(g, &(event){.kind = EVENT_CLAIM, .process = {NOBODY}, .created = KEY_NONE}, &s);
    }
    vec_push(&g->first, (uint32_t)g->edges.count);
}

bool kept_graph_may_end(const state_graph *g, uint32_t number, process_ref process)
{
    bool any = false;
    for (uint32_t e = g->first.data[number]; e < g->first.data[number + 1]; e++)
        any |= g->edges.data[e].event.kind == EVENT_END && process_is(g->edges.data[e].event.process, process);
    return any;
}

void kept_graph_release(state_graph *g)
{
    vec_release(&g->states);
    vec_release(&g->node_of);
    vec_release(&g->edges);
    vec_release(&g->first);
    vec_release(&g->target);
}
