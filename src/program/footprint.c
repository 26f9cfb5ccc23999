#include "program/footprint.h"

#include <string.h>

#include "base/bug.h"
#include "program/emptiness.h"

/* ---- Sets ---- */
bool index_set_is_empty(const index_set *s)
{
    uint64_t any = 0;
    for (uint32_t i = 0; i < s->limb_count; i++)
        any |= s->limbs[i];
    return !any;
}

/* Makes room for the limbs first..last. */
static void extend(arena *memory, index_set *s, uint32_t first, uint32_t last)
{
    uint32_t end = s->first_limb + s->limb_count;
    if (s->limb_count && first >= s->first_limb && last < end)
        return;
    if (s->limb_count) {
        first = first < s->first_limb ? first : s->first_limb;
        last = last + 1 > end ? last : end - 1;
    }
    index_set wider = {.limbs = ARENA_ARRAY(memory, uint64_t, last - first + 1), .first_limb = first, .limb_count = last - first + 1};
    if (s->limb_count)
        memcpy(wider.limbs + (s->first_limb - first), s->limbs, s->limb_count * sizeof *s->limbs);
    *s = wider;
}

static void add_range(arena *memory, index_set *s, uint32_t first, uint32_t count)
{
    if (!count)
        return;
    extend(memory, s, first / 64, (first + count - 1) / 64);
    for (uint32_t i = first; i < first + count; i++)
        s->limbs[i / 64 - s->first_limb] |= (uint64_t)1 << i % 64;
}

static void unite(arena *memory, index_set *into, const index_set *from)
{
    if (!from->limb_count)
        return;
    extend(memory, into, from->first_limb, from->first_limb + from->limb_count - 1);
    for (uint32_t i = 0; i < from->limb_count; i++)
        into->limbs[from->first_limb - into->first_limb + i] |= from->limbs[i];
}

static void add_footprint(arena *memory, footprint *into, const footprint *from)
{
    unite(memory, &into->loads, &from->loads);
    unite(memory, &into->peeks, &from->peeks);
    unite(memory, &into->views, &from->views);
    unite(memory, &into->printed, &from->printed);
    unite(memory, &into->stores, &from->stores);
    unite(memory, &into->writes, &from->writes);
    unite(memory, &into->pokes, &from->pokes);
    unite(memory, &into->controls, &from->controls);
    unite(memory, &into->remotes, &from->remotes);
    unite(memory, &into->missed, &from->missed);
    unite(memory, &into->viewed, &from->viewed);
    unite(memory, &into->created, &from->created);
    into->counts_processes |= from->counts_processes;
    into->asks_timeout |= from->asks_timeout;
    into->looks_at_lengths |= from->looks_at_lengths;
    into->looks_at_messages |= from->looks_at_messages;
    into->changes_channels |= from->changes_channels;
    into->meets |= from->meets;
    into->waits |= from->waits;
    into->waits_for_all |= from->waits_for_all;
    into->waits_for_some |= from->waits_for_some;
    into->flushes |= from->flushes;
    into->has_barrier |= from->has_barrier;
    into->may_fail |= from->may_fail;
    into->faults |= from->faults;
}

/* ---- Filling ---- */
typedef struct filler {
    footprints *of;
    footprint *into;
} filler;

static void add_elements(filler *f, index_set *s, const variable *v, const expr *index)
{
    int32_t at = 0;
    if (index && !expr_is_const(index, &at))
        add_range(f->of->memory, s, v->offset, v->count);
    else if (at >= 0 && (uint32_t)at < v->count)
        add_range(f->of->memory, s, v->offset + (uint32_t)at, 1);
}

static void add_global(filler *f, index_set *s, uint32_t number, const expr *index)
{
    add_elements(f, s, &f->of->program->globals.data[number], index);
}

static void fail_in(footprint *into, visit_role role)
{
    into->may_fail = true;
    into->faults |= (uint16_t)(1u << role);
}

