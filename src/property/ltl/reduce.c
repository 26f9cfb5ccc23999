/* reduce.c: smaller automata for the same words.
 *
 * Three things are done until none changes anything: states from which nothing is accepted go; marks count only on edges inside components that accept, and those
 * that another one implies go; and by direct simulation (state q simulates p when every edge of p has one of q that reads at least as much, has at least
 * its marks, and leads to a state that simulates where it leads) equal states become one and edges that a better one beside them makes
 * needless go. */
#include <string.h>

#include "base/bug.h"
#include "property/ltl/buchi.h"

typedef struct reduction {
    buchi *b;
    uint32_t count;                  /* states */
    VEC(uint32_t) component;         /* by state */
    VEC(bool) accepts;               /* by component */
    VEC(bool) useful;                /* by state: an accepting component can be reached */
    VEC(bool) simulates;             /* [p * count + q]: q simulates p */
    /* of the search for components */
    VEC(uint32_t) order, low, stack;
    VEC(bool) on_stack;
    uint32_t next_order, component_count;
} reduction;

static uint32_t all_marks(const buchi *b)
{
    return b->mark_count == 32 ? UINT32_MAX : (1u << b->mark_count) - 1;
}

static const buchi_edge *edges_of(const buchi *b, uint32_t state, uint32_t *count)
{
    *count = b->states.data[state].edge_count;
    return b->edges.data + b->states.data[state].first_edge;
}

/* ---- Components (Tarjan). Their numbers grow against the edges: targets outside have smaller ones ---- */
static void find_component(reduction *r, uint32_t state)
{
    uint32_t count;
    const buchi_edge *edges = edges_of(r->b, state, &count);
    r->order.data[state] = r->low.data[state] = ++r->next_order;
    vec_push(&r->stack, state);
    r->on_stack.data[state] = true;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t to = edges[i].target;
        if (!r->order.data[to])
            find_component(r, to);
        if (r->on_stack.data[to] && r->low.data[to] < r->low.data[state])
            r->low.data[state] = r->low.data[to];
    }
    if (r->low.data[state] != r->order.data[state])
        return;
    uint32_t member;
    do {
        member = vec_pop(&r->stack);
        r->on_stack.data[member] = false;
        r->component.data[member] = r->component_count;
    } while (member != state);
    r->component_count++;
}

static void find_components(reduction *r)
{
    r->count = (uint32_t)r->b->states.count;
    r->next_order = r->component_count = 0;
    vec_clear(&r->order);
    vec_clear(&r->low);
    vec_clear(&r->component);
    vec_clear(&r->on_stack);
    for (uint32_t i = 0; i < r->count; i++) {
        vec_push(&r->order, 0);
        vec_push(&r->low, 0);
        vec_push(&r->component, 0);
        vec_push(&r->on_stack, false);
    }
    for (uint32_t i = 0; i < r->count; i++)
        if (!r->order.data[i])
            find_component(r, i);
}

static bool is_inside(const reduction *r, uint32_t state, const buchi_edge *e)
{
    return r->component.data[state] == r->component.data[e->target];
}

static void find_accepting(reduction *r)
{
    VEC(uint32_t) met = {0};
    VEC(bool) has_edge = {0};
    vec_clear(&r->accepts);
    for (uint32_t i = 0; i < r->component_count; i++) {
        vec_push(&met, 0);
        vec_push(&has_edge, false);
    }
    for (uint32_t s = 0; s < r->count; s++) {
        uint32_t count;
        const buchi_edge *edges = edges_of(r->b, s, &count);
        for (uint32_t i = 0; i < count; i++)
            if (is_inside(r, s, &edges[i])) {
                met.data[r->component.data[s]] |= edges[i].marks;
                has_edge.data[r->component.data[s]] = true;
            }
    }
    for (uint32_t i = 0; i < r->component_count; i++)
        vec_push(&r->accepts, has_edge.data[i] && met.data[i] == all_marks(r->b));
    vec_release(&met);
    vec_release(&has_edge);
}

