#include "engine/explicit/product.h"

#include <string.h>

#include "base/bug.h"
#include "base/clock.h"
#include "base/limits.h"

enum { CHECK_EVERY = 4096 }; /* edges between looks at the clock */

#define HOT static inline __attribute__((always_inline))

HOT uint32_t find(const product *p, state_ref state, uint32_t at)
{
    if (p->per_state)
        return state.index * p->per_state + at;
    uint32_t n = graph_at(&p->graph, state)->first_node;
    while (n != PRODUCT_NONE && p->nodes.data[n].claim != at)
        n = p->nodes.data[n].next;
    return n;
}

uint32_t product_find(const product *p, state_ref state, uint32_t at)
{
    return find(p, state, at);
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

HOT void push_root(product *p, uint32_t number, uint32_t order, state_ref state, uint32_t marks, uint32_t paid, uint32_t words)
{
    vec_push(&p->roots, ((product_root){.order = order, .entered_by_marks = marks, .entered_by_paid = paid}));
    vec_reserve(&p->root_words, p->roots.count * 2 * words);
    uint64_t *of = words_of(p, p->roots.count - 1, words);
    for (uint32_t i = 0; i < words; i++) {
        of[i] = due_in(p, state, i);
        of[words + i] = 0;
    }
    if (graph_renames(&p->graph) && p->names.data[number] != RENAMING_NONE) {
        renamings *r = &p->graph.renamings;
        renamings_set(r, renamings_undo(r, p->names.data[number]), of, of + words);
        memcpy(of, of + words, words * sizeof *of);
        memset(of + words, 0, words * sizeof *of);
    }
}

/* All that is due everywhere in the newest component and not paid in it: would a fair run put some class of it off for ever? */
static bool puts_off(product *p, const uint64_t *of, uint32_t words)
{
    vec_reserve(&p->left, words);
    for (uint32_t i = 0; i < words; i++)
        p->left.data[i] = of[i] & ~of[words + i];
    return renamings_has_class(&p->graph.renamings, vec_last(&p->roots).classes, p->left.data);
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
        if (graph_renames(&p->graph))
            top[-1].classes = renamings_join(&p->graph.renamings, top[-1].classes, top->classes);
        for (uint32_t i = 0; i < words; i++) {
            below[i] &= of[i];
            below[words + i] |= of[words + i] | entered[i];
        }
        p->roots.count--;
    }
    uint64_t lacks = (top->marks ^ p->all_marks) | p->is_strong, left = 0;
    for (uint32_t i = 0; i < words; i++)
        left |= of[i] & ~of[words + i];
    return !lacks && (!left || (top->classes != CLASSES_SINGLE && !puts_off(p, of, words)));
}

/* With symmetry: the edge of the graph leads from the node to another that is on the way, in a run in which processes may have changed their names since. */
static void note_names(product *p, uint32_t from, uint32_t by, uint32_t target)
{
    renamings *r = &p->graph.renamings;
    uint32_t there = renamings_then(r, p->names.data[from], graph_renaming(&p->graph, by));
    product_root *top = &vec_last(&p->roots);
    top->classes = renamings_join_by(r, top->classes, renamings_then(r, there, renamings_undo(r, p->names.data[target])));
}

/* The newest component is done: nothing in it leads further. */
static void close_component(product *p)
{
    uint32_t first = vec_last(&p->roots).order;
    p->roots.count--;
    while (p->live.count && p->orders.data[vec_last(&p->live)] >= first)
        p->orders.data[vec_pop(&p->live)] = PRODUCT_DEAD;
}

/* ---- Nodes ---- */
/* The next edge of the automaton from this one on that reads the letter of the state; the end: there is none. */
HOT uint32_t next_reading(const product *p, state_ref state, uint32_t from, uint32_t end)
{
    if (from == end)
        return end;
    uint64_t letter = p->graph.letters.data[graph_at(&p->graph, state)->letter];
    while (from < end && !buchi_edge_reads(&p->automaton->edges.data[from], letter))
        from++;
    return from;
}

static bool is_bad_next(const product *p, state_ref state, uint32_t at)
{
    const buchi_state *b = &p->automaton->states.data[at];
    uint32_t end = b->first_edge + b->edge_count;
    for (uint32_t e = next_reading(p, state, b->first_edge, end); e < end; e = next_reading(p, state, e + 1, end))
        if (p->automaton->edges.data[e].target == p->bad)
            return true;
    return at == p->bad;
}

