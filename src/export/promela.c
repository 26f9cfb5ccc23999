/* promela.c: a program as plain Promela, with its store buffers of N stores as variables, so that SPIN searches what we search.
 *
 * One process takes all steps: its options are the edges of the program's processes, the pairs of edges that meet, and the commits, each a d_step. Where processes are, what they have and
 * what waits are variables, so a state of SPIN's is a state of ours. Inside blocks it goes round in loops of their own, which are atomic, so that SPIN stores nothing there; for formulas, which look
 * inside atomic blocks, they are not. A step that fails breaks an assertion and leads to one state in which everything is 0. */
#include <stdio.h>
#include <string.h>

#include "base/bug.h"
#include "export/export.h"

typedef struct promela_writer {
    const footprints *footprints;
    const program *program;
    const property_list *properties;
    machine machine;
    uint32_t bound;
    diag *diag;
    strbuf *out;
    arena *memory;
    uint32_t self;   /* whose step is written: a position among the processes at the start */
    uint32_t steps;  /* options so far, for their labels */
    bool in_formula; /* where -> is an implication for SPIN, so that there are no conditional expressions */
    bool can_fail;   /* some step can */
    bool has_blocks; /* some step leads into an atomic or d_step block */
    bool is_stuck;   /* the step is one where nothing else is possible: timeout is true */
    hold_kind held;  /* how the process came where the step begins; HOLD_NONE: it is at rest */
} promela_writer;

static void refuse(promela_writer *w, source_location where, const char *why)
{
    if (!diag_has_errors(w->diag))
        diag_error(w->diag, where, "export --to promela: %s", why);
}

static uint32_t type_number(const promela_writer *w, uint32_t position)
{
    return w->program->start.data[position];
}

static const process_type *type_at(const promela_writer *w, uint32_t position)
{
    return &w->program->processes.data[type_number(w, position)];
}

static bool is_buffered(const promela_writer *w)
{
    return machine_traits(w->machine)->has_buffers;
}

static bool has_words(const promela_writer *w)
{
    return is_buffered(w) && !machine_traits(w->machine)->per_location;
}

static bool overwrites(const promela_writer *w)
{
    return machine_traits(w->machine)->overwrites;
}

/* The node number of a process that has been removed. */
static uint32_t gone(const process_type *t)
{
    return (uint32_t)t->nodes.count;
}

/* ---- Expressions ---- */
static void write_expr(promela_writer *w, const expr *e);

static void write_element(promela_writer *w, const char *array, uint32_t owner, uint32_t offset, const expr *index)
{
    strbuf_printf(w->out, owner == UINT32_MAX ? "%s[%u" : "%s%u[", array, owner == UINT32_MAX ? offset : owner);
    if (owner != UINT32_MAX)
        strbuf_printf(w->out, "%u", offset);
    if (index) {
        strbuf_add(w->out, " + ");
        write_expr(w, index);
    }
    strbuf_add_char(w->out, ']');
}

/* What the process at that position would read. */
static void write_view(promela_writer *w, uint32_t position, const expr *e)
{
    const variable *v = &w->program->globals.data[e->variable];
    if (v->class != VARIABLE_RELAXED || !is_buffered(w)) {
        write_element(w, "mem", UINT32_MAX, v->offset, e->index);
        return;
    }
    strbuf_printf(w->out, "VIEW%u(%u", position, v->offset);
    if (e->index) {
        strbuf_add(w->out, " + ");
        write_expr(w, e->index);
    }
    strbuf_add_char(w->out, ')');
}

/* The process at the start that an expression means; it must be known. */
static uint32_t position_of(promela_writer *w, const expr *e)
{
    int32_t pid = -1;
    bool known = !e->pid || expr_is_const(e->pid, &pid);
    for (uint32_t i = 0; i < w->program->start.count && known; i++)
        if (type_number(w, i) == e->process && (!e->pid || pid == (int32_t)(i + w->program->pid_base)))
            return i;
    refuse(w, e->where, "a process is named by a number that is known only at run time");
    return 0;
}

static void write_at(promela_writer *w, const expr *e)
{
    const char *before = "(";
    int32_t pid = -1;
    if (e->pid && !expr_is_const(e->pid, &pid))
        refuse(w, e->where, "a process is named by a number that is known only at run time");
    for (uint32_t i = 0; i < w->program->start.count; i++)
        if (type_number(w, i) == e->process && (!e->pid || pid == (int32_t)(i + w->program->pid_base))) {
            strbuf_printf(w->out, "%spc%u == %d", before, i, e->value);
            before = " || ";
        }
    strbuf_add(w->out, strcmp(before, "(") ? ")" : "0");
}

/* The channel that an expression names, which nobody may change; 0: it is not known. */
static uint32_t channel_number(promela_writer *w, const expr *e)
{
    const variable *v = e->kind == EXPR_GLOBAL ? &w->program->globals.data[e->variable] : NULL;
    int32_t at = 0;
    bool known = v && v->is_channel && (!e->index || expr_is_const(e->index, &at)) && !index_set_has(&w->footprints->all.writes, v->offset + (uint32_t)at);
    for (uint32_t i = 0; known && i < w->program->channels.count; i++)
        if (w->program->channels.data[i].variable == e->variable && w->program->channels.data[i].element == (uint32_t)at)
            return i + 1;
    refuse(w, e->where, "a channel is known only at run time");
    return 1;
}

static void write_length(promela_writer *w, const expr *e)
{
    uint32_t number = channel_number(w, e->a), capacity = w->program->channels.count ? w->program->channels.data[number - 1].capacity : 0;
    static const char *const tests[] = {"(len%u)", "(len%u == 0)", "(len%u != 0)", "(len%u == %u)", "(len%u != %u)"}; /* ORDER EXPR_LENGTH... */
    if (e->kind == EXPR_FULL || e->kind == EXPR_NOT_FULL)
        strbuf_printf(w->out, tests[e->kind - EXPR_LENGTH], number, capacity);
    else
        strbuf_printf(w->out, tests[e->kind - EXPR_LENGTH], number);
}

/* Whether the message at that position is one that the receive takes. */
static void write_fits(promela_writer *w, const effect *f, uint32_t number, const char *at)
{
    uint32_t fields = w->program->channels.data[number - 1].field_count;
    strbuf_printf(w->out, "(len%u > %s", number, at);
    for (uint32_t i = 0; i < f->argument_count && i < fields; i++) {
        if (!f->patterns[i].match)
            continue;
        if (expr_where_it_fails(w->memory, f->patterns[i].match))
            refuse(w, f->where, "a receive that compares with a value that can fail is not translated");
        strbuf_printf(w->out, " && msg%u[%s * %u + %u] == ", number, at, fields, i);
        write_expr(w, f->patterns[i].match);
    }
    strbuf_add_char(w->out, ')');
}

