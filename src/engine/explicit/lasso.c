/* lasso.c: a short run to the component that was found, and a short one round in it: by breadth-first search each, over nodes that were met.
 *
 * With symmetry the way through the component goes on under other names, and a due that the loop lacks is followed through the renamings. Back at the node where it
 * began the run may be in a state in which processes have changed places: it goes round again, until it is in the same. */
#include <string.h>

#include "base/bug.h"
#include "base/limits.h"
#include "engine/explicit/product.h"

/* An edge of the product. */
typedef struct link {
    uint32_t from, to;   /* nodes */
    uint32_t claim_edge; /* of the automaton */
    uint32_t number;     /* of the edge of the graph */
    graph_edge edge;
    uint32_t due, then;  /* the due that is followed, as it is called before and after; NO_DUE: none is */
} link;

typedef VEC(link) link_vec;

enum { NO_LINK = UINT32_MAX, NO_DUE = UINT32_MAX };

typedef struct tracer {
    product *product;
    uint32_t component;     /* nodes of this order and above belong to it */
    /* what the loop still lacks */
    uint32_t marks;
    VEC(uint64_t) due;
    VEC(bool) is_missing;   /* strong fairness: by edge of the graph, those that the loop has not taken yet */
    size_t missing;
    uint32_t names;         /* the renaming that makes the run come to the node where the way has come to; since the loop began, once it has */
    VEC(uint64_t) paid_in_run, due_in_run; /* scratch */
    /* of one search: nodes that it met, in this order, and how */
    link_vec met;
    VEC(uint32_t) met_by;   /* of each, the one before it in `met`; NO_LINK: none */
    VEC(uint32_t) seen;     /* by node: the search that met it last */
    uint32_t searches;
    intern followed;        /* nodes that it met, with the due that is followed */
    link_vec way;           /* so far */
} tracer;

static state_ref state_of(const tracer *t, uint32_t number)
{
    return product_state(t->product, number);
}

static bool is_inside(const tracer *t, uint32_t number)
{
    uint32_t order = t->product->orders.data[number];
    return order && order != PRODUCT_DEAD && order >= t->component;
}

/* Those that were not met when the search ended have no part in the run; a search that stays inside blocks comes after all are met. */
static bool was_met(const tracer *t, uint32_t number)
{
    const product *p = t->product;
    return number < p->orders.count && (p->orders.data[number] || p->stays_inside);
}

/* ---- What the loop lacks ---- */
static bool lacks_anything(const tracer *t)
{
    uint64_t lacking = t->marks | t->missing;
    for (uint32_t i = 0; i < t->product->graph.dues.words; i++)
        lacking |= t->due.data[i];
    return lacking;
}

/* The set of dues as the run has it that these names lead to. */
static const uint64_t *in_run(renamings *r, uint32_t names, const uint64_t *set, uint64_t *out)
{
    if (names == RENAMING_NONE)
        return set;
    renamings_set(r, renamings_undo(r, names), set, out);
    return out;
}

static uint32_t names_after(tracer *t, const link *l)
{
    return renamings_then(&t->product->graph.renamings, t->names, graph_renaming(&t->product->graph, l->number));
}

/* Whether going along the edge gives anything that is lacking; with `take` it no longer is. */
static bool gives(tracer *t, const link *l, bool take)
{
    graph *g = &t->product->graph;
    const uint64_t *paid = in_run(&g->renamings, t->names, dues_set(&g->dues, l->edge.paid), t->paid_in_run.data);
    const uint64_t *due = in_run(&g->renamings, names_after(t, l), graph_due(g, state_of(t, l->to)), t->due_in_run.data);
    uint32_t marks = t->product->automaton->edges.data[l->claim_edge].marks & t->marks;
    bool is_missing = t->missing && t->is_missing.data[l->number];
    uint64_t any = marks | is_missing;
    if (take && is_missing) {
        t->is_missing.data[l->number] = false;
        t->missing--;
    }
    t->marks &= take ? ~marks : UINT32_MAX;
    for (uint32_t i = 0; i < g->dues.words; i++) {
        uint64_t given = t->due.data[i] & (paid[i] | ~due[i]);
        any |= given;
        t->due.data[i] &= take ? ~given : ~0ull;
    }
    return any;
}

/* ---- Breadth-first search ---- */
typedef bool goal(tracer *t, const link *l, uint32_t wanted);

static bool leads_inside(tracer *t, const link *l, uint32_t wanted)
{
    (void)wanted;
    return is_inside(t, l->to);
}

static bool leads_to(tracer *t, const link *l, uint32_t wanted)
{
    (void)t;
    return l->to == wanted;
}

static bool gives_something(tracer *t, const link *l, uint32_t wanted)
{
    (void)wanted;
    return gives(t, l, false);
}

static bool gives_mark(tracer *t, const link *l, uint32_t wanted)
{
    (void)wanted;
    return t->product->automaton->edges.data[l->claim_edge].marks & t->marks;
}