/* The edges of the graph are next taken together with the frame's edge of the automaton. */
HOT void begin_edges(const product *p, product_frame *f, state_ref state)
{
    const graph *g = &p->graph;
    const graph_state *s = graph_at(g, state);
    f->edge = s->first_edge;
    f->edge_end = f->claim_edge == f->claim_end ? s->first_edge : s->first_edge + s->edge_count;
    for (uint32_t i = f->edge; i < f->edge_end && p->per_state; i++) {
        uint32_t target = find(p, g->edges.data[i].target, p->automaton->edges.data[f->claim_edge].target);
        if (target < p->orders.count)
            __builtin_prefetch(&p->orders.data[target]);
    }
}

/* The node becomes the end of the way. */
HOT void enter(product *p, uint32_t number, state_ref state, uint32_t at, uint32_t marks, uint32_t paid, uint32_t words)
{
    const buchi_state *b = &p->automaton->states.data[at];
    product_frame f = {.node = number, .order = ++p->last_order, .claim_end = b->first_edge + b->edge_count};
    p->orders.data[number] = f.order;
    f.claim_edge = next_reading(p, state, b->first_edge, f.claim_end);
    begin_edges(p, &f, state);
    push_root(p, number, f.order, state, marks, paid, words);
    vec_push(&p->live, number);
    vec_push(&p->way, f);
    if (p->way.count > p->max_depth)
        p->max_depth = p->way.count;
}

/* Room for the nodes of all states, or for one that is listed. */
static uint32_t list_node(product *p, state_ref state, uint32_t at)
{
    size_t count = p->per_state ? p->graph.states.count * p->per_state : p->nodes.count + 1;
    vec_reserve(&p->orders, count);
    while (p->orders.count < count)
        p->orders.data[p->orders.count++] = 0;
    while (graph_renames(&p->graph) && p->names.count < count)
        vec_push(&p->names, RENAMING_NONE);
    if (p->per_state)
        return find(p, state, at);
    vec_push(&p->nodes, ((product_node){.state = state, .claim = at, .next = graph_at(&p->graph, state)->first_node}));
    graph_at(&p->graph, state)->first_node = (uint32_t)(p->nodes.count - 1);
    return (uint32_t)(p->nodes.count - 1);
}