/* Whether there is a message that the receive takes. */
static void write_message_fits(promela_writer *w, const effect *f)
{
    uint32_t number = channel_number(w, f->channel), capacity = w->program->channels.data[number - 1].capacity;
    char at[16];
    strbuf_add(w->out, "(0");
    for (uint32_t i = 0; i < capacity && (!i || f->random); i++) {
        snprintf(at, sizeof at, "%u", i);
        strbuf_add(w->out, " || ");
        write_fits(w, f, number, at);
    }
    strbuf_add_char(w->out, ')');
}

static void write_count(promela_writer *w)
{
    strbuf_printf(w->out, "(%u", w->program->pid_base);
    for (uint32_t i = 0; i < w->program->start.count; i++)
        strbuf_printf(w->out, " + (pc%u != %u)", i, gone(type_at(w, i)));
    strbuf_add_char(w->out, ')');
}

static void write_remote(promela_writer *w, const expr *e)
{
    uint32_t position = position_of(w, e);
    write_element(w, "loc", position, type_at(w, position)->locals.data[e->variable].offset, e->index);
}

static void write_operation(promela_writer *w, const expr *e)
{
    strbuf_add_char(w->out, '(');
    if (e->kind == EXPR_UNARY)
        strbuf_add(w->out, op_text(e->op));
    write_expr(w, e->a);
    if (e->kind == EXPR_BINARY)
        strbuf_printf(w->out, " %s ", op_text(e->op));
    else if (e->kind == EXPR_CONDITIONAL)
        strbuf_add(w->out, " -> ");
    if (e->b)
        write_expr(w, e->b);
    if (e->c) {
        strbuf_add(w->out, " : ");
        write_expr(w, e->c);
    }
    strbuf_add_char(w->out, ')');
}

/* The same as a sum, of which one part is 0. */
static void write_choice(promela_writer *w, const expr *e)
{
    if (expr_where_it_fails(w->memory, e->b) || expr_where_it_fails(w->memory, e->c))
        refuse(w, e->where, "a formula with a conditional expression whose parts can fail is not translated");
    strbuf_add(w->out, "((0 != ");
    write_expr(w, e->a);
    strbuf_add(w->out, ") * ");
    write_expr(w, e->b);
    strbuf_add(w->out, " + (0 == ");
    write_expr(w, e->a);
    strbuf_add(w->out, ") * ");
    write_expr(w, e->c);
    strbuf_add_char(w->out, ')');
}

static void write_expr(promela_writer *w, const expr *e)
{
    switch (e->kind) {
    case EXPR_CONST: strbuf_printf(w->out, e->value < 0 ? "(%d)" : "%d", e->value); return;
    case EXPR_GLOBAL: write_view(w, w->self, e); return;
    case EXPR_MEMORY: write_element(w, "mem", UINT32_MAX, w->program->globals.data[e->variable].offset, e->index); return;
    case EXPR_VIEW: write_view(w, position_of(w, e), e); return;
    case EXPR_LOCAL: write_element(w, "loc", w->self, type_at(w, w->self)->locals.data[e->variable].offset, e->index); return;
    case EXPR_REMOTE: write_remote(w, e); return;
    case EXPR_AT: write_at(w, e); return;
    case EXPR_UNARY:
    case EXPR_BINARY:
    case EXPR_CONDITIONAL:
        if (e->kind == EXPR_BINARY && (e->op == OP_SHIFT_LEFT || e->op == OP_SHIFT_RIGHT) && !(e->b->kind == EXPR_CONST && e->b->value >= 0 && e->b->value < 31))
            refuse(w, e->where, "a shift by a number that is known only at run time");
        if (e->kind == EXPR_CONDITIONAL && w->in_formula)
            write_choice(w, e);
        else
            write_operation(w, e);
        return;
    case EXPR_BOUND: write_expr(w, e->a); return;
    case EXPR_PID: strbuf_printf(w->out, "%u", w->self + w->program->pid_base); return;
    case EXPR_PROCESS_COUNT: write_count(w); return;
    case EXPR_LENGTH:
    case EXPR_EMPTY:
    case EXPR_NOT_EMPTY:
    case EXPR_FULL:
    case EXPR_NOT_FULL: write_length(w, e); return;
    case EXPR_POLL: write_message_fits(w, e->poll); return;
    case EXPR_TIMEOUT: strbuf_add(w->out, w->is_stuck ? "1" : "0"); return;
    }
    BUG("unknown kind of expression");
}

/* ---- Failing ---- */
/* Leaves the step where the expression has no value. */
static void write_failure(promela_writer *w, const expr *e)
{
    const expr *fails = e ? expr_where_it_fails(w->memory, e) : NULL;
    if (!fails)
        return;
    w->can_fail = true;
    strbuf_add(w->out, " if :: (");
    write_expr(w, fails);
    strbuf_printf(w->out, ") -> goto bad%u :: else fi;", w->steps);
}

static void write_kept(promela_writer *w, value_type type)
{
    uint32_t bits = type.bits - (type.is_signed ? 1u : 0u);
    int64_t low = type.is_signed ? -((int64_t)1 << bits) : 0, high = ((int64_t)1 << bits) - 1;
    if (type.bits == 32)
        return;
    w->can_fail |= w->program->checks_values;
    if (w->program->checks_values)
        strbuf_printf(w->out, " if :: (new_value < %d || new_value > %d) -> goto bad%u :: else fi;", (int)low, (int)high, w->steps);
    else if (type.is_signed)
        strbuf_printf(w->out, " new_value = ((new_value & %u) ^ %u) - %u;", (1u << type.bits) - 1, 1u << bits, 1u << bits);
    else
        strbuf_printf(w->out, " new_value = new_value & %u;", (1u << type.bits) - 1);
}

