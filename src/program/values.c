/* values.c: can an index leave its array, or a divisor be zero, whatever the others do?
 *
 * Each process is run by itself with its locals as they are; a read of a global may give any value that somebody ever puts there, at any time. The values
 * that globals may have and the local states that processes may reach grow together until nothing is new. So every run of the program is covered, on every
 * memory model, and what cannot fail here cannot fail at all. Whatever is not understood, or is too much, counts as a failure. */
#include "base/intern.h"
#include "program/values.h"

enum { MOST_VALUES = 64, MOST_STATES = 20000, MOST_AT_ONCE = 4096, MOST_WORK = 5000000 /* values and rows looked at: less than a second */ };

typedef struct value_set {
    uint32_t count;
    int32_t values[MOST_VALUES]; /* each once */
} value_set;

typedef VEC(int32_t) value_row; /* a node, then the locals */

typedef struct covering {
    const program *program;
    uint32_t process;        /* that is run: its position */
    const process_type *type;
    value_set *globals;      /* by variable */
    intern *reached;         /* by process: rows */
    intern now, next;        /* rows in the middle of a step */
    uint32_t work;           /* so far; at most MOST_WORK */
    bool changed;            /* something new */
    bool fails;              /* or is not understood */
} covering;

/* ---- Sets ---- */
static void count_work(covering *c)
{
    c->fails |= c->work == MOST_WORK;
    c->work += !c->fails;
}

static void add_value(covering *c, value_set *s, int32_t value)
{
    count_work(c);
    for (uint32_t i = 0; i < s->count; i++)
        if (s->values[i] == value)
            return;
    if (s->count == MOST_VALUES)
        c->fails = true;
    else
        s->values[s->count++] = value;
}

static void add_all(covering *c, value_set *s, const value_set *more)
{
    for (uint32_t i = 0; i < more->count && !c->fails; i++)
        add_value(c, s, more->values[i]);
}

static bool may_be_zero(const value_set *s)
{
    for (uint32_t i = 0; i < s->count; i++)
        if (!s->values[i])
            return true;
    return false;
}

static bool may_be_true(const value_set *s)
{
    return s->count > 1 || (s->count == 1 && s->values[0]);
}

/* What the variable may hold once it is given one of these. */
static value_set kept_by(covering *c, value_type type, const value_set *given)
{
    value_set kept = {0};
    for (uint32_t i = 0; i < given->count; i++) {
        c->fails |= c->program->checks_values && !value_fits(type, given->values[i]);
        add_value(c, &kept, value_wrap(type, given->values[i]));
    }
    return kept;
}

/* ---- Expressions ---- */
static value_set values_of(covering *c, const int32_t *row, const expr *e);

/* Which elements an index may name, of `count`. */
static value_set indices_of(covering *c, const int32_t *row, const expr *index, uint32_t count)
{
    value_set at = index ? values_of(c, row, index) : (value_set){.count = 1};
    for (uint32_t i = 0; i < at.count; i++)
        c->fails |= at.values[i] < 0 || (uint32_t)at.values[i] >= count;
    return at;
}

static value_set values_of_local(covering *c, const int32_t *row, const expr *e)
{
    const variable *v = &c->type->locals.data[e->variable];
    value_set all = {0}, at = indices_of(c, row, e->index, v->count);
    for (uint32_t i = 0; i < at.count && !c->fails; i++)
        add_value(c, &all, row[1 + v->offset + (uint32_t)at.values[i]]);
    return all;
}

static value_set apply(covering *c, const expr *e, const value_set *a, const value_set *b)
{
    value_set all = {0};
    bool ok = true;
    for (uint32_t i = 0; i < a->count; i++)
        for (uint32_t k = 0; k < b->count && !c->fails; k++)
            add_value(c, &all, op_apply(e->op, a->values[i], b->values[k], &ok));
    c->fails |= !ok;
    return all;
}

static value_set values_of_binary(covering *c, const int32_t *row, const expr *e)
{
    value_set a = values_of(c, row, e->a), b = {0}, all = {0};
    bool is_and = e->op == OP_AND;
    if (!is_and && e->op != OP_OR) {
        b = values_of(c, row, e->b);
        return apply(c, e, &a, &b);
    }
    if (is_and ? may_be_zero(&a) : may_be_true(&a))
        add_value(c, &all, !is_and);
    if (is_and ? may_be_true(&a) : may_be_zero(&a)) {
        b = values_of(c, row, e->b);
        if (may_be_zero(&b))
            add_value(c, &all, 0);
        if (may_be_true(&b))
            add_value(c, &all, 1);
    }
    return all;
}

static value_set values_of_conditional(covering *c, const int32_t *row, const expr *e)
{
    value_set chosen = values_of(c, row, e->a), all = {0}, more;
    if (may_be_true(&chosen)) {
        more = values_of(c, row, e->b);
        add_all(c, &all, &more);
    }
    if (may_be_zero(&chosen)) {
        more = values_of(c, row, e->c);
        add_all(c, &all, &more);
    }
    return all;
}