/* Components are numbered against the edges, so those that a state leads to are known before its own. */
static void find_useful(reduction *r)
{
    VEC(bool) component_useful = {0};
    vec_clear(&r->useful);
    for (uint32_t c = 0; c < r->component_count; c++)
        vec_push(&component_useful, r->accepts.data[c]);
    for (uint32_t c = 0; c < r->component_count; c++)
        for (uint32_t s = 0; s < r->count; s++) {
            uint32_t count;
            const buchi_edge *edges = edges_of(r->b, s, &count);
            for (uint32_t i = 0; i < count && r->component.data[s] == c; i++)
                component_useful.data[c] |= component_useful.data[r->component.data[edges[i].target]];
        }
    for (uint32_t s = 0; s < r->count; s++)
        vec_push(&r->useful, component_useful.data[r->component.data[s]]);
    vec_release(&component_useful);
}

/* ---- Marks ---- */
static void drop_mark(buchi *b, uint32_t mark)
{
    uint32_t below = (1u << mark) - 1;
    for (size_t i = 0; i < b->edges.count; i++)
        b->edges.data[i].marks = (b->edges.data[i].marks & below) | (b->edges.data[i].marks >> 1 & ~below);
    b->mark_count--;
}

enum { NO_MARK = UINT32_MAX, NO_NUMBER = UINT32_MAX };

/* Whoever meets `by` for ever meets `mark` for ever; NO_MARK: whoever goes round at all does. Components that do not accept have no marks, so while
 * another mark is left they do not accept without this one either. */
static bool is_implied(const reduction *r, uint32_t mark, uint32_t by)
{
    for (uint32_t s = 0; s < r->count; s++) {
        uint32_t count;
        const buchi_edge *edges = edges_of(r->b, s, &count);
        for (uint32_t i = 0; i < count; i++) {
            bool counts = is_inside(r, s, &edges[i]) && (by == NO_MARK || r->accepts.data[r->component.data[s]]);
            bool has_by = by == NO_MARK || (edges[i].marks >> by & 1);
            if (counts && has_by && !(edges[i].marks >> mark & 1))
                return false;
        }
    }
    return true;
}

static bool drop_needless_marks(reduction *r)
{
    for (uint32_t i = 0; i < r->b->mark_count; i++) {
        bool needless = is_implied(r, i, NO_MARK);
        for (uint32_t k = 0; k < r->b->mark_count && !needless; k++)
            needless = k != i && is_implied(r, i, k);
        if (needless) {
            drop_mark(r->b, i);
            return true;
        }
    }
    return false;
}

static void clear_marks_that_do_not_count(reduction *r)
{
    for (uint32_t s = 0; s < r->count; s++)
        for (uint32_t i = 0; i < r->b->states.data[s].edge_count; i++) {
            buchi_edge *e = &r->b->edges.data[r->b->states.data[s].first_edge + i];
            if (!is_inside(r, s, e) || !r->accepts.data[r->component.data[s]])
                e->marks = 0;
        }
}

/* ---- Simulation ---- */
static bool reads_more(const buchi_edge *e, const buchi_edge *than)
{
    return (e->with & than->with) == e->with && (e->without & than->without) == e->without;
}

static bool is_better(const reduction *r, const buchi_edge *e, const buchi_edge *than)
{
    return reads_more(e, than) && (e->marks & than->marks) == than->marks && r->simulates.data[(size_t)than->target * r->count + e->target];
}

static bool still_simulates(const reduction *r, uint32_t p, uint32_t q)
{
    uint32_t of_p, of_q;
    const buchi_edge *x = edges_of(r->b, p, &of_p), *y = edges_of(r->b, q, &of_q);
    for (uint32_t i = 0; i < of_p; i++) {
        bool answered = false;
        for (uint32_t k = 0; k < of_q && !answered; k++)
            answered = is_better(r, &y[k], &x[i]);
        if (!answered)
            return false;
    }
    return true;
}