static bool may_divide_by_zero(const expr *e)
{
    int32_t by;
    return (e->op == OP_DIVIDE || e->op == OP_REMAINDER) && !(expr_is_const(e->b, &by) && by != 0);
}

static void fill_printed(filler *f, const expr *e)
{
    if (e->kind == EXPR_GLOBAL || e->kind == EXPR_MEMORY || e->kind == EXPR_VIEW)
        add_global(f, &f->into->printed, e->variable, e->index);
}

static void fill_expr(void *data, const expr *e, visit_role role)
{
    filler *f = data;
    footprint *into = f->into;
    arena *memory = f->of->memory;
    int32_t at;
    if (role == VISIT_PRINTED) {
        fill_printed(f, e);
        return;
    }
    switch (e->kind) {
    case EXPR_CONST:
    case EXPR_LOCAL:
    case EXPR_PID:
    case EXPR_UNARY:
    case EXPR_CONDITIONAL: return;
    case EXPR_BINARY:
        if (may_divide_by_zero(e))
            fail_in(into, role);
        return;
    case EXPR_BOUND:
        if (!expr_is_const(e, &at))
            fail_in(into, role);
        return;
    case EXPR_GLOBAL: add_global(f, role == VISIT_CONDITION ? &into->peeks : &into->loads, e->variable, e->index); return;
    case EXPR_MEMORY: add_global(f, &into->peeks, e->variable, e->index); return;
    case EXPR_VIEW:
        add_global(f, &into->views, e->variable, e->index);
        add_range(memory, &into->viewed, e->process, 1);
        return;
    case EXPR_REMOTE:
        add_range(memory, &into->remotes, e->process, 1);
        if (e->value)
            add_range(memory, &into->missed, e->process, 1);
        else
            fail_in(into, role); /* there may be no such process */
        return;
    case EXPR_AT: add_range(memory, &into->controls, f->of->first_node[e->process] + (uint32_t)e->value, 1); return;
    case EXPR_PROCESS_COUNT: into->counts_processes = true; return;
    case EXPR_TIMEOUT: into->asks_timeout = true; return;
    case EXPR_LENGTH:
    case EXPR_EMPTY:
    case EXPR_NOT_EMPTY:
    case EXPR_FULL:
    case EXPR_NOT_FULL:
        into->looks_at_lengths = true;
        fail_in(into, role); /* there may be no such channel */
        return;
    case EXPR_POLL:
        into->looks_at_lengths = into->looks_at_messages = true;
        fail_in(into, role);
        return;
    }
    BUG("unknown kind of expression");
}

static void fill_place(void *data, const place *target, visit_write how)
{
    filler *f = data;
    footprint *into = f->into;
    if (target->kind == PLACE_LOCAL)
        return;
    bool relaxed = f->of->program->globals.data[target->variable].class == VARIABLE_RELAXED;
    switch (how) {
    case VISIT_ASSIGN: add_global(f, relaxed ? &into->stores : &into->writes, target->variable, target->index); return;
    case VISIT_LOCKED:
        add_global(f, &into->loads, target->variable, target->index);
        add_global(f, &into->writes, target->variable, target->index);
        return;
    case VISIT_POKE: add_global(f, &into->pokes, target->variable, target->index); return;
    }
    BUG("unknown way to write");
}

static void fill_initializers(footprints *of, footprint *into, const process_type *t)
{
    filler f = {.of = of, .into = into};
    visit_initializers(&(program_visitor){.expr = fill_expr, .place = fill_place, .data = &f}, t);
}

static void fill_creation(footprints *of, footprint *into, uint32_t type)
{
    fill_initializers(of, into, &of->program->processes.data[type]);
    add_range(of->memory, &into->created, type, 1);
    into->changes_channels |= of->program->processes.data[type].channels.count > 0;
}