/* The due that is followed is paid, or no longer due. */
static bool gives_followed(tracer *t, const link *l, uint32_t wanted)
{
    const graph *g = &t->product->graph;
    (void)wanted;
    bool is_paid = dues_set(&g->dues, l->edge.paid)[l->due / 64] >> l->due % 64 & 1;
    return is_paid || !(graph_due(g, state_of(t, l->to))[l->then / 64] >> l->then % 64 & 1);
}

/* Notes that the search under way came to the node. False: it did before. */
static bool note_seen(tracer *t, uint32_t number, uint32_t due)
{
    if (due != NO_DUE) {
        size_t before = intern_count(&t->followed);
        return intern_row(&t->followed, (int32_t[]){(int32_t)number, (int32_t)due}, 2) == before;
    }
    bool is_new = t->seen.data[number] != t->searches;
    t->seen.data[number] = t->searches;
    return is_new;
}

/* The edges of a node become met; the first that is a goal ends it: its index, otherwise NO_LINK. */
static uint32_t meet_edges(tracer *t, uint32_t number, uint32_t by, uint32_t due, bool inside, goal *is_goal, uint32_t wanted)
{
    const product *p = t->product;
    const graph_state *s = graph_at(&p->graph, state_of(t, number));
    const buchi_state *b = &p->automaton->states.data[product_claim(p, number)];
    uint64_t letter = p->graph.letters.data[s->letter];
    for (uint32_t c = b->first_edge; c < b->first_edge + b->edge_count; c++)
        for (uint32_t i = 0; i < s->edge_count && buchi_edge_reads(&p->automaton->edges.data[c], letter); i++) {
            link l = {.from = number, .claim_edge = c, .number = s->first_edge + i, .edge = p->graph.edges.data[s->first_edge + i], .due = due};
            l.then = due == NO_DUE ? NO_DUE : renamings_due(&p->graph.renamings, graph_renaming(&p->graph, l.number), due);
            l.to = product_find(p, l.edge.target, p->automaton->edges.data[c].target);
            limits_poll();
            if (!was_met(t, l.to) || (inside && !is_inside(t, l.to)))
                continue;
            bool is_end = is_goal(t, &l, wanted), is_new = note_seen(t, l.to, l.then);
            if (!is_end && !is_new)
                continue;
            vec_push(&t->met, l);
            vec_push(&t->met_by, by);
            if (is_end)
                return (uint32_t)(t->met.count - 1);
        }
    return NO_LINK;
}

static void append_way(tracer *t, uint32_t last)
{
    size_t length = 0, at;
    for (uint32_t i = last; i != NO_LINK; i = t->met_by.data[i])
        length++;
    at = t->way.count + length;
    vec_reserve(&t->way, at);
    t->way.count = at;
    for (uint32_t i = last; i != NO_LINK; i = t->met_by.data[i])
        t->way.data[--at] = t->met.data[i];
}

/* Adds to the way a shortest path from the node along an edge that is a goal; the node that it leads to. The due is followed. */
static uint32_t follow(tracer *t, uint32_t from, uint32_t due, bool inside, goal *is_goal, uint32_t wanted)
{
    vec_clear(&t->met);
    vec_clear(&t->met_by);
    intern_clear(&t->followed);
    t->searches++;
    note_seen(t, from, due);
    uint32_t end = meet_edges(t, from, NO_LINK, due, inside, is_goal, wanted);
    for (uint32_t i = 0; end == NO_LINK; i++) {
        CHECK(i < t->met.count);
        end = meet_edges(t, t->met.data[i].to, i, t->met.data[i].then, inside, is_goal, wanted);
    }
    append_way(t, end);
    return t->met.data[end].to;
}

static uint32_t go(tracer *t, uint32_t from, bool inside, goal *is_goal, uint32_t wanted)
{
    return follow(t, from, NO_DUE, inside, is_goal, wanted);
}

/* ---- The run ---- */
/* Strong fairness: all steps of all states of the component. */
static void miss_all_edges(tracer *t)
{
    const product *p = t->product;
    vec_reserve(&t->is_missing, p->graph.edges.count + 1);
    memset(t->is_missing.data, 0, p->graph.edges.count * sizeof *t->is_missing.data);
    for (size_t i = 0; i < p->live.count; i++) {
        const graph_state *s = graph_at(&p->graph, state_of(t, p->live.data[i]));
        for (uint32_t e = s->first_edge; e < s->first_edge + s->edge_count && is_inside(t, p->live.data[i]); e++) {
            t->missing += !t->is_missing.data[e];
            t->is_missing.data[e] = true;
        }
    }
}

/* The first due that the loop lacks, as it is called where the way has come to. */
static uint32_t first_lacking(const tracer *t)
{
    uint32_t i = 0;
    while (!t->due.data[i])
        i++;
    return renamings_due(&t->product->graph.renamings, t->names, 64 * i + (uint32_t)__builtin_ctzll(t->due.data[i]));
}