static value_set values_of(covering *c, const int32_t *row, const expr *e)
{
    static const value_set none = {.count = 1};
    value_set a;
    if (c->fails)
        return none;
    switch (e->kind) {
    case EXPR_CONST: return (value_set){.count = 1, .values = {e->value}};
    case EXPR_PID: return (value_set){.count = 1, .values = {(int32_t)(c->program->pid_base + c->process)}};
    case EXPR_TIMEOUT: return (value_set){.count = 2, .values = {0, 1}};
    case EXPR_LOCAL: return values_of_local(c, row, e);
    case EXPR_GLOBAL:
    case EXPR_MEMORY:
        indices_of(c, row, e->index, c->program->globals.data[e->variable].count);
        return c->globals[e->variable];
    case EXPR_UNARY:
        a = values_of(c, row, e->a);
        return apply(c, e, &a, &none);
    case EXPR_BINARY: return values_of_binary(c, row, e);
    case EXPR_CONDITIONAL: return values_of_conditional(c, row, e);
    case EXPR_BOUND: return indices_of(c, row, e->a, (uint32_t)e->value);
    case EXPR_VIEW:
    case EXPR_REMOTE:
    case EXPR_AT:
    case EXPR_PROCESS_COUNT:
    case EXPR_LENGTH:
    case EXPR_EMPTY:
    case EXPR_NOT_EMPTY:
    case EXPR_FULL:
    case EXPR_NOT_FULL:
    case EXPR_POLL: break;
    }
    c->fails = true;
    return none;
}

/* ---- Steps: each row of `now` becomes rows of `next` ---- */
static void keep_row(covering *c, const int32_t *row)
{
    intern_row(&c->next, row, 1 + c->type->local_count);
}

static void put_global(covering *c, const int32_t *row, const place *to, const value_set *given)
{
    const variable *v = &c->program->globals.data[to->variable];
    value_set kept = kept_by(c, v->type, given), *known = &c->globals[to->variable];
    uint32_t before = known->count;
    indices_of(c, row, to->index, v->count);
    add_all(c, known, &kept);
    c->changed |= known->count != before;
}

static void put_local(covering *c, const int32_t *row, const place *to, const value_set *given)
{
    const variable *v = &c->type->locals.data[to->variable];
    value_set kept = kept_by(c, v->type, given), at = indices_of(c, row, to->index, v->count);
    size_t length = 1 + c->type->local_count;
    value_row after = {0};
    for (size_t i = 0; i < length; i++)
        vec_push(&after, row[i]);
    for (uint32_t i = 0; i < at.count && !c->fails; i++) {
        uint32_t element = 1 + v->offset + (uint32_t)at.values[i];
        for (uint32_t k = 0; k < kept.count; k++) {
            after.data[element] = kept.values[k];
            keep_row(c, after.data);
        }
        after.data[element] = row[element];
    }
    vec_release(&after);
}

static void put(covering *c, const int32_t *row, const place *to, const value_set *given)
{
    if (to->kind == PLACE_LOCAL) {
        put_local(c, row, to, given);
        return;
    }
    if (to->kind == PLACE_GLOBAL)
        put_global(c, row, to, given);
    keep_row(c, row);
}

/* The target's old value, or whether it was as expected, goes to the result. */
static void exchange(covering *c, const int32_t *row, const effect *e)
{
    static const value_set truth = {.count = 2, .values = {0, 1}};
    static const expr sum = {.kind = EXPR_BINARY, .op = OP_ADD};
    value_set given = values_of(c, row, e->value);
    if (e->target.kind != PLACE_GLOBAL) {
        c->fails = true;
        return;
    }
    value_set old = c->globals[e->target.variable];
    if (e->kind == EFFECT_FETCH_ADD)
        given = apply(c, &sum, &old, &given);
    if (effect_compares(e->kind))
        values_of(c, row, e->expected);
    put_global(c, row, &e->target, &given);
    put(c, row, &e->result, e->kind == EFFECT_CAS ? &truth : &old);
}

static void take_effect(covering *c, const int32_t *row, const effect *e)
{
    value_set given;
    switch (e->kind) {
    case EFFECT_ASSIGN:
    case EFFECT_WRITE_MEMORY:
        given = values_of(c, row, e->value);
        put(c, row, &e->target, &given);
        return;
    case EFFECT_EXCHANGE:
    case EFFECT_FETCH_ADD:
    case EFFECT_CAS:
    case EFFECT_COMPARE_EXCHANGE: exchange(c, row, e); return;
    case EFFECT_ASSERT: values_of(c, row, e->value); break;
    case EFFECT_PRINT:
        for (uint32_t i = 0; i < e->argument_count; i++)
            values_of(c, row, e->arguments[i]);
        break;
    case EFFECT_FENCE:
    case EFFECT_SYNC:
    case EFFECT_BARRIER: break;
    case EFFECT_SEND:
    case EFFECT_RECEIVE:
    case EFFECT_RUN: c->fails = true; return;
    }
    keep_row(c, row);
}

