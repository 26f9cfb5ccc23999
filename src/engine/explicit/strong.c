/* strong.c: strongly fair runs: what is possible again and again is done again and again.
 *
 * Such a run takes, from some moment on, all steps of all states through which it still comes. So a strongly connected part of the product has one when its edges
 * carry all marks and take all steps of all states of the program in it: none leads out, and none leads nowhere. It is enough to look at whole components: the states
 * of a part of a component that takes all steps of its states lead to all states of the component, so they are all of these, and the component takes all their steps
 * too. What it lacks, no part of it has. */
#include "base/limits.h"
#include "engine/explicit/product.h"

/* Notes in is_taken which edges of the graph go with an edge of the automaton from this node to one of the component. True when there is any. */
static bool note_taken(product *p, uint32_t number, uint32_t first)
{
    const graph *g = &p->graph;
    const graph_state *s = graph_at(g, product_state(p, number));
    const buchi_state *b = &p->automaton->states.data[product_claim(p, number)];
    uint64_t letter = g->letters.data[s->letter];
    bool any = false;
    for (uint32_t c = b->first_edge; c < b->first_edge + b->edge_count; c++)
        for (uint32_t i = s->first_edge; i < s->first_edge + s->edge_count && buchi_edge_reads(&p->automaton->edges.data[c], letter); i++) {
            uint32_t order = p->orders.data[product_find(p, g->edges.data[i].target, p->automaton->edges.data[c].target)];
            bool inside = order != PRODUCT_DEAD && order >= first;
            p->is_taken.data[i] |= inside;
            any |= inside;
        }
    return any;
}

static void forget_taken(product *p, uint32_t number)
{
    const graph_state *s = graph_at(&p->graph, product_state(p, number));
    for (uint32_t i = s->first_edge; i < s->first_edge + s->edge_count; i++)
        p->is_taken.data[i] = false;
}

static bool takes_all(const product *p, uint32_t number)
{
    state_ref state = product_state(p, number);
    const graph_state *s = graph_at(&p->graph, state);
    bool all = !dues_has_lost(graph_due(&p->graph, state));
    for (uint32_t i = s->first_edge; i < s->first_edge + s->edge_count && all; i++)
        all = p->is_taken.data[i];
    return all;
}

bool product_has_strong_run(product *p)
{
    const product_root *root = &vec_last(&p->roots);
    size_t start = p->live.count;
    bool any = false, all = true;
    if (root->marks != p->all_marks)
        return false;
    vec_reserve(&p->is_taken, p->graph.edges.count + 1);
    while (start && p->orders.data[p->live.data[start - 1]] >= root->order)
        forget_taken(p, p->live.data[--start]);
    for (size_t i = start; i < p->live.count; i++) {
        limits_poll();
        any |= note_taken(p, p->live.data[i], root->order);
    }
    for (size_t i = start; i < p->live.count && all; i++)
        all = takes_all(p, p->live.data[i]);
    return any && all;
}