/* On to something that the loop lacks. With symmetry whether an edge gives it depends on the way: marks come first, then one due after the other. */
static uint32_t go_on(tracer *t, uint32_t at)
{
    if (!graph_renames(&t->product->graph))
        return go(t, at, true, gives_something, 0);
    return t->marks ? go(t, at, true, gives_mark, 0) : follow(t, at, first_lacking(t), true, gives_followed, 0);
}

/* The same way again, until the state of the run is the one with which the loop began. */
static void close_loop(tracer *t, size_t first)
{
    graph *g = &t->product->graph;
    size_t end = t->way.count;
    uint32_t once = RENAMING_NONE, names;
    for (size_t i = first; i < end; i++)
        once = renamings_then(&g->renamings, once, graph_renaming(g, t->way.data[i].number));
    for (names = once; !graph_is_fixed(g, state_of(t, t->way.data[first].from), names); names = renamings_then(&g->renamings, names, once))
        for (size_t i = first; i < end; i++) {
            link again = t->way.data[i];
            vec_push(&t->way, again);
        }
}

/* Round in the component, from the node back to it. */
static void go_round(tracer *t, uint32_t from)
{
    const graph *g = &t->product->graph;
    uint32_t at = from;
    size_t first = t->way.count;
    t->marks = t->product->all_marks;
    vec_reserve(&t->due, g->dues.words);
    for (uint32_t i = 0; i < g->dues.words; i++)
        t->due.data[i] = graph_due(g, state_of(t, from))[i] & ~(t->product->stays_inside ? dues_of_processes(&g->dues, i) : 0);
    if (t->product->is_strong)
        miss_all_edges(t);
    while (lacks_anything(t)) {
        size_t next = t->way.count;
        at = go_on(t, at);
        for (; next < t->way.count; next++) {
            gives(t, &t->way.data[next], true);
            t->names = names_after(t, &t->way.data[next]);
        }
    }
    if (at != from || t->way.count == first)
        go(t, at, true, leads_to, from);
    close_loop(t, first);
}

/* Goes to the node of the component with which the loop begins. With symmetry to one with few kinds of processes: there the loop closes after few rounds. */
static uint32_t enter_component(tracer *t)
{
    enum { MOST_LOOKS = 2000 };
    product *p = t->product;
    uint32_t best = NO_LINK, fewest = UINT32_MAX, looks = 0;
    for (size_t i = 0; graph_renames(&p->graph) && i < p->live.count && looks < MOST_LOOKS; i++) {
        if (!is_inside(t, p->live.data[i]))
            continue;
        uint32_t kinds = graph_kinds(&p->graph, state_of(t, p->live.data[i]));
        best = kinds < fewest ? p->live.data[i] : best;
        fewest = kinds < fewest ? kinds : fewest;
        looks++;
    }
    if (best != NO_LINK)
        return best == 0 ? 0 : go(t, 0, false, leads_to, best);
    return is_inside(t, 0) ? 0 : go(t, 0, false, leads_inside, 0);
}

/* The way up to its first links was added before: t->names is where that has led to. */
static void add_steps(tracer *t, size_t first, size_t end, run *steps)
{
    for (size_t i = first; i < end; i++) {
        graph_steps(&t->product->graph, state_of(t, t->way.data[i].from), t->way.data[i].number, t->names, steps);
        t->names = names_after(t, &t->way.data[i]);
    }
}

void lasso_build(product *p, product_end how, run *steps, uint32_t *loop)
{
    tracer t = {.product = p, .component = how == PRODUCT_LOOP ? p->found : 0};
    vec_reserve(&t.seen, p->orders.count);
    memset(t.seen.data, 0, p->orders.count * sizeof *t.seen.data);
    vec_reserve(&t.paid_in_run, p->graph.dues.words);
    vec_reserve(&t.due_in_run, p->graph.dues.words);
    *loop = NO_LOOP;
    if (how == PRODUCT_BAD) {
        if (p->found != 0)
            go(&t, 0, false, leads_to, p->found);
        add_steps(&t, 0, t.way.count, steps);
    } else {
        uint32_t entry = enter_component(&t);
        size_t prefix = t.way.count;
        go_round(&t, entry);
        t.names = RENAMING_NONE; /* again from the start */
        add_steps(&t, 0, prefix, steps);
        *loop = (uint32_t)steps->count;
        add_steps(&t, prefix, t.way.count, steps);
    }
    intern_release(&t.followed);
    vec_release(&t.paid_in_run);
    vec_release(&t.due_in_run);
    vec_release(&t.due);
    vec_release(&t.is_missing);
    vec_release(&t.met);
    vec_release(&t.met_by);
    vec_release(&t.seen);
    vec_release(&t.way);
}