/* A node that was not met before, its state expanded; PRODUCT_NONE when the search is over: *end says how. */
static uint32_t meet(product *p, state_ref state, uint32_t at, product_end *end)
{
    graph *g = &p->graph;
    if (graph_at(g, state)->first_edge == GRAPH_OPEN && !graph_expand(g, state)) {
        *end = g->dues.outgrown ? PRODUCT_OUTGROWN : PRODUCT_LIMIT;
        p->limit = g->limit;
        return PRODUCT_NONE;
    }
    uint32_t number = list_node(p, state, at);
    p->count++;
    p->held += graph_at(g, state)->is_held;
    if (p->bad != TEMPORAL_NO_STATE && is_bad_next(p, state, at)) {
        p->orders.data[number] = ++p->last_order;
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
    size_t bytes = graph_bytes(&p->graph) + p->nodes.capacity * sizeof *p->nodes.data + p->orders.capacity * sizeof *p->orders.data +
                   p->names.capacity * sizeof *p->names.data;
    *out = (statistics){
        .states_stored = p->count - p->held, .states_visited = p->count, .transitions = p->transitions, .max_depth = p->max_depth,
        .state_bytes = p->count ? bytes / p->count : 0, .seconds = clock_seconds() - p->start,
    };
}

static bool goes_on(product *p)
{
    const engine_request *r = p->graph.request;
    statistics now = {0};
    limits_spent((p->transitions - p->told_work) * (graph_renames(&p->graph) ? 10 : 1)); /* renaming takes that much longer */
    p->told_work = p->transitions;
    p->next_check = p->transitions + CHECK_EVERY;
    graph_tidy(&p->graph);
    product_statistics(p, &now);
    p->limit = engine_limit(r, &now);
    if (!p->limit)
        p->limit = p->graph.limit;
    if (r->max_states && p->count >= r->max_states)
        p->limit = "the limit on states was reached";
    if (p->last_order >= PRODUCT_DEAD - 2 * CHECK_EVERY || p->graph.states.count * (uint64_t)p->per_state >= PRODUCT_NONE - (1u << 20))
        p->limit = "memory is used up";
    return !p->limit;
}

/* ---- The search ---- */
/* Everything that the node leads to and that was not met before. */
HOT product_end search(product *p, uint32_t first, uint32_t words)
{
    const graph *g = &p->graph;
    product_end end = PRODUCT_HOLDS;
    if (graph_renames(g))
        p->names.data[first] = RENAMING_NONE;
    enter(p, first, product_state(p, first), product_claim(p, first), 0, 0, words);
    while (p->way.count) {
        product_frame *f = &vec_last(&p->way);
        if (f->edge == f->edge_end) {
            if (f->claim_edge < f->claim_end) {
                state_ref state = product_state(p, f->node);
                f->claim_edge = next_reading(p, state, f->claim_edge + 1, f->claim_end);
                begin_edges(p, f, state);
                if (f->claim_edge < f->claim_end)
                    continue;
            }
            if (vec_last(&p->roots).order == f->order) {
                if (p->is_strong && product_has_strong_run(p)) {
                    p->found = f->order;
                    return PRODUCT_LOOP;
                }
                close_component(p);
            }
            p->way.count--;
            continue;
        }
        const buchi_edge *c = &p->automaton->edges.data[f->claim_edge];
        graph_edge e = g->edges.data[f->edge++];
        uint32_t target = find(p, e.target, c->target);
        bool is_known = p->per_state ? target < p->orders.count && (p->orders.data[target] || p->stays_inside) : target != PRODUCT_NONE;
        p->transitions++;
        if (!is_known && (target = meet(p, e.target, c->target, &end)) == PRODUCT_NONE)
            return end;
        uint32_t order = p->orders.data[target], from = f->node, by = f->edge - 1;
        if (graph_renames(g)) {
            renamings *r = &p->graph.renamings;
            e.paid = renamings_set_number(r, renamings_undo(r, p->names.data[from]), e.paid);
            if (!order)
                p->names.data[target] = renamings_then(r, p->names.data[from], graph_renaming(g, by));
            else if (order != PRODUCT_DEAD)
                note_names(p, from, by, target);
        }
        if (!order) {
            enter(p, target, e.target, c->target, c->marks, e.paid, words);
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
    if (p->graph.dues.words == 1)
        return search(p, first, 1);
    return search(p, first, p->graph.dues.words);
}

/* Runs that stay inside an atomic block for ever, among nodes that have all been met. */
static product_end search_blocks(product *p)
{
    product_end end = PRODUCT_HOLDS;
    VEC(uint32_t) inside = {0};
    p->stays_inside = true;
    for (uint32_t i = 0; i < p->orders.count; i++)
        if (p->orders.data[i] && graph_at(&p->graph, product_state(p, i))->is_held) {
            vec_push(&inside, i);
            p->orders.data[i] = 0;
        }
    for (size_t i = 0; i < inside.count && end == PRODUCT_HOLDS; i++)
        if (!p->orders.data[inside.data[i]])
            end = search_from(p, inside.data[i]);
    vec_release(&inside);
    return end;
}

product_end product_run(product *p, const engine_request *request, rows *r, uint64_t still, uint32_t words, double start)
{
    const temporal *t = engine_temporal(request);
    *p = (product){.automaton = &t->violating, .bad = t->bad, .all_marks = (uint32_t)((1ull << t->violating.mark_count) - 1), .start = start,
                   .is_strong = t->fairness == FAIRNESS_STRONG};
    if (!graph_init(&p->graph, request, r, still, words)) {
        p->limit = p->graph.limit ? p->graph.limit : "a process of the start cannot be created";
        return PRODUCT_LIMIT;
    }
    if (t->violating.states.count <= PRODUCT_MOST_DENSE)
        p->per_state = (uint32_t)t->violating.states.count;
    product_end end = PRODUCT_HOLDS;
    uint32_t first = meet(p, (state_ref){0}, 0, &end);
    if (first != PRODUCT_NONE)
        end = search_from(p, first);
    return end == PRODUCT_HOLDS && p->held && p->graph.dues.of_processes ? search_blocks(p) : end;
}

void product_release(product *p)
{
    graph_release(&p->graph);
    vec_release(&p->nodes);
    vec_release(&p->orders);
    vec_release(&p->way);
    vec_release(&p->roots);
    vec_release(&p->root_words);
    vec_release(&p->live);
    vec_release(&p->is_taken);
    vec_release(&p->names);
    vec_release(&p->left);
}