/* ---- Runs ---- */
static void take_effect_in_all(covering *c, const effect *e)
{
    intern_clear(&c->next);
    for (uint32_t i = 0; i < intern_count(&c->now) && !c->fails; i++)
        take_effect(c, intern_get(&c->now, i), e);
    c->fails |= intern_count(&c->next) > MOST_AT_ONCE;
    intern taken = c->now;
    c->now = c->next;
    c->next = taken;
}

/* `now`: the row, before anything has happened. */
static void begin_with(covering *c, const int32_t *row)
{
    intern_clear(&c->now);
    intern_row(&c->now, row, 1 + c->type->local_count);
}

/* What is in `now` is reached, at the node. */
static void end_at(covering *c, uint32_t target)
{
    value_row row = {0};
    for (uint32_t i = 0; i < intern_count(&c->now) && !c->fails; i++) {
        vec_clear(&row);
        vec_push(&row, (int32_t)target);
        for (uint32_t k = 1; k <= c->type->local_count; k++)
            vec_push(&row, intern_get(&c->now, i)[k]);
        intern_row(&c->reached[c->process], row.data, row.count);
    }
    vec_release(&row);
}

static void start_process(covering *c)
{
    value_row first = {0};
    vec_push(&first, (int32_t)c->type->entry);
    for (size_t v = 0; v < c->type->locals.count; v++)
        for (uint32_t i = 0; i < c->type->locals.data[v].count; i++)
            vec_push(&first, c->type->locals.data[v].initial ? c->type->locals.data[v].initial[i] : 0);
    begin_with(c, first.data);
    for (uint32_t v = 0; v < c->type->locals.count; v++)
        for (uint32_t i = 0; i < c->type->locals.data[v].count && c->type->locals.data[v].initializer; i++) {
            expr element = {.kind = EXPR_CONST, .value = (int32_t)i};
            effect set = {.kind = EFFECT_ASSIGN, .target = {.kind = PLACE_LOCAL, .variable = v, .index = &element}, .value = c->type->locals.data[v].initializer};
            take_effect_in_all(c, &set);
        }
    end_at(c, c->type->entry);
    vec_release(&first);
}

/* May the edge be taken? An `else` may where no edge before it is sure to be possible. */
static bool may_take(covering *c, const int32_t *row, uint32_t number)
{
    static const expr always = {.kind = EXPR_CONST, .value = 1};
    const edge *e = &c->type->edges.data[number];
    value_set guard = values_of(c, row, e->guard ? e->guard : &always);
    for (uint32_t i = c->type->nodes.data[e->source].first_edge; i < number && e->is_else; i++) {
        const edge *other = &c->type->edges.data[i];
        value_set open = values_of(c, row, other->guard ? other->guard : &always);
        if (!other->effect_count && !other->is_else && !may_be_zero(&open))
            return false;
    }
    return may_be_true(&guard);
}

static void take_edges(covering *c, const int32_t *from)
{
    const node *at = &c->type->nodes.data[from[0]];
    if (c->type->provided)
        values_of(c, from, c->type->provided);
    for (uint32_t i = at->first_edge; i < at->first_edge + at->edge_count && !c->fails; i++) {
        const edge *e = &c->type->edges.data[i];
        c->fails |= e->hold == HOLD_D_STEP; /* what comes next may block */
        if (!may_take(c, from, i))
            continue;
        begin_with(c, from);
        for (uint32_t k = 0; k < e->effect_count; k++)
            take_effect_in_all(c, &e->effects[k]);
        end_at(c, e->target);
    }
}

/* Every row once more: values that are new may lead on. */
static void run_process(covering *c)
{
    intern *reached = &c->reached[c->process];
    size_t before = intern_count(reached);
    value_row from = {0};
    if (!before)
        start_process(c);
    for (uint32_t i = 0; i < intern_count(reached) && !c->fails; i++) {
        vec_clear(&from);
        for (uint32_t k = 0; k <= c->type->local_count; k++)
            vec_push(&from, intern_get(reached, i)[k]);
        count_work(c);
        take_edges(c, from.data);
        c->fails |= intern_count(reached) > MOST_STATES;
    }
    c->changed |= intern_count(reached) != before;
    vec_release(&from);
}

static void start_globals(covering *c)
{
    for (size_t v = 0; v < c->program->globals.count; v++)
        for (uint32_t i = 0; i < c->program->globals.data[v].count && !c->fails; i++)
            add_value(c, &c->globals[v], c->program->globals.data[v].initial[i]);
}

bool program_may_err(const program *p)
{
    arena *memory = arena_new();
    covering c = {.program = p, .changed = true};
    c.globals = ARENA_ARRAY(memory, value_set, p->globals.count + 1);
    c.reached = ARENA_ARRAY(memory, intern, p->start.count + 1);
    start_globals(&c);
    while (c.changed && !c.fails) {
        c.changed = false;
        for (c.process = 0; c.process < p->start.count; c.process++) {
            c.type = &p->processes.data[p->start.data[c.process]];
            run_process(&c);
        }
    }
    for (size_t i = 0; i < p->start.count; i++)
        intern_release(&c.reached[i]);
    intern_release(&c.now);
    intern_release(&c.next);
    arena_free(memory);
    return c.fails;
}