/* A value of the type may have to be kept that `into` cannot hold. */
static bool type_exceeds(value_type from, value_type into)
{
    return into.is_signed == from.is_signed ? from.bits > into.bits : from.is_signed || from.bits >= into.bits;
}

/* What e is worth may be more than the type can hold. */
static bool may_exceed(const program *p, const process_type *t, const expr *e, value_type type)
{
    int32_t value;
    if (expr_is_const(e, &value))
        return !value_fits(type, value);
    if (e->kind == EXPR_GLOBAL || e->kind == EXPR_MEMORY || e->kind == EXPR_VIEW)
        return type_exceeds(p->globals.data[e->variable].type, type);
    if (e->kind == EXPR_LOCAL)
        return type_exceeds(t->locals.data[e->variable].type, type);
    bool is_truth = (e->kind == EXPR_UNARY && e->op == OP_NOT) || (e->kind == EXPR_BINARY && e->op >= OP_EQUAL) || e->kind == EXPR_AT;
    return !is_truth || !value_fits(type, 1);
}

/* Where values are checked, an assignment may fail. Other writes than these are not in such languages. */
static bool may_not_fit(const program *p, const process_type *t, const effect *e)
{
    if (!p->checks_values || e->target.kind == PLACE_NONE)
        return false;
    const variable *v = e->target.kind == PLACE_LOCAL ? &t->locals.data[e->target.variable] : &p->globals.data[e->target.variable];
    return may_exceed(p, t, e->value, v->type);
}

/* What the effect does besides evaluating and writing. */
static void fill_effect(footprints *of, footprint *into, const process_type *t, const effect *e)
{
    switch (e->kind) {
    case EFFECT_ASSIGN:
    case EFFECT_WRITE_MEMORY:
        if (may_not_fit(of->program, t, e))
            fail_in(into, VISIT_VALUE);
        return;
    case EFFECT_ASSERT:
    case EFFECT_PRINT: return;
    case EFFECT_FENCE:
    case EFFECT_EXCHANGE:
    case EFFECT_FETCH_ADD:
    case EFFECT_CAS:
    case EFFECT_COMPARE_EXCHANGE:
    case EFFECT_RUN:
        into->flushes |= e->flush;
        into->waits |= !e->flush;
        if (e->kind == EFFECT_RUN)
            fill_creation(of, into, e->process);
        return;
    case EFFECT_SYNC:
        into->waits_for_all = true;
        into->waits_for_some |= e->value != NULL;
        return;
    case EFFECT_BARRIER: into->has_barrier = true; return;
    case EFFECT_SEND:
        into->looks_at_messages |= e->sorted;
        into->looks_at_lengths = into->changes_channels = into->meets = into->may_fail = true;
        return;
    case EFFECT_RECEIVE:
        into->changes_channels |= !e->peek;
        into->looks_at_lengths = into->looks_at_messages = into->meets = into->may_fail = true;
        return;
    }
    BUG("unknown effect");
}

static void fill_edge(footprints *of, footprint *into, const process_type *t, const edge *e)
{
    filler f = {.of = of, .into = into};
    program_visitor v = {.expr = fill_expr, .place = fill_place, .data = &f};
    visit_expr(&v, t->provided, VISIT_PROVIDED);
    visit_edge(&v, e);
    for (uint32_t i = 0; i < e->effect_count; i++)
        fill_effect(of, into, t, &e->effects[i]);
    into->waits |= e->wait != EDGE_READY;
    into->may_fail |= e->hold == HOLD_D_STEP; /* what comes next may block */
}

/* ---- All ---- */
static void fill_type(footprints *of, uint32_t type)
{
    const process_type *t = &of->program->processes.data[type];
    of->edges[type] = ARENA_ARRAY(of->memory, footprint, t->edges.count + 1);
    fill_initializers(of, &of->types[type], t);
    fill_edge(of, &of->types[type], t, &(edge){0}); /* a type has its provided clause even where it has no edges */
    for (uint32_t i = 0; i < t->edges.count; i++) {
        footprint *into = &of->edges[type][i];
        fill_edge(of, into, t, &t->edges.data[i]);
        add_footprint(of->memory, &of->types[type], into);
    }
}