/* ---- Buffers ---- */
static void write_flush(promela_writer *w)
{
    uint32_t k = w->self;
    if (!is_buffered(w))
        return;
    for (uint32_t i = 0; has_words(w) && i < w->bound; i++)
        strbuf_printf(w->out, " if :: (n%u > %u) -> mem[l%u[%u]] = v%u[%u]; l%u[%u] = 0; v%u[%u] = 0 :: else fi;", k, i, k, i, k, i, k, i, k, i);
    if (has_words(w)) {
        strbuf_printf(w->out, " n%u = 0;", k);
        return;
    }
    for (uint32_t e = 0; e < w->program->global_count; e++) {
        if (!index_set_has(&w->footprints->types[type_number(w, k)].stores, e))
            continue;
        strbuf_printf(w->out, " if :: (n%u[%u] > 0) -> mem[%u] = v%u[%u + n%u[%u] - 1]; n%u[%u] = 0;", k, e, e, k, e * w->bound, k, e, k, e);
        for (uint32_t i = 0; i < w->bound; i++)
            strbuf_printf(w->out, " v%u[%u] = 0;", k, e * w->bound + i);
        strbuf_add(w->out, " skip :: else fi;");
    }
}

/* t goes to the element u. */
static void write_store(promela_writer *w, bool is_atomic)
{
    uint32_t k = w->self;
    if (is_atomic && overwrites(w))
        strbuf_printf(w->out, " n%u[new_at] = 0; v%u[new_at] = 0;", k, k);
    else if (is_atomic)
        write_flush(w);
    if (is_atomic || !is_buffered(w))
        strbuf_add(w->out, " mem[new_at] = new_value;");
    else if (has_words(w))
        strbuf_printf(w->out, " l%u[n%u] = new_at; v%u[n%u] = new_value; n%u = n%u + 1;", k, k, k, k, k, k);
    else if (overwrites(w))
        strbuf_printf(w->out, " v%u[new_at] = new_value; n%u[new_at] = 1;", k, k);
    else
        strbuf_printf(w->out, " v%u[new_at * %u + n%u[new_at]] = new_value; n%u[new_at] = n%u[new_at] + 1;", k, w->bound, k, k, k);
}

static void write_empty(promela_writer *w, uint32_t k)
{
    if (has_words(w))
        strbuf_printf(w->out, " && n%u == 0", k);
    for (uint32_t e = 0; is_buffered(w) && !has_words(w) && e < w->program->global_count; e++)
        if (index_set_has(&w->footprints->types[type_number(w, k)].stores, e))
            strbuf_printf(w->out, " && n%u[%u] == 0", k, e);
}

/* ---- Effects ---- */
/* t goes to the place. */
static void write_assign(promela_writer *w, const place *target)
{
    const program *p = w->program;
    if (target->kind == PLACE_NONE)
        return;
    const variable *v = target->kind == PLACE_LOCAL ? &type_at(w, w->self)->locals.data[target->variable] : &p->globals.data[target->variable];
    write_failure(w, target->index);
    write_kept(w, v->type);
    strbuf_printf(w->out, " new_at = %u", v->offset);
    if (target->index) {
        strbuf_add(w->out, " + ");
        write_expr(w, target->index);
    }
    strbuf_add_char(w->out, ';');
    if (target->kind == PLACE_LOCAL)
        strbuf_printf(w->out, " loc%u[new_at] = new_value;", w->self);
    else if (v->class == VARIABLE_RELAXED)
        write_store(w, target->is_atomic);
    else
        strbuf_add(w->out, " mem[new_at] = new_value;");
}

static void write_value(promela_writer *w, const expr *e)
{
    write_failure(w, e);
    strbuf_add(w->out, " new_value = ");
    write_expr(w, e);
    strbuf_add_char(w->out, ';');
}

static void write_locked(promela_writer *w, const effect *f)
{
    const variable *v = &w->program->globals.data[f->target.variable];
    if (f->flush)
        write_flush(w);
    write_failure(w, f->target.index);
    write_value(w, f->value);
    write_failure(w, f->expected);
    strbuf_printf(w->out, " new_at = %u", v->offset);
    if (f->target.index) {
        strbuf_add(w->out, " + ");
        write_expr(w, f->target.index);
    }
    strbuf_add(w->out, "; old_value = mem[new_at];");
    if (f->kind == EFFECT_FETCH_ADD)
        strbuf_add(w->out, " new_value = old_value + new_value;");
    write_kept(w, v->type);
    if (f->kind == EFFECT_CAS) {
        strbuf_add(w->out, " if :: (old_value == ");
        write_expr(w, f->expected);
        strbuf_add(w->out, ") -> mem[new_at] = new_value; old_value = 1 :: else -> old_value = 0 fi;");
    } else {
        strbuf_add(w->out, " mem[new_at] = new_value;");
    }
    strbuf_add(w->out, " new_value = old_value;");
    write_assign(w, &f->result);
}

/* Makes new_at the position of the first message that the one in `field` comes before, and room there. */
static void write_sorted_place(promela_writer *w, uint32_t number, const channel *c)
{
    strbuf_printf(w->out, " new_at = 0; do :: (new_at < len%u && !(0", number);
    for (uint32_t i = 0; i < c->field_count; i++) {
        strbuf_add(w->out, " || (");
        for (uint32_t k = 0; k < i; k++)
            strbuf_printf(w->out, "field[%u] == msg%u[new_at * %u + %u] && ", k, number, c->field_count, k);
        strbuf_printf(w->out, "field[%u] < msg%u[new_at * %u + %u])", i, number, c->field_count, i);
    }
    strbuf_add(w->out, ")) -> new_at = new_at + 1 :: else -> break od;");
    for (uint32_t m = c->capacity - 1; m > 0; m--) {
        strbuf_printf(w->out, " if :: (%u > new_at) ->", m);
        for (uint32_t i = 0; i < c->field_count; i++)
            strbuf_printf(w->out, " msg%u[%u] = msg%u[%u];", number, m * c->field_count + i, number, (m - 1) * c->field_count + i);
        strbuf_add(w->out, " skip :: else fi;");
    }
}

static void write_send(promela_writer *w, const effect *f)
{
    uint32_t number = channel_number(w, f->channel);
    const channel *c = &w->program->channels.data[number - 1];
    for (uint32_t i = 0; i < c->field_count; i++) {
        if (i < f->argument_count)
            write_value(w, f->arguments[i]);
        else
            strbuf_add(w->out, " new_value = 0;");
        write_kept(w, c->fields[i]);
        strbuf_printf(w->out, " field[%u] = new_value;", i);
    }
    if (f->sorted)
        write_sorted_place(w, number, c);
    else
        strbuf_printf(w->out, " new_at = len%u;", number);
    for (uint32_t i = 0; i < c->field_count; i++)
        strbuf_printf(w->out, " msg%u[new_at * %u + %u] = field[%u];", number, c->field_count, i, i);
    strbuf_printf(w->out, " len%u = len%u + 1;", number, number);
}

