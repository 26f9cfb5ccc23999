/* explain_loop.c: the story of a run that never ends: who waits for what, who passes by. */
#include "trace/explain.h"

#include <string.h>

#include "trace/lasso.h"

enum { MOST_TOLD = 6 }; /* of processes, atoms, statements that one waits for, stores */

static uint32_t first_of_loop(const trace *t)
{
    return t->loop == NO_LOOP ? t->step_count : t->loop;
}

/* The state in which the loop begins. */
static const trace_step *loop_state(const trace *t)
{
    return trace_before(t, first_of_loop(t));
}

/* ---- What is repeated ---- */

static void tell_loop(const trace *t, strbuf *out)
{
    if (t->loop == NO_LOOP && t->step_count)
        strbuf_printf(out, "With step %u the claim has come to its end: whatever follows, it is violated.", t->step_count);
    else if (t->loop == NO_LOOP)
        strbuf_add(out, "The claim has come to its end at the start already.");
    else if (t->loop == t->step_count && t->step_count)
        strbuf_printf(out, "After step %u nothing can move any more.", t->step_count);
    else if (t->loop == t->step_count)
        strbuf_add(out, "Nothing can move from the start on.");
    else if (t->loop + 1 == t->step_count)
        strbuf_printf(out, "Step %u comes again and again, for ever.", t->step_count);
    else
        strbuf_printf(out, "Steps %u to %u come again and again, for ever.", t->loop + 1, t->step_count);
}

/* Conditions of a formula that stay as they are. */
static void tell_atoms(const trace *t, const temporal *of, strbuf *out)
{
    uint32_t told = 0;
    for (uint32_t i = 0; i < of->atom_count && told < MOST_TOLD; i++) {
        bool always = t->facts->always >> i & 1, never = !(t->facts->sometimes >> i & 1);
        if (!always && !never)
            continue;
        if (!told)
            strbuf_add(out, t->loop == t->step_count ? " There" : " All the while");
        strbuf_printf(out, "%s %s is %s", told++ ? " and" : "", of->atom_texts[i], always ? "true" : "false");
        if (never && t->facts->last[i])
            strbuf_printf(out, t->facts->last[i] == 1 ? " (last true at the start)" : " (last true after step %u)", t->facts->last[i] - 1);
    }
    strbuf_add(out, told ? "." : "");
}

/* What the property says, where its name does not. */
static void tell_formula(const property *p, strbuf *out)
{
    if (p->temporal->text && !strstr(p->name, p->temporal->text))
        strbuf_printf(out, " %s says %s.", p->name, p->temporal->text);
}

/* ---- Who does what in it ---- */

typedef struct part {
    const trace *t;
    const trace_process *of; /* at the start of the loop */
    bool able;               /* to go on, now and then */
    const process_type *type;
    uint32_t steps;          /* in the loop, commits aside */
    uint32_t first_line, last_line;
} part;

/* The edge that the process takes in the step; NULL: none. */
static const edge *edge_in_step(const part *p, uint32_t at)
{
    const trace_step *s = &p->t->steps[at];
    if (s->step.kind != STEP_EDGE)
        return NULL;
    if (s->process == p->of->name)
        return &p->type->edges.data[s->step.edge];
    return s->partner && s->partner == p->of->name ? &p->type->edges.data[s->step.partner_edge] : NULL;
}

static part part_of(const trace *t, const trace_process *of)
{
    part p = {.t = t, .of = of, .type = &t->program->processes.data[of->type]};
    for (uint32_t i = first_of_loop(t); i < t->step_count; i++) {
        const edge *e = edge_in_step(&p, i);
        p.steps += e || (t->steps[i].kind == TRACE_END && t->steps[i].process == of->name);
        if (!e || !e->where.line)
            continue;
        p.first_line = !p.first_line || e->where.line < p.first_line ? e->where.line : p.first_line;
        p.last_line = e->where.line > p.last_line ? e->where.line : p.last_line;
    }
    return p;
}

static bool passes_node(const part *p, uint32_t number)
{
    for (uint32_t i = first_of_loop(p->t); i < p->t->step_count; i++) {
        const edge *e = edge_in_step(p, i);
        if (e && (e->source == number || e->target == number))
            return true;
    }
    return false;
}

static bool may_wait(const edge *e)
{
    for (uint32_t i = 0; i < e->effect_count; i++)
        if (e->effects[i].kind == EFFECT_SEND || e->effects[i].kind == EFFECT_RECEIVE || effect_drains(e->effects[i].kind))
            return true;
    return e->guard || e->wait != EDGE_READY;
}

typedef struct way_list {
    const edge *ways[MOST_TOLD];
    uint32_t count;
    bool is_free; /* one of them asks for nothing */
} way_list;

static void add_way(way_list *list, const edge *e)
{
    list->is_free |= !e->is_else && !may_wait(e);
    for (uint32_t i = 0; i < list->count; i++)
        if (!strcmp(list->ways[i]->text ? list->ways[i]->text : "", e->text ? e->text : ""))
            return;
    if (list->count < MOST_TOLD)
        list->ways[list->count++] = e;
}

