/* lower_graph.c: nodes and edges of a process.
 *
 * A node is an element where the process can stand; its edges are the statements it can begin with there, those of nested choices and blocks
 * included. Escapes come first. SPIN attaches them state by state in the order of its numbers, so that an escape of an escape counts
 * only where the latter has the lower number: this file does the same, since this order decides which statement is preferred. */
#include <string.h>

#include "base/bug.h"
#include "frontend/promela/lower_body.h"

typedef struct graph {
    body *b;
    process_type *type;
    VEC(element *) nodes; /* the element of each node, in the order of their numbers */
    size_t done;          /* nodes whose edges are made */
    VEC(bool) held;       /* by edge: is its statement inside of a block? */
} graph;

static bool is_passage(const element *e)
{
    return e->kind == ELEMENT_GOTO || e->kind == ELEMENT_JOIN || e->kind == ELEMENT_EXIT;
}

/* ---- Transitions of an element ---- */

typedef struct transition_list {
    transition *first, **link;
} transition_list;

static transition *new_transition(graph *g, element *step, uint32_t by)
{
    transition *t = ARENA_NEW(g->b->l->scratch, transition);
    *t = (transition){.step = step, .escape = by};
    return t;
}

/* The statements that control at e can begin with, in order. */
static void flatten(graph *g, element *e, transition_list *out)
{
    if (e->kind == ELEMENT_CHOICE || e->kind == ELEMENT_BLOCK) {
        for (sequence *s = e->parts; s; s = s->next)
            flatten(g, flow_start(s->first), out);
        return;
    }
    *out->link = new_transition(g, e, 0);
    out->link = &(*out->link)->next;
}

static transition *plain_transitions(graph *g, element *e)
{
    if (!e->plain) {
        transition_list list = {.link = &list.first};
        flatten(g, e, &list);
        e->plain = list.first;
    }
    return e->plain;
}

static bool contains(const transition *list, const element *step)
{
    for (; list; list = list->next)
        if (list->step == step)
            return true;
    return false;
}

static transition *all_transitions(graph *g, element *e);

/* Puts the first statements of the escape in front of the list; innermost escapes are put first, so that outer ones win. */
static void add_escape(graph *g, element *e, const escape *x)
{
    if (!x)
        return;
    add_escape(g, e, x->next);
    element *by = flow_start(x->by->first);
    for (transition *t = by->number < e->number ? all_transitions(g, by) : plain_transitions(g, by); t; t = t->next)
        if (!contains(e->transitions, t->step)) {
            transition *added = new_transition(g, t->step, by->number);
            added->next = e->transitions;
            e->transitions = added;
        }
}

static transition *all_transitions(graph *g, element *e)
{
    if (e->transitions)
        return e->transitions;
    transition *plain = e->transitions = plain_transitions(g, e);
    for (transition *t = plain; t && !e->d_step; t = t->next)
        if (t->step->kind != ELEMENT_JOIN)
            add_escape(g, e, t->step->escapes);
    return e->transitions;
}

/* ---- Nodes ---- */

/* Labels on the statements that a choice begins with count for the choice too. */
static void add_marks(const element *e, node *n)
{
    n->is_end |= e->is_end;
    n->is_progress |= e->is_progress;
    n->is_accept |= e->is_accept;
    if (e->kind == ELEMENT_CHOICE || e->kind == ELEMENT_BLOCK)
        for (const sequence *s = e->parts; s; s = s->next)
            add_marks(flow_start(s->first), n);
}

static uint32_t node_of(graph *g, element *e)
{
    if (e->node < 0) {
        node n = {.is_final = e->kind == ELEMENT_END, .in_atomic = e->holds || e->holds_last || e->d_step, .state_number = e->number, .where = e->where};
        add_marks(e, &n);
        e->node = (int64_t)g->nodes.count;
        vec_push(&g->nodes, e);
        vec_push(&g->type->nodes, n);
    }
    return (uint32_t)e->node;
}

/* ---- Edges ---- */

typedef struct arrival {
    element *at;
    hold_kind hold;
} arrival;

/* Where control comes to behind e. A passage that SPIN keeps as a step of its own, because atomicity ends there, is joined with the step before
 * it; not so where that step may hand over control (a rendezvous), where an escape may come between, or where a provided clause may stop the
 * process in between. */
static arrival arrive(graph *g, const element *e)
{
    element *at = flow_place(g->b, flow_successor(e), e->holds);
    bool holds = e->holds;
    for (size_t hops = 0; is_passage(at) && !e->code.may_rendezvous && !g->type->provided && !(at->escapes && at->kind != ELEMENT_JOIN);
         hops++) {
        CHECK(hops <= g->b->elements.count);
        holds = at->holds;
        at = flow_place(g->b, flow_successor(at), at->holds);
    }
    return (arrival){at, holds ? HOLD_ATOMIC : HOLD_NONE};
}