static void write_receive(promela_writer *w, const effect *f)
{
    uint32_t number = channel_number(w, f->channel);
    const channel *c = &w->program->channels.data[number - 1];
    strbuf_add(w->out, " old_value = 0;");
    if (f->random) {
        strbuf_add(w->out, " do :: ");
        write_fits(w, f, number, "old_value");
        strbuf_add(w->out, " -> break :: else -> old_value = old_value + 1 od;");
    }
    for (uint32_t i = 0; i < c->field_count; i++)
        strbuf_printf(w->out, " field[%u] = msg%u[old_value * %u + %u];", i, number, c->field_count, i);
    for (uint32_t m = 0; !f->peek && m < c->capacity; m++) {
        strbuf_printf(w->out, " if :: (%u >= old_value) ->", m);
        for (uint32_t i = m * c->field_count; i < (m + 1) * c->field_count; i++)
            if (m + 1 < c->capacity)
                strbuf_printf(w->out, " msg%u[%u] = msg%u[%u];", number, i, number, i + c->field_count);
            else
                strbuf_printf(w->out, " msg%u[%u] = 0;", number, i);
        strbuf_add(w->out, " skip :: else fi;");
    }
    if (!f->peek)
        strbuf_printf(w->out, " len%u = len%u - 1;", number, number);
    for (uint32_t i = 0; i < f->argument_count; i++)
        if (!f->patterns[i].match) {
            strbuf_printf(w->out, " new_value = field[%u];", i);
            write_assign(w, &f->patterns[i].target);
        }
}

static void write_effect(promela_writer *w, const effect *f)
{
    switch (f->kind) {
    case EFFECT_ASSIGN:
        write_value(w, f->value);
        write_assign(w, &f->target);
        return;
    case EFFECT_FENCE:
        if (f->flush)
            write_flush(w);
        return;
    case EFFECT_SYNC: return;
    case EFFECT_BARRIER:
        if (is_buffered(w) && !has_words(w))
            refuse(w, f->where, "store-store barriers are translated under sc and tso only");
        return;
    case EFFECT_EXCHANGE:
    case EFFECT_FETCH_ADD:
    case EFFECT_CAS: write_locked(w, f); return;
    case EFFECT_ASSERT:
        write_failure(w, f->value);
        strbuf_add(w->out, " CHECK(");
        write_expr(w, f->value);
        strbuf_add(w->out, ");");
        return;
    case EFFECT_SEND: write_send(w, f); return;
    case EFFECT_RECEIVE: write_receive(w, f); return;
    case EFFECT_PRINT: return;
    case EFFECT_WRITE_MEMORY:
    case EFFECT_RUN: refuse(w, f->where, f->kind == EFFECT_RUN ? "processes that are created by run are not translated" : "INIT is not translated"); return;
    }
    BUG("unknown effect");
}

/* ---- When a step is possible ---- */
typedef struct store_scan {
    promela_writer *writer;
    uint32_t stores;
    const place *only;
} store_scan;

static void count_store(void *data, const place *target, visit_write how)
{
    store_scan *s = data;
    if (how != VISIT_ASSIGN || target->kind != PLACE_GLOBAL || s->writer->program->globals.data[target->variable].class != VARIABLE_RELAXED)
        return;
    s->stores++;
    s->only = target;
}

/* Room for what the edge stores. */
static void write_room(promela_writer *w, const edge *e)
{
    store_scan s = {.writer = w};
    for (uint32_t i = 0; i < e->effect_count; i++) {
        if (s.stores && effect_drains(e->effects[i].kind) && is_buffered(w))
            refuse(w, e->where, "a step drains the buffer after a store of its own");
        visit_effect(&(program_visitor){.place = count_store, .data = &s}, &e->effects[i]);
    }
    if (!s.stores || !is_buffered(w) || overwrites(w))
        return;
    if (has_words(w)) {
        strbuf_printf(w->out, " && n%u + %u <= %u", w->self, s.stores, w->bound);
    } else if (s.stores > 1) {
        refuse(w, e->where, "under pso a step with two stores is not translated");
    } else {
        const expr *fails = s.only->index ? expr_where_it_fails(w->memory, s.only->index) : NULL;
        strbuf_add(w->out, " && (");
        if (fails) {
            write_expr(w, fails);
            strbuf_add(w->out, " || ");
        }
        strbuf_printf(w->out, "n%u[%u", w->self, w->program->globals.data[s.only->variable].offset);
        if (s.only->index) {
            strbuf_add(w->out, " + ");
            write_expr(w, s.only->index);
        }
        strbuf_printf(w->out, "] < %u)", w->bound);
    }
}

static bool is_rendezvous(promela_writer *w, const edge *e, effect_kind kind)
{
    return e->effect_count && e->effects[0].kind == kind && !w->program->channels.data[channel_number(w, e->effects[0].channel) - 1].capacity;
}

static void write_message_there(promela_writer *w, const effect *f)
{
    uint32_t number = channel_number(w, f->channel);
    const channel *c = &w->program->channels.data[number - 1];
    if (f->kind == EFFECT_SEND) {
        strbuf_printf(w->out, " && len%u < %u", number, c->capacity);
        return;
    }
    strbuf_add(w->out, " && ");
    write_message_fits(w, f);
}

/* Where the process is, its guard, and what its effects wait for, but for a partner. */
static void write_ready(promela_writer *w, const edge *e)
{
    const process_type *t = type_at(w, w->self);
    const expr *fails = e->guard ? expr_where_it_fails(w->memory, e->guard) : NULL;
    strbuf_printf(w->out, "pc%u == %u", w->self, e->source);
    if (t->provided && w->held != HOLD_D_STEP) {
        strbuf_add(w->out, " && ");
        write_expr(w, t->provided);
    }
    strbuf_add(w->out, " && (");
    if (fails) {
        write_expr(w, fails);
        strbuf_add(w->out, " || ");
    }
    if (e->guard)
        write_expr(w, e->guard);
    else
        strbuf_add_char(w->out, '1');
    if (edge_waits(e, w->machine))
        write_empty(w, w->self);
    for (uint32_t i = 0; i < e->effect_count; i++) {
        const effect *f = &e->effects[i];
        if (f->kind == EFFECT_SYNC)
            for (uint32_t k = 0; k < w->program->start.count; k++)
                write_empty(w, k);
        else if (effect_drains(f->kind) && !f->flush)
            write_empty(w, w->self);
        bool is_message = f->kind == EFFECT_SEND || f->kind == EFFECT_RECEIVE;
        if (is_message && !is_rendezvous(w, e, f->kind))
            write_message_there(w, f);
    }
    write_room(w, e);
    strbuf_add_char(w->out, ')');
}

