#include "engine/explicit/product.h"

#include "base/bug.h"
#include "base/clock.h"
#include "base/limits.h"

enum { CHECK_EVERY = 4096 }; /* edges between looks at the clock */

#define HOT static inline __attribute__((always_inline))

uint32_t product_find(const product *p, state_ref state, uint32_t at)
{
    uint32_t n = graph_at(&p->graph, state)->first_node;
    while (n != PRODUCT_NONE && p->nodes.data[n].claim != at)
        n = p->nodes.data[n].next;
    return n;
}

/* ---- Components on the way ---- */
HOT uint64_t *words_of(const product *p, size_t root, uint32_t words)
{
    return p->root_words.data + root * 2 * words;
}

/* What is due in the state and not excused. */
HOT uint64_t due_in(const product *p, state_ref state, uint32_t word)
{
    return graph_due(&p->graph, state)[word] & (p->stays_inside ? ~dues_of_processes(&p->graph.dues, word) : ~0ull);
}

HOT void push_root(product *p, uint32_t order, state_ref state, uint32_t marks, uint32_t paid, uint32_t words)
{
    vec_push(&p->roots, ((product_root){.order = order, .entered_by_marks = marks, .entered_by_paid = paid}));
    vec_reserve(&p->root_words, p->roots.count * 2 * words);
    uint64_t *of = words_of(p, p->roots.count - 1, words);
    for (uint32_t i = 0; i < words; i++) {
        of[i] = due_in(p, state, i);
        of[words + i] = 0;
    }
}

/* An edge leads from the newest component to a node of this order, in it or in one before: all from there on are one. True when that has a run. */
HOT bool close_cycle(product *p, uint32_t order, uint32_t marks, uint32_t paid, uint32_t words)
{
    product_root *top = &vec_last(&p->roots);
    uint64_t *of = words_of(p, p->roots.count - 1, words);
    top->marks |= marks;
    for (uint32_t i = 0; i < words; i++)
        of[words + i] |= dues_set(&p->graph.dues, paid)[i];
    for (; top->order > order; top--, of -= 2 * words) {
        const uint64_t *entered = dues_set(&p->graph.dues, top->entered_by_paid);
        uint64_t *below = of - 2 * words;
        top[-1].marks |= top->marks | top->entered_by_marks;
        for (uint32_t i = 0; i < words; i++) {
            below[i] &= of[i];
            below[words + i] |= of[words + i] | entered[i];
        }
        p->roots.count--;
    }
    uint64_t left = top->marks ^ p->all_marks;
    for (uint32_t i = 0; i < words; i++)
        left |= of[i] & ~of[words + i];
    return !left;
}

/* The newest component is done: nothing in it leads further. */
static void close_component(product *p)
{
    uint32_t first = vec_last(&p->roots).order;
    p->roots.count--;
    while (p->live.count && p->nodes.data[vec_last(&p->live)].order >= first) {
        p->nodes.data[vec_last(&p->live)].order = PRODUCT_DEAD;
        p->live.count--;
    }
}

/* ---- Nodes ---- */
/* The next edge of the automaton from this one on, among those of the node's state, that reads the letter; the end: there is none. */
HOT uint32_t next_reading(const product *p, const product_node *n, uint32_t from)
{
    const buchi_state *b = &p->automaton->states.data[n->claim];
    uint64_t letter = p->graph.letters.data[graph_at(&p->graph, n->state)->letter];
    while (from < b->first_edge + b->edge_count && !buchi_edge_reads(&p->automaton->edges.data[from], letter))
        from++;
    return from;
}

static bool is_bad_next(const product *p, const product_node *n)
{
    const buchi_state *b = &p->automaton->states.data[n->claim];
    uint32_t end = b->first_edge + b->edge_count;
    for (uint32_t e = next_reading(p, n, b->first_edge); e < end; e = next_reading(p, n, e + 1))
        if (p->automaton->edges.data[e].target == p->bad)
            return true;
    return n->claim == p->bad;
}

/* The node becomes the end of the way. */
HOT void enter(product *p, uint32_t number, uint32_t marks, uint32_t paid, uint32_t words)
{
    product_node *n = &p->nodes.data[number];
    const graph *g = &p->graph;
    const graph_state *s = graph_at(g, n->state);
    n->order = ++p->met;
    push_root(p, n->order, n->state, marks, paid, words);
    vec_push(&p->live, number);
    vec_push(&p->way, ((product_frame){number, next_reading(p, n, p->automaton->states.data[n->claim].first_edge), 0}));
    for (uint32_t i = 0; i < s->edge_count; i++)
        __builtin_prefetch(graph_at(g, g->edges.data[s->first_edge + i].target));
    if (p->way.count > p->max_depth)
        p->max_depth = p->way.count;
}