/* The ways out of where the process is during the loop. */
static void find_ways_out(const part *p, way_list *out)
{
    *out = (way_list){0};
    for (uint32_t i = 0; i < p->type->edges.count; i++) {
        const edge *e = &p->type->edges.data[i];
        if (p->steps ? passes_node(p, e->source) && !passes_node(p, e->target) : e->source == p->of->node)
            add_way(out, e);
    }
}

static bool writes_in_step(const part *p, uint32_t at)
{
    const trace_step *s = &p->t->steps[at];
    switch (s->kind) {
    case TRACE_STORE: case TRACE_ATOMIC: case TRACE_GHOST: case TRACE_SEND: case TRACE_RECEIVE: case TRACE_RUN: return edge_in_step(p, at);
    case TRACE_LOCAL: case TRACE_LOAD: case TRACE_FENCE: case TRACE_COMMIT: case TRACE_SYNC: case TRACE_END: break;
    }
    return false;
}

/* A process that goes round in a small part of its program, or says nothing to the others, waits there; one that passes most of it does not. */
static bool is_confined(const part *p)
{
    uint32_t passed = 0;
    bool writes = false;
    for (uint32_t i = 0; i < p->type->nodes.count; i++)
        passed += passes_node(p, i);
    for (uint32_t i = first_of_loop(p->t); i < p->t->step_count && !writes; i++)
        writes = writes_in_step(p, i);
    return !writes || 2 * passed <= p->type->nodes.count;
}

static void add_ways(const way_list *list, strbuf *out)
{
    for (uint32_t i = 0; i < list->count; i++) {
        const edge *e = list->ways[i];
        strbuf_add(out, i ? " or " : "");
        strbuf_printf(out, "%s%s", e->is_else && list->count > 1 ? "the " : "", e->text && *e->text ? e->text : "its next statement");
    }
    if (list->count && list->ways[0]->where.line)
        strbuf_printf(out, " (line %u)", list->ways[0]->where.line);
}

static void add_lines(const part *p, strbuf *out)
{
    if (p->first_line && p->first_line == p->last_line)
        strbuf_printf(out, " through line %u", p->first_line);
    else if (p->first_line)
        strbuf_printf(out, " through lines %u to %u", p->first_line, p->last_line);
}

/* Whether there was anything to tell: of one that has ended there is not. */
static bool tell_part(const part *p, bool must_move, strbuf *out)
{
    const node *n = &p->type->nodes.data[p->of->node];
    way_list ways;
    find_ways_out(p, &ways);
    if (!p->steps && (n->is_final || !ways.count))
        return false;
    strbuf_printf(out, " %s ", p->of->name);
    if (!p->steps) {
        strbuf_add(out, must_move ? "waits at " : "stays at ");
        add_ways(&ways, out);
        strbuf_add(out, must_move && p->able ? ", where now and then it could go on" : "");
    } else {
        strbuf_add(out, "goes round");
        add_lines(p, out);
        if (ways.count && !ways.is_free && is_confined(p)) {
            strbuf_add(out, ", and does not get past ");
            add_ways(&ways, out);
        }
    }
    strbuf_add(out, ".");
    return true;
}

static void tell_processes(const trace *t, fairness kind, strbuf *out)
{
    const trace_step *at = loop_state(t);
    bool must_move = t->loop == t->step_count || kind == FAIRNESS_ALL || kind == FAIRNESS_PROCESS || kind == FAIRNESS_MMLIB;
    uint32_t told = 0;
    for (int moving = 0; moving < 2; moving++)
        for (uint32_t i = 0; i < at->process_count && told < MOST_TOLD; i++) {
            part p = part_of(t, &at->processes[i]);
            p.able = t->facts->able[i];
            if (!p.steps == !moving)
                told += tell_part(&p, must_move, out);
        }
}

void trace_explain_loop(const trace *t, const property *p, strbuf *out)
{
    tell_loop(t, out);
    if (t->loop == NO_LOOP)
        return;
    if (p->temporal->has_formula) {
        tell_formula(p, out);
        tell_atoms(t, p->temporal, out);
    }
    tell_processes(t, p->temporal->fairness, out);
}

/* ---- Stores ---- */

bool trace_tell_late_stores(const trace *t, strbuf *out)
{
    uint32_t told = 0;
    if (t->loop == NO_LOOP || t->loop == t->step_count)
        return false;
    const trace_step *at = loop_state(t), *end = &t->steps[t->step_count - 1];
    for (uint32_t i = 0; i < end->process_count; i++)
        for (uint32_t k = 0; i < at->process_count && k < end->processes[i].store_count && told < MOST_TOLD; k++) {
            const trace_store *store = &end->processes[i].stores[k];
            if (store->step >= t->loop)
                continue;
            strbuf_add(out, " The store ");
            trace_element_text(t, store->element, store->value, " = ", out);
            strbuf_printf(out, " of %s (", end->processes[i].name);
            trace_add_place(t, store->step, out);
            strbuf_add(out, ") waits in its store buffer for ever.");
            told++;
        }
    return told;
}