/* Other edges of the node that would have to be impossible. */
static void write_precedence(promela_writer *w, const edge *e)
{
    const process_type *t = type_at(w, w->self);
    const node *n = &t->nodes.data[e->source];
    for (uint32_t i = n->first_edge; i < n->first_edge + n->edge_count; i++) {
        const edge *other = &t->edges.data[i];
        bool is_first = other < e && (e->is_else || w->held == HOLD_D_STEP || (e->d_step && other->d_step == e->d_step));
        if (other == e || !(is_first || other->priority > e->priority))
            continue;
        if (is_rendezvous(w, other, EFFECT_SEND) || is_rendezvous(w, other, EFFECT_RECEIVE) || other->is_else)
            refuse(w, e->where, "an else or an escape of unless beside a rendezvous is not translated");
        strbuf_add(w->out, " && !(");
        write_ready(w, other);
        strbuf_add_char(w->out, ')');
    }
}

/* ---- Steps ---- */
static void begin_step(promela_writer *w)
{
    strbuf_add(w->out, w->is_stuck ? ":: atomic { d_step { !failed && " : ":: d_step { !failed && ");
}

static void end_step(promela_writer *w, const char *then)
{
    then = w->is_stuck && !*then ? "; goto again }" : then;
    strbuf_printf(w->out, " new_value = 0; goto out%u; bad%u: FAIL; out%u: skip }%s\n", w->steps, w->steps, w->steps, then);
    w->steps++;
}

/* The value of `holder` while a process is inside a block; d_steps are above all others. */
static uint32_t holder(const promela_writer *w, hold_kind hold)
{
    return hold == HOLD_NONE ? 0 : hold == HOLD_ATOMIC ? w->self + 1 : PROGRAM_MAX_PROCESSES + w->self + 1;
}

/* A step as an option of one of three loops: of processes at rest, or of the one inside an atomic or d_step block. It goes on in the loop of what it leads into. */
static void write_edge(promela_writer *w, const edge *e)
{
    bool leaves = e->hold != HOLD_NONE && e->hold != w->held;
    if (leaves)
        strbuf_add(w->out, e->hold == HOLD_D_STEP || w->held == HOLD_D_STEP ? ":: atomic { " : ":: ATOMIC { ");
    if (leaves)
        strbuf_add(w->out, "d_step { !failed && ");
    else
        begin_step(w);
    if (w->held != HOLD_NONE)
        strbuf_printf(w->out, "holder == %u && ", holder(w, w->held));
    write_ready(w, e);
    write_precedence(w, e);
    strbuf_add(w->out, " ->");
    write_failure(w, e->guard);
    for (uint32_t i = 0; i < e->effect_count; i++)
        write_effect(w, &e->effects[i]);
    strbuf_printf(w->out, " pc%u = %u;", w->self, e->target);
    if (e->hold != w->held)
        strbuf_printf(w->out, " holder = %u;", holder(w, e->hold));
    end_step(w, leaves ? e->hold == HOLD_D_STEP ? "; goto stepping }" : "; goto held }" : "");
    w->has_blocks |= leaves;
}

/* A receiver's guard that fails is found when the receiver is about to move. */
static void write_failing_guard(promela_writer *w, const edge *e)
{
    const expr *fails = e->guard ? expr_where_it_fails(w->memory, e->guard) : NULL;
    if (!fails)
        return;
    begin_step(w);
    strbuf_printf(w->out, "pc%u == %u && ", w->self, e->source);
    if (type_at(w, w->self)->provided) {
        write_expr(w, type_at(w, w->self)->provided);
        strbuf_add(w->out, " && ");
    }
    write_expr(w, fails);
    strbuf_printf(w->out, " -> goto bad%u;", w->steps);
    end_step(w, "");
}

static void write_true_guard(promela_writer *w, const edge *e)
{
    const expr *fails = e->guard ? expr_where_it_fails(w->memory, e->guard) : NULL;
    if (!fails)
        return;
    strbuf_add(w->out, " && !(");
    write_expr(w, fails);
    strbuf_add_char(w->out, ')');
}

static void write_meeting(promela_writer *w, uint32_t sender, const edge *send, uint32_t receiver, const edge *receive)
{
    const effect *out = &send->effects[0], *in = &receive->effects[0];
    const channel *c = &w->program->channels.data[channel_number(w, out->channel) - 1];
    if (channel_number(w, out->channel) != channel_number(w, in->channel))
        return;
    if (send->hold != HOLD_NONE || receive->hold != HOLD_NONE || send->priority || receive->priority)
        refuse(w, send->where, "a rendezvous in a block or an escape is not translated");
    begin_step(w);
    w->self = sender;
    write_ready(w, send);
    write_true_guard(w, send);
    strbuf_add(w->out, " && ");
    w->self = receiver;
    write_ready(w, receive);
    write_true_guard(w, receive);
    for (uint32_t i = 0; i < in->argument_count; i++)
        if (in->patterns[i].match) {
            strbuf_add(w->out, " && ");
            write_expr(w, in->patterns[i].match);
            strbuf_add(w->out, " == ");
            w->self = sender;
            write_expr(w, out->arguments[i]);
            w->self = receiver;
        }
    strbuf_add(w->out, " ->");
    w->self = sender;
    for (uint32_t i = 0; i < out->argument_count; i++) {
        write_value(w, out->arguments[i]);
        write_kept(w, c->fields[i]);
        strbuf_printf(w->out, " field[%u] = new_value;", i);
    }
    w->self = receiver;
    for (uint32_t i = 0; i < in->argument_count; i++)
        if (!in->patterns[i].match) {
            strbuf_printf(w->out, " new_value = field[%u];", i);
            write_assign(w, &in->patterns[i].target);
        }
    for (uint32_t i = 1; i < receive->effect_count; i++)
        write_effect(w, &receive->effects[i]);
    w->self = sender;
    for (uint32_t i = 1; i < send->effect_count; i++)
        write_effect(w, &send->effects[i]);
    strbuf_printf(w->out, " pc%u = %u; pc%u = %u;", sender, send->target, receiver, receive->target);
    end_step(w, "");
}

