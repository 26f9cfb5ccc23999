/* lasso_accept.c: an automaton reads a word that goes on for ever.
 *
 * A node is a position of the word and a state of the automaton that has not yet read the letter there. The word is accepted when some nodes can all be reached
 * from each other and from the start, and the edges between them carry all marks. Each such set has a node at the position to which the word returns. */
#include "base/limits.h"
#include "base/vec.h"
#include "trace/lasso.h"

typedef VEC(bool) node_set; /* by position and state */

typedef struct reading {
    const buchi *b;
    const uint64_t *letters;
    uint32_t count, loop;
} reading;

static uint32_t node_at(const reading *r, uint32_t position, uint32_t state)
{
    return position * (uint32_t)r->b->states.count + state;
}

static void init_set(const reading *r, node_set *set)
{
    vec_clear(set);
    for (size_t i = 0; i < r->count * r->b->states.count; i++)
        vec_push(set, false);
}

/* Calls with every edge of the product, from and to, whose ends pass: those of `within`, or all where it is NULL. Positions come in the order of the word, or the reverse. */
typedef void each_edge(void *data, uint32_t from, uint32_t to, uint32_t marks);

static void visit_edges(const reading *r, const node_set *within, bool backwards, each_edge *visit, void *data)
{
    for (uint32_t i = 0; i < r->count; i++) {
        uint32_t at = backwards ? r->count - 1 - i : i, next = at + 1 < r->count ? at + 1 : r->loop;
        for (uint32_t s = 0; s < r->b->states.count; s++) {
            const buchi_state *state = &r->b->states.data[s];
            limits_poll();
            if (within && !within->data[node_at(r, at, s)])
                continue;
            for (uint32_t e = state->first_edge; e < state->first_edge + state->edge_count; e++) {
                const buchi_edge *taken = &r->b->edges.data[e];
                if (buchi_edge_reads(taken, r->letters[at]) && (!within || within->data[node_at(r, next, taken->target)]))
                    visit(data, node_at(r, at, s), node_at(r, next, taken->target), taken->marks);
            }
        }
    }
}

typedef struct spreading {
    node_set *set;
    bool changed;
} spreading;

static void spread_forwards(void *data, uint32_t from, uint32_t to, uint32_t marks)
{
    (void)marks;
    spreading *s = data;
    s->changed |= s->set->data[from] && !s->set->data[to];
    s->set->data[to] |= s->set->data[from];
}

static void spread_backwards(void *data, uint32_t from, uint32_t to, uint32_t marks)
{
    spread_forwards(data, to, from, marks);
}

/* The set with all that it leads to (backwards: that leads to it). */
static void close_set(const reading *r, node_set *set, bool backwards)
{
    spreading s = {.set = set, .changed = true};
    while (s.changed) {
        s.changed = false;
        visit_edges(r, NULL, backwards, backwards ? spread_backwards : spread_forwards, &s);
    }
}

typedef struct gathering {
    uint32_t marks;
    bool any;
} gathering;

static void gather(void *data, uint32_t from, uint32_t to, uint32_t marks)
{
    (void)from, (void)to;
    gathering *g = data;
    g->marks |= marks;
    g->any = true;
}

/* The nodes that the node can reach and be reached from; do edges between them have all marks? */
static bool accepts_around(const reading *r, uint32_t middle, node_set *component, node_set *before)
{
    gathering found = {0};
    init_set(r, component);
    init_set(r, before);
    component->data[middle] = before->data[middle] = true;
    close_set(r, component, false);
    close_set(r, before, true);
    for (size_t i = 0; i < component->count; i++)
        component->data[i] &= before->data[i];
    visit_edges(r, component, false, gather, &found);
    return found.any && found.marks == (uint32_t)((1ull << r->b->mark_count) - 1);
}

bool lasso_accepts(const buchi *b, const uint64_t *letters, uint32_t count, uint32_t loop)
{
    reading r = {.b = b, .letters = letters, .count = count, .loop = loop};
    node_set open = {0}, component = {0}, before = {0};
    bool accepts = false;
    init_set(&r, &open);
    open.data[0] = true;
    close_set(&r, &open, false);
    for (uint32_t s = 0; s < b->states.count && !accepts; s++) {
        uint32_t middle = node_at(&r, loop, s);
        if (!open.data[middle])
            continue;
        accepts = accepts_around(&r, middle, &component, &before);
        for (size_t i = 0; i < open.count; i++)
            open.data[i] &= !component.data[i]; /* what was judged as a whole is not judged again */
    }
    vec_release(&open);
    vec_release(&component);
    vec_release(&before);
    return accepts;
}

bool lasso_reaches(const buchi *b, uint32_t state, const uint64_t *letters, uint32_t count)
{
    node_set now = {0}, next = {0};
    for (size_t s = 0; s < b->states.count; s++) {
        vec_push(&now, s == 0);
        vec_push(&next, false);
    }
    for (uint32_t i = 0; i < count && !now.data[state]; i++) {
        for (size_t s = 0; s < b->states.count; s++)
            next.data[s] = false;
        for (size_t s = 0; s < b->states.count; s++)
            for (uint32_t e = 0; now.data[s] && e < b->states.data[s].edge_count; e++) {
                const buchi_edge *taken = &b->edges.data[b->states.data[s].first_edge + e];
                next.data[taken->target] |= buchi_edge_reads(taken, letters[i]);
            }
        for (size_t s = 0; s < b->states.count; s++)
            now.data[s] = next.data[s];
        limits_poll();
    }
    bool reached = now.data[state];
    vec_release(&now);
    vec_release(&next);
    return reached;
}