/* A node that was not met before, its state expanded; PRODUCT_NONE when the search is over: *end says how. */
static uint32_t add_node(product *p, state_ref state, uint32_t at, product_end *end)
{
    graph *g = &p->graph;
    if (graph_at(g, state)->first_edge == GRAPH_OPEN && !graph_expand(g, state)) {
        *end = g->dues.outgrown ? PRODUCT_OUTGROWN : PRODUCT_LIMIT;
        p->limit = g->limit;
        return PRODUCT_NONE;
    }
    uint32_t number = (uint32_t)p->nodes.count;
    product_node n = {.state = state, .claim = at, .next = graph_at(g, state)->first_node};
    vec_push(&p->nodes, n);
    graph_at(g, state)->first_node = number;
    p->held += graph_at(g, state)->is_held;
    if (p->bad != TEMPORAL_NO_STATE && is_bad_next(p, &n)) {
        p->found = number;
        *end = PRODUCT_BAD;
        return PRODUCT_NONE;
    }
    return number;
}

/* ---- Limits ---- */
/* Stored are those at rest, as SPIN counts. */
void product_statistics(const product *p, statistics *out)
{
    size_t bytes = graph_bytes(&p->graph) + p->nodes.capacity * sizeof *p->nodes.data;
    *out = (statistics){
        .states_stored = p->nodes.count - p->held, .states_visited = p->nodes.count, .transitions = p->transitions, .max_depth = p->max_depth,
        .state_bytes = p->nodes.count ? bytes / p->nodes.count : 0, .seconds = clock_seconds() - p->start,
    };
}

static bool goes_on(product *p)
{
    const engine_request *r = p->graph.request;
    statistics now = {0};
    p->next_check = p->transitions + CHECK_EVERY;
    graph_tidy(&p->graph);
    product_statistics(p, &now);
    p->limit = engine_limit(r, &now);
    if (!p->limit)
        p->limit = p->graph.limit;
    if (r->max_states && p->nodes.count >= r->max_states)
        p->limit = "the limit on states was reached";
    if (p->met >= PRODUCT_DEAD - 2 * CHECK_EVERY)
        p->limit = "memory is used up";
    return !p->limit;
}

/* ---- The search ---- */
/* Everything that the node leads to and that was not met before. */
HOT product_end search(product *p, uint32_t from, uint32_t words)
{
    graph *g = &p->graph;
    product_end end = PRODUCT_HOLDS;
    enter(p, from, 0, 0, words);
    while (p->way.count) {
        product_frame *f = &vec_last(&p->way);
        const product_node *n = &p->nodes.data[f->node];
        const graph_state *s = graph_at(g, n->state);
        const buchi_state *b = &p->automaton->states.data[n->claim];
        if (f->claim_edge == b->first_edge + b->edge_count) {
            if (vec_last(&p->roots).order == n->order)
                close_component(p);
            p->way.count--;
            continue;
        }
        if (f->edge == s->edge_count) {
            f->claim_edge = next_reading(p, n, f->claim_edge + 1);
            f->edge = 0;
            continue;
        }
        const buchi_edge *c = &p->automaton->edges.data[f->claim_edge];
        graph_edge e = g->edges.data[s->first_edge + f->edge++];
        uint32_t target = product_find(p, e.target, c->target);
        p->transitions++;
        if (target == PRODUCT_NONE && (target = add_node(p, e.target, c->target, &end)) == PRODUCT_NONE)
            return end;
        uint32_t order = p->nodes.data[target].order;
        if (!order) {
            enter(p, target, c->marks, e.paid, words);
        } else if (order != PRODUCT_DEAD && close_cycle(p, order, c->marks, e.paid, words)) {
            p->found = vec_last(&p->roots).order;
            return PRODUCT_LOOP;
        }
        if (p->transitions >= p->next_check && !goes_on(p))
            return PRODUCT_LIMIT;
    }
    return PRODUCT_HOLDS;
}

static product_end search_from(product *p, uint32_t first)
{
    return p->graph.dues.words == 1 ? search(p, first, 1) : search(p, first, p->graph.dues.words);
}

/* Runs that stay inside an atomic block for ever, among nodes that have all been met. */
static product_end search_blocks(product *p)
{
    product_end end = PRODUCT_HOLDS;
    p->stays_inside = true;
    for (size_t i = 0; i < p->nodes.count; i++)
        p->nodes.data[i].order = graph_at(&p->graph, p->nodes.data[i].state)->is_held ? 0 : PRODUCT_DEAD;
    for (uint32_t i = 0; i < p->nodes.count && end == PRODUCT_HOLDS; i++)
        if (!p->nodes.data[i].order)
            end = search_from(p, i);
    return end;
}

product_end product_run(product *p, const engine_request *request, rows *r, uint32_t words, double start)
{
    const temporal *t = engine_temporal(request);
    *p = (product){.automaton = &t->violating, .bad = t->bad, .all_marks = (uint32_t)((1ull << t->violating.mark_count) - 1), .start = start};
    if (!graph_init(&p->graph, request, r, words)) {
        p->limit = p->graph.limit ? p->graph.limit : "a process of the start cannot be created";
        return PRODUCT_LIMIT;
    }
    product_end end = PRODUCT_HOLDS;
    uint32_t first = add_node(p, (state_ref){0}, 0, &end);
    if (first != PRODUCT_NONE)
        end = search_from(p, first);
    return end == PRODUCT_HOLDS && p->held && p->graph.dues.of_processes ? search_blocks(p) : end;
}

void product_release(product *p)
{
    graph_release(&p->graph);
    vec_release(&p->nodes);
    vec_release(&p->way);
    vec_release(&p->roots);
    vec_release(&p->root_words);
    vec_release(&p->live);
}