static void write_meetings(promela_writer *w, uint32_t sender, const edge *send)
{
    for (uint32_t q = 0; q < w->program->start.count; q++)
        for (size_t i = 0; i < type_at(w, q)->edges.count && q != sender; i++)
            if (is_rendezvous(w, &type_at(w, q)->edges.data[i], EFFECT_RECEIVE))
                write_meeting(w, sender, send, q, &type_at(w, q)->edges.data[i]);
    w->self = sender;
    write_failing_guard(w, send);
}

static void write_commits(promela_writer *w)
{
    uint32_t k = w->self, bound = w->bound;
    strbuf when = {0}, *kept = w->out;
    if (w->program->commits_when) {
        w->out = &when;
        strbuf_add(&when, " && ");
        write_expr(w, w->program->commits_when);
        w->out = kept;
    }
    if (has_words(w)) {
        strbuf_printf(w->out, ":: d_step { !failed && n%u > 0%s -> mem[l%u[0]] = v%u[0];", k, strbuf_text(&when), k, k);
        for (uint32_t i = 0; i + 1 < bound; i++)
            strbuf_printf(w->out, " l%u[%u] = l%u[%u]; v%u[%u] = v%u[%u];", k, i, k, i + 1, k, i, k, i + 1);
        strbuf_printf(w->out, " l%u[%u] = 0; v%u[%u] = 0; n%u = n%u - 1 }\n", k, bound - 1, k, bound - 1, k, k);
    }
    for (uint32_t e = 0; is_buffered(w) && !has_words(w) && e < w->program->global_count; e++) {
        if (!index_set_has(&w->footprints->types[type_number(w, k)].stores, e))
            continue;
        strbuf_printf(w->out, ":: d_step { !failed && n%u[%u] > 0%s -> mem[%u] = v%u[%u];", k, e, strbuf_text(&when), e, k, e * bound);
        for (uint32_t i = 0; i + 1 < bound; i++)
            strbuf_printf(w->out, " v%u[%u] = v%u[%u];", k, e * bound + i, k, e * bound + i + 1);
        strbuf_printf(w->out, " v%u[%u] = 0; n%u[%u] = n%u[%u] - 1 }\n", k, e * bound + bound - 1, k, e, k, e);
    }
    strbuf_release(&when);
}

/* An ended process goes when all younger ones have gone. */
static void write_removal(promela_writer *w)
{
    const process_type *t = type_at(w, w->self);
    for (uint32_t n = 0; w->program->processes_die && n < t->nodes.count; n++) {
        if (!t->nodes.data[n].is_final)
            continue;
        strbuf_printf(w->out, ":: d_step { !failed && pc%u == %u", w->self, n);
        write_empty(w, w->self);
        for (uint32_t k = w->self + 1; k < w->program->start.count; k++)
            strbuf_printf(w->out, " && pc%u == %u", k, gone(type_at(w, k)));
        if (t->provided) {
            strbuf_add(w->out, " && ");
            write_expr(w, t->provided);
        }
        strbuf_printf(w->out, " -> pc%u = %u;", w->self, gone(t));
        for (uint32_t i = 0; i < t->local_count; i++)
            strbuf_printf(w->out, " loc%u[%u] = 0;", w->self, i);
        strbuf_add(w->out, " skip }\n");
    }
}

/* Steps of a process that came to their node inside such a block. */
static void write_held_steps(promela_writer *w, hold_kind held)
{
    w->held = held;
    for (w->self = 0; w->self < w->program->start.count; w->self++) {
        const process_type *t = type_at(w, w->self);
        for (size_t i = 0; i < t->edges.count; i++) {
            const edge *e = &t->edges.data[i];
            bool comes = false;
            for (size_t k = 0; k < t->edges.count; k++)
                comes |= t->edges.data[k].target == e->source && t->edges.data[k].hold == held;
            if (comes && (is_rendezvous(w, e, EFFECT_SEND) || is_rendezvous(w, e, EFFECT_RECEIVE)))
                refuse(w, e->where, "a rendezvous inside a block is not translated");
            else if (comes)
                write_edge(w, e);
        }
    }
    w->self = 0;
    w->held = HOLD_NONE;
}

/* A process that blocks inside an atomic block comes to rest there; inside a d_step that is an error. */
static void write_blocks(promela_writer *w)
{
    strbuf_add(w->out, "ATOMIC {\nheld: do\n");
    write_held_steps(w, HOLD_ATOMIC);
    strbuf_add(w->out, ":: d_step { else -> holder = 0 }; break\nod; goto again };\natomic {\nstepping: do\n");
    write_held_steps(w, HOLD_D_STEP);
    strbuf_printf(w->out, ":: d_step { else -> if :: holder > %u -> FAIL :: else fi }; break\nod; if :: holder -> goto held :: else -> goto again fi }\n", PROGRAM_MAX_PROCESSES);
}

static void write_steps(promela_writer *w)
{
    for (w->self = 0; w->self < w->program->start.count; w->self++) {
        const process_type *t = type_at(w, w->self);
        for (size_t i = 0; i < t->edges.count && !diag_has_errors(w->diag); i++) {
            const edge *e = &t->edges.data[i];
            if (is_rendezvous(w, e, EFFECT_SEND))
                write_meetings(w, w->self, e);
            else if (is_rendezvous(w, e, EFFECT_RECEIVE))
                write_failing_guard(w, e);
            else
                write_edge(w, e);
        }
        if (!w->is_stuck) {
            write_commits(w);
            write_removal(w);
        }
    }
    w->self = 0;
}

/* ---- Properties ---- */
static void write_end_states(promela_writer *w)
{
    strbuf_printf(w->out, w->is_stuck ? ":: atomic { d_step { else -> CHECK(failed" : ":: d_step { else -> CHECK(failed");
    bool is_asked = !property_is(property_of_kind(w->properties, PROPERTY_DEADLOCK), NO_PROPERTY);
    strbuf_add(w->out, is_asked ? " || (1" : " || 1");
    for (uint32_t k = 0; is_asked && k < w->program->start.count; k++) {
        const process_type *t = type_at(w, k);
        strbuf_printf(w->out, " && (pc%u == %u", k, gone(t));
        for (uint32_t n = 0; n < t->nodes.count; n++)
            if (t->nodes.data[n].is_end || t->nodes.data[n].is_final)
                strbuf_printf(w->out, " || pc%u == %u", k, n);
        strbuf_add_char(w->out, ')');
    }
    strbuf_printf(w->out, "%s%s\n", is_asked ? ")) }" : ") }", w->is_stuck ? "; goto again }" : "");
}