static void fill_question(footprints *of, size_t number, const footprint_question *q)
{
    footprint *into = &of->questions[number];
    filler f = {.of = of, .into = into};
    visit_expr(&(program_visitor){.expr = fill_expr, .data = &f}, q->condition, VISIT_CONDITION);
    uint32_t labelled;
    for (uint32_t t = 0; t < of->program->processes.count && q->label; t++)
        if (process_find_label(&of->program->processes.data[t], q->label, &labelled))
            add_range(of->memory, &into->controls, of->first_node[t] + labelled, 1);
    add_footprint(of->memory, &of->asked, into);
    if (!q->only_at_end)
        add_footprint(of->memory, &of->asked_before_end, into);
}

footprints *footprints_new(const program *p, const footprint_question *questions, size_t question_count)
{
    arena *memory = arena_new();
    footprints *f = ARENA_NEW(memory, footprints);
    uint32_t *first_node = ARENA_ARRAY(memory, uint32_t, p->processes.count + 1);
    *f = (footprints){.memory = memory, .program = p, .first_node = first_node, .question_count = question_count};
    f->edges = ARENA_ARRAY(memory, footprint *, p->processes.count + 1);
    f->types = ARENA_ARRAY(memory, footprint, p->processes.count + 1);
    f->questions = ARENA_ARRAY(memory, footprint, question_count + 1);
    for (size_t t = 0; t < p->processes.count; t++)
        first_node[t + 1] = first_node[t] + (uint32_t)p->processes.data[t].nodes.count;
    for (uint32_t t = 0; t < p->processes.count; t++) {
        fill_type(f, t);
        add_footprint(memory, &f->all, &f->types[t]);
    }
    filler memory_itself = {.of = f, .into = &f->all};
    visit_expr(&(program_visitor){.expr = fill_expr, .data = &memory_itself}, p->commits_when, VISIT_CONDITION);
    for (size_t i = 0; i < question_count; i++)
        fill_question(f, i, &questions[i]);
    f->asks_buffers = footprints_ask_buffers(f);
    return f;
}

void footprints_free(footprints *f)
{
    if (f)
        arena_free(f->memory);
}

/* ---- Answers ---- */
bool footprint_looks_at_processes(const footprint *f)
{
    return f->counts_processes || !index_set_is_empty(&f->controls) || !index_set_is_empty(&f->remotes) || !index_set_is_empty(&f->viewed);
}

bool footprint_asks_where(const footprints *of, const footprint *f, uint32_t type)
{
    uint32_t first = of->first_node[type], end = of->first_node[type + 1];
    while (first < end && !index_set_has(&f->controls, first))
        first++;
    return first < end;
}

/* An ended process is where nobody else can be: at a final node. What it has is still read until it is gone, and then nothing,
 * or 0 where that was asked for. */
bool footprints_ask_for_the_ended(const footprints *f)
{
    for (uint32_t t = 0; t < f->program->processes.count; t++)
        for (uint32_t n = 0; n < f->program->processes.data[t].nodes.count; n++)
            if (f->program->processes.data[t].nodes.data[n].is_final && (footprint_asks_at(f, &f->asked, t, n) || index_set_has(&f->asked.missed, t)))
                return true;
    return f->asked.counts_processes;
}

bool footprints_deaths_matter(const footprints *f)
{
    bool channels_go = false;
    for (size_t t = 0; t < f->program->processes.count; t++)
        channels_go |= f->program->processes.data[t].channels.count > 0;
    return f->program->processes_die &&
           (channels_go || !index_set_is_empty(&f->all.created) || footprint_looks_at_processes(&f->all) || footprints_ask_for_the_ended(f));
}