/* The same inside a d_step: what leaves the block leads where the block leads. */
static arrival arrive_in_d_step(graph *g, const element *e)
{
    element *at = flow_successor(e);
    for (size_t hops = 0; at && at->d_step == e->d_step && (is_passage(at) || at->kind == ELEMENT_UNLESS); hops++) {
        if (hops > g->b->elements.count) {
            flow_report_endless(g->b, e->where);
            return (arrival){g->b->whole->last, HOLD_NONE};
        }
        at = at->kind == ELEMENT_UNLESS ? at->parts->first : flow_successor(at);
    }
    return at && at->d_step == e->d_step ? (arrival){at, HOLD_D_STEP} : arrive(g, e->d_step);
}

static void add_edge(graph *g, uint32_t from, element *e, uint8_t priority, uint32_t d_step)
{
    arrival to = e->d_step ? arrive_in_d_step(g, e) : arrive(g, e);
    edge made = {
        .source = from,
        .target = node_of(g, to.at),
        .guard = e->code.guard,
        .effect_count = e->code.effect_count,
        .effects = e->code.effects,
        .hold = to.hold,
        .is_gap = e->code.is_gap,
        .is_else = e->code.is_else && !d_step, /* the last of its block anyway */
        .d_step = d_step,
        .priority = priority,
        .text = e->kind == ELEMENT_JOIN ? "goto" : e->kind == ELEMENT_EXIT ? "break" : e->text,
        .where = e->where,
    };
    vec_push(&g->type->edges, made);
    vec_push(&g->held, e->holds || e->holds_last || e->d_step);
    e->has_edge = true;
}

/* The edges of one transition: a d_step block gives those of its first statements, under one number. */
static void add_edges(graph *g, uint32_t from, element *step, uint8_t priority, uint32_t d_step)
{
    if (step->kind == ELEMENT_END)
        return;
    if (step->kind != ELEMENT_D_STEP) {
        add_edge(g, from, step, priority, d_step);
        return;
    }
    uint32_t number = d_step ? d_step : (uint32_t)g->type->edges.count + 1;
    for (transition *t = plain_transitions(g, flow_start(step->parts->first)); t; t = t->next)
        add_edges(g, from, t->step, priority, number);
}

/* Escapes of one group are neighbours in the list; the last group has priority 1. */
static void add_node_edges(graph *g, element *e)
{
    transition *list = all_transitions(g, e);
    uint32_t groups = 0, last = 0;
    for (transition *t = list; t && t->escape; t = t->next) {
        groups += t->escape != last;
        last = t->escape;
    }
    if (groups > UINT8_MAX) {
        diag_error(g->b->l->diag, e->where, "more than %d escapes of unless at one statement", UINT8_MAX);
        return;
    }
    uint32_t group = groups + 1;
    last = 0;
    for (transition *t = list; t; t = t->next) {
        group = !t->escape ? 0 : group - (t->escape != last);
        last = t->escape;
        add_edges(g, (uint32_t)e->node, t->step, (uint8_t)group, 0);
    }
}

static void finish_nodes(graph *g)
{
    for (; g->done < g->nodes.count; g->done++)
        add_node_edges(g, g->nodes.data[g->done]);
}

/* ---- The whole graph ---- */

static element *place_of_label(graph *g, element *at)
{
    at = flow_start(at);
    return is_passage(at) ? flow_place(g->b, at, false) : at;
}

void graph_build(body *b)
{
    graph g = {.b = b, .type = lowering_process(b->l)};
    g.type->entry = node_of(&g, flow_place(b, b->whole->first, b->whole->first->holds));
    finish_nodes(&g);
    for (size_t i = 0; i < b->labels.count; i++) {
        label named = {.name = b->labels.data[i].name, .node = node_of(&g, place_of_label(&g, b->labels.data[i].at))};
        vec_push(&g.type->labels, named);
    }
    finish_nodes(&g);
    for (size_t i = 0; i < b->elements.count; i++) {
        const element *e = b->elements.data[i];
        if (e->kind == ELEMENT_STEP && !e->has_edge && !e->code.is_gap)
            vec_push(&g.type->dead, ((dead_statement){e->text, e->where}));
    }
    if (b->l->input->split_loads && !b->l->is_condition)
        split_loads(b->l, g.held.data);
    vec_release(&g.nodes);
    vec_release(&g.held);
}