/* What is left where no step is possible: those with timeout, or to rest. */
static void write_stuck(promela_writer *w)
{
    if (!w->footprints->all.asks_timeout) {
        write_end_states(w);
        strbuf_add(w->out, "od;\n");
        return;
    }
    strbuf_add(w->out, ":: atomic { else -> goto stuck }\nod;\natomic {\nstuck: do\n");
    w->is_stuck = true;
    write_steps(w);
    write_end_states(w);
    strbuf_add(w->out, "od };\n");
    w->is_stuck = false;
}

static void write_mutex(promela_writer *w, const char *name)
{
    uint32_t at;
    strbuf_add(w->out, "(0");
    for (uint32_t k = 0; k < w->program->start.count; k++)
        if (process_find_label(type_at(w, k), name, &at))
            strbuf_printf(w->out, " + (pc%u == %u)", k, at);
    strbuf_add(w->out, ") >= 2");
}

/* All processes have ended and all buffers are empty. */
static void write_final(promela_writer *w, const property *p)
{
    if (w->program->processes_die)
        refuse(w, p->where, "questions about final states of processes that are removed are not translated");
    for (uint32_t k = 0; k < w->program->start.count; k++) {
        const process_type *t = type_at(w, k);
        strbuf_add(w->out, "(0");
        for (uint32_t n = 0; n < t->nodes.count; n++)
            if (t->nodes.data[n].is_final)
                strbuf_printf(w->out, " || pc%u == %u", k, n);
        strbuf_add(w->out, ")");
        write_empty(w, k);
        strbuf_add(w->out, " && ");
    }
}

static bool is_of_states(const property *p)
{
    return p->kind == PROPERTY_NEVER || p->kind == PROPERTY_ALWAYS || p->kind == PROPERTY_MUTEX || p->kind == PROPERTY_FINAL;
}

static void write_property(promela_writer *w, const property *p)
{
    begin_step(w);
    if (p->kind == PROPERTY_FINAL)
        write_final(w, p);
    strbuf_add_char(w->out, '(');
    if (p->kind == PROPERTY_MUTEX)
        write_mutex(w, p->label);
    else if (p->undefined)
        write_expr(w, p->undefined);
    if (p->undefined)
        strbuf_add(w->out, " || ");
    if (p->kind != PROPERTY_MUTEX)
        write_expr(w, p->bad);
    strbuf_add(w->out, ") -> CHECK(0) }\n");
}

/* By a process of their own, which is always at one place and changes nothing. */
static void write_properties(promela_writer *w)
{
    const char *before = "#ifndef LTL\nactive proctype watch()\n{\ndo\n", *after = "";
    for (size_t i = 0; i < w->properties->items.count; i++)
        if (is_of_states(&w->properties->items.data[i])) {
            strbuf_add(w->out, before);
            write_property(w, &w->properties->items.data[i]);
            before = "";
            after = "od\n}\n#endif\n";
        }
    strbuf_add(w->out, after);
}

typedef struct formula_writing {
    promela_writer *writer;
    const temporal *temporal;
} formula_writing;

/* An atom is false where it has no value. */
static void write_atom(void *data, uint32_t number, strbuf *out)
{
    const formula_writing *f = data;
    promela_writer *w = f->writer;
    const expr *atom = f->temporal->atoms[number], *fails = expr_where_it_fails(w->memory, atom);
    strbuf *kept = w->out;
    w->out = out;
    strbuf_add_char(out, '(');
    if (fails) {
        strbuf_add(out, "!(");
        write_expr(w, fails);
        strbuf_add(out, ") && ");
    }
    strbuf_add(out, "0 != ");
    write_expr(w, atom);
    strbuf_add_char(out, ')');
    w->out = kept;
}

/* A run to a step that fails is none of those that formulas speak of. */
static void write_formulas(promela_writer *w)
{
    uint32_t number = 0;
    w->in_formula = true;
    strbuf_add(w->out, "#ifdef LTL\n");
    for (uint32_t i = property_first_temporal(w->properties); i < w->properties->items.count; i++) {
        const property *p = &w->properties->items.data[i];
        if (!p->temporal || !p->temporal->has_formula) {
            refuse(w, p->where, "never claims, accept and progress labels are not translated");
            return;
        }
        if (!formula_is_stutter_invariant(&p->temporal->formulas, p->temporal->wanted))
            refuse(w, p->where, "formulas with X are not translated, since SPIN has no X as it is usually built");
        formula_writing f = {w, p->temporal};
        strbuf_printf(w->out, "ltl f%u { %s(", ++number, w->can_fail ? "(<> (failed != 0)) || " : "");
        formula_print(&p->temporal->formulas, p->temporal->wanted, write_atom, &f, w->out);
        strbuf_add(w->out, ") }\n");
    }
    strbuf_add(w->out, "#endif\n");
}

/* ---- Declarations ---- */
static void write_values(promela_writer *w, const int32_t *values, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        strbuf_printf(w->out, "%s%d", i ? ", " : " = {", values[i]);
    strbuf_add(w->out, "};\n");
}

static void add_initial(const variable *v, int32_t *out)
{
    for (uint32_t e = 0; e < v->count; e++)
        out[v->offset + e] = v->initial ? v->initial[e] : 0;
}

typedef struct first_values {
    promela_writer *writer;
    const int32_t *locals;
    uint32_t position;
} first_values;

/* What an initial value reads: the process's number, its own locals before it, and memory as it is at the start. */
static int32_t read_first(void *data, const expr *e, int32_t index, int32_t pid, eval_state *state)
{
    const first_values *f = data;
    const program *p = f->writer->program;
    (void)pid;
    if (e->kind == EXPR_PID)
        return (int32_t)(f->position + p->pid_base);
    if (e->kind == EXPR_LOCAL)
        return f->locals[type_at(f->writer, f->position)->locals.data[e->variable].offset + (uint32_t)index];
    if (e->kind == EXPR_GLOBAL || e->kind == EXPR_MEMORY)
        return p->globals.data[e->variable].initial[index];
    state->error = EVAL_NO_PROCESS;
    return 0;
}

static void set_first(promela_writer *w, uint32_t position, const variable *v, int32_t *values)
{
    first_values from = {w, values, position};
    eval_state state = {0};
    add_initial(v, values);
    for (uint32_t e = 0; v->initializer && e < v->count; e++)
        values[v->offset + e] = value_wrap(v->type, expr_eval(v->initializer, &(eval_source){read_first, &from}, &state));
    if (state.error)
        refuse(w, v->where, "an initial value that is known only at run time is not translated");
}