static void find_simulation(reduction *r)
{
    vec_clear(&r->simulates);
    for (size_t i = 0; i < (size_t)r->count * r->count; i++)
        vec_push(&r->simulates, true);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t p = 0; p < r->count; p++)
            for (uint32_t q = 0; q < r->count; q++) {
                bool *now = &r->simulates.data[(size_t)p * r->count + q];
                if (*now && !still_simulates(r, p, q)) {
                    *now = false;
                    changed = true;
                }
            }
    }
}

static uint32_t representative(const reduction *r, uint32_t state)
{
    for (uint32_t q = 0; q < state; q++)
        if (r->simulates.data[(size_t)state * r->count + q] && r->simulates.data[(size_t)q * r->count + state])
            return q;
    return state;
}

/* Of edges that are equally good the first stays. */
static bool is_needless(const reduction *r, const buchi_edge *edges, uint32_t count, uint32_t at)
{
    for (uint32_t k = 0; k < count; k++)
        if (k != at && is_better(r, &edges[k], &edges[at]) && (k < at || !is_better(r, &edges[at], &edges[k])))
            return true;
    return false;
}

/* ---- A new automaton of what stays ---- */
static void copy_reachable(buchi *b, const uint32_t *becomes, const bool *stays)
{
    buchi made = {.mark_count = b->mark_count};
    VEC(uint32_t) number = {0};
    VEC(uint32_t) open = {0};
    for (size_t i = 0; i < b->states.count; i++)
        vec_push(&number, NO_NUMBER);
    number.data[becomes[0]] = 0;
    vec_push(&open, becomes[0]);
    for (size_t at = 0; at < open.count; at++) {
        const buchi_state *s = &b->states.data[open.data[at]];
        buchi_state copy = {.first_edge = (uint32_t)made.edges.count};
        for (uint32_t i = s->first_edge; i < s->first_edge + s->edge_count; i++) {
            if (!stays[i])
                continue;
            buchi_edge e = b->edges.data[i];
            e.target = becomes[e.target];
            if (number.data[e.target] == NO_NUMBER) {
                number.data[e.target] = (uint32_t)open.count;
                vec_push(&open, e.target);
            }
            e.target = number.data[e.target];
            vec_push(&made.edges, e);
        }
        copy.edge_count = (uint32_t)made.edges.count - copy.first_edge;
        vec_push(&made.states, copy);
    }
    vec_release(&number);
    vec_release(&open);
    buchi_release(b);
    *b = made;
}

/* One round; `simulation`: with that. */
static void shrink(reduction *r, bool simulation)
{
    VEC(uint32_t) becomes = {0};
    VEC(bool) stays = {0};
    find_components(r);
    find_accepting(r);
    find_useful(r);
    clear_marks_that_do_not_count(r);
    if (simulation)
        find_simulation(r);
    for (uint32_t s = 0; s < r->count; s++) {
        uint32_t count;
        const buchi_edge *edges = edges_of(r->b, s, &count);
        vec_push(&becomes, simulation ? representative(r, s) : s);
        for (uint32_t i = 0; i < count; i++)
            vec_push(&stays, r->useful.data[edges[i].target] && !(simulation && is_needless(r, edges, count, i)));
    }
    copy_reachable(r->b, becomes.data, stays.data);
    vec_release(&becomes);
    vec_release(&stays);
}

static bool drop_marks(reduction *r)
{
    find_components(r);
    find_accepting(r);
    return drop_needless_marks(r);
}

void buchi_reduce(buchi *b)
{
    enum { MOST_TO_COMPARE = 400 }; /* states: simulation looks at all pairs */
    reduction r = {.b = b};
    size_t states, edges;
    do {
        states = b->states.count;
        edges = b->edges.count;
        shrink(&r, false);
        while (drop_marks(&r))
            ;
        if (b->states.count <= MOST_TO_COMPARE)
            shrink(&r, true);
    } while (b->states.count < states || b->edges.count < edges);
    vec_release(&r.component);
    vec_release(&r.accepts);
    vec_release(&r.useful);
    vec_release(&r.simulates);
    vec_release(&r.order);
    vec_release(&r.low);
    vec_release(&r.stack);
    vec_release(&r.on_stack);
}