/* In VIEW a sum instead of a conditional expression, since formulas have none. */
static void write_process_variables(promela_writer *w, uint32_t k)
{
    const process_type *t = type_at(w, k);
    int32_t *initial = ARENA_ARRAY(w->memory, int32_t, t->local_count + 1);
    for (size_t i = 0; i < t->locals.count; i++)
        set_first(w, k, &t->locals.data[i], initial);
    strbuf_printf(w->out, "/* %s */ int pc%u = %u;\nint loc%u[%u]", t->name, k, t->entry, k, t->local_count + 1);
    write_values(w, initial, t->local_count + 1);
    if (has_words(w))
        strbuf_printf(w->out, "int n%u, l%u[%u], v%u[%u];\n#define VIEW%u(e) ", k, k, w->bound, k, w->bound, k);
    else if (is_buffered(w))
        strbuf_printf(w->out, "int n%u[%u], v%u[%u];\n#define VIEW%u(e) ((n%u[e] > 0) * v%u[(e) * %u + n%u[e] - (n%u[e] > 0)] + (n%u[e] == 0) * mem[e])\n", k,
                      w->program->global_count + 1, k, (w->program->global_count + 1) * w->bound, k, k, k, w->bound, k, k, k);
    for (uint32_t i = w->bound; has_words(w) && i > 0; i--)
        strbuf_printf(w->out, "((n%u > %u && l%u[%u] == (e)) * v%u[%u] + !(n%u > %u && l%u[%u] == (e)) * ", k, i - 1, k, i - 1, k, i - 1, k, i - 1, k, i - 1);
    if (has_words(w)) {
        strbuf_add(w->out, "mem[e]");
        for (uint32_t i = 0; i < w->bound; i++)
            strbuf_add_char(w->out, ')');
        strbuf_add_char(w->out, '\n');
    }
    if (t->channels.count)
        refuse(w, t->where, "channels of processes are not translated");
}

static void write_reset(promela_writer *w)
{
    const program *p = w->program;
    strbuf_add(w->out, "#define FAIL failed = 1; new_value = 0; holder = 0;");
    for (uint32_t e = 0; e < p->global_count; e++)
        strbuf_printf(w->out, " mem[%u] = 0;", e);
    for (size_t i = 0; i < p->channels.count; i++) {
        strbuf_printf(w->out, " len%zu = 0;", i + 1);
        for (uint32_t k = 0; k < p->channels.data[i].capacity * p->channels.data[i].field_count; k++)
            strbuf_printf(w->out, " msg%zu[%u] = 0;", i + 1, k);
    }
    for (uint32_t k = 0; k < p->start.count; k++) {
        strbuf_printf(w->out, " pc%u = 0;", k);
        for (uint32_t i = 0; i < type_at(w, k)->local_count; i++)
            strbuf_printf(w->out, " loc%u[%u] = 0;", k, i);
        if (has_words(w))
            strbuf_printf(w->out, " n%u = 0;", k);
        for (uint32_t i = 0; has_words(w) && i < w->bound; i++)
            strbuf_printf(w->out, " l%u[%u] = 0; v%u[%u] = 0;", k, i, k, i);
        for (uint32_t e = 0; is_buffered(w) && !has_words(w) && e < p->global_count; e++) {
            strbuf_printf(w->out, " n%u[%u] = 0;", k, e);
            for (uint32_t i = 0; i < w->bound; i++)
                strbuf_printf(w->out, " v%u[%u] = 0;", k, e * w->bound + i);
        }
    }
    strbuf_add(w->out, " CHECK(0)\n");
}

static void write_declarations(promela_writer *w)
{
    const program *p = w->program;
    int32_t *initial = ARENA_ARRAY(w->memory, int32_t, p->global_count + 1);
    for (size_t i = 0; i < p->globals.count; i++)
        add_initial(&p->globals.data[i], initial);
    strbuf_add(w->out, "hidden int new_value, new_at, old_value, field[64];\nbit failed;\nshort holder; /* of a block */\n/*");
    for (size_t i = 0; i < p->globals.count; i++)
        if (!p->globals.data[i].is_channel)
            strbuf_printf(w->out, " %s: %u..%u", p->globals.data[i].name, p->globals.data[i].offset, p->globals.data[i].offset + p->globals.data[i].count - 1);
    strbuf_printf(w->out, " */\nint mem[%u]", p->global_count + 1);
    write_values(w, initial, p->global_count + 1);
    for (size_t i = 0; i < p->channels.count; i++)
        strbuf_printf(w->out, "int len%zu, msg%zu[%u];\n", i + 1, i + 1, p->channels.data[i].capacity * p->channels.data[i].field_count + 1);
    for (uint32_t k = 0; k < p->start.count; k++)
        write_process_variables(w, k);
    write_reset(w);
}

bool export_promela(const footprints *f, const property_list *properties, machine on, diag *d, strbuf *out)
{
    promela_writer w = {.footprints = f, .program = f->program, .properties = properties, .machine = on, .diag = d, .out = out, .memory = arena_new(),
                        .bound = machine_traits(on)->overwrites ? 1 : on.buffer};
    if (is_buffered(&w) && !w.bound)
        refuse(&w, (source_location){0}, "give the size of buffers: --buffer N");
    else if (memory_is_approximation(on.memory) || on.overflow_is_error)
        refuse(&w, (source_location){0}, "approximations and --overflow error are not translated");
    strbuf_printf(out, "/* Store buffers of %s as variables. spin -a -o2 -o3, gcc -DSAFETY -DNOREDUCE, pan -c0: its states are ours. Formulas: spin -a -o2 -o3 -DLTL, gcc -DNOREDUCE, pan -a -E -N f1. */\n", machine_traits(on)->title);
    strbuf_add(out, "#ifdef LTL\n#define CHECK(e) skip\n#define ATOMIC\n#else\n#define CHECK(e) assert(e)\n#define ATOMIC atomic\n#endif\n");
    if (!diag_has_errors(d))
        write_declarations(&w);
    strbuf_add(out, "active proctype all()\n{\nagain: do\n");
    if (!diag_has_errors(d))
        write_steps(&w);
    write_stuck(&w);
    if (w.has_blocks)
        write_blocks(&w);
    strbuf_add(out, "}\n");
    if (!diag_has_errors(d))
        write_properties(&w);
    if (!diag_has_errors(d) && property_first_temporal(properties) < properties->items.count)
        write_formulas(&w);
    arena_free(w.memory);
    return !diag_has_errors(d);
}
