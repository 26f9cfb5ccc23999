/* promela_expr.c: expressions, over variables that hold buffers, and what happens where one has no value. */
#include <stdio.h>
#include <string.h>

#include "base/bug.h"
#include "export/promela.h"

/* ---- Expressions ---- */

static void write_element(promela_writer *w, const char *array, uint32_t owner, uint32_t offset, const expr *index)
{
    strbuf_printf(w->out, owner == UINT32_MAX ? "%s[%u" : "%s%u[", array, owner == UINT32_MAX ? offset : owner);
    if (owner != UINT32_MAX)
        strbuf_printf(w->out, "%u", offset);
    if (index) {
        strbuf_add(w->out, " + ");
        promela_write_expr(w, index);
    }
    strbuf_add_char(w->out, ']');
}

/* What the process at that position would read. */
static void write_view(promela_writer *w, uint32_t position, const expr *e)
{
    const variable *v = &w->program->globals.data[e->variable];
    if (v->class != VARIABLE_RELAXED || !promela_is_buffered(w)) {
        write_element(w, "mem", UINT32_MAX, v->offset, e->index);
        return;
    }
    strbuf_printf(w->out, "VIEW%u(%u", position, v->offset);
    if (e->index) {
        strbuf_add(w->out, " + ");
        promela_write_expr(w, e->index);
    }
    strbuf_add_char(w->out, ')');
}

/* The process at the start that an expression means; it must be known. */
static uint32_t position_of(promela_writer *w, const expr *e)
{
    int32_t pid = -1;
    bool known = !e->pid || expr_is_const(e->pid, &pid);
    for (uint32_t i = 0; i < w->program->start.count && known; i++)
        if (promela_type_number(w, i) == e->process && (!e->pid || pid == (int32_t)(i + w->program->pid_base)))
            return i;
    promela_refuse(w, e->where, "a process is named by a number that is known only at run time");
    return 0;
}

static void write_at(promela_writer *w, const expr *e)
{
    const char *before = "(";
    int32_t pid = -1;
    if (e->pid && !expr_is_const(e->pid, &pid))
        promela_refuse(w, e->where, "a process is named by a number that is known only at run time");
    for (uint32_t i = 0; i < w->program->start.count; i++)
        if (promela_type_number(w, i) == e->process && (!e->pid || pid == (int32_t)(i + w->program->pid_base))) {
            strbuf_printf(w->out, "%spc%u == %d", before, i, e->value);
            before = " || ";
        }
    strbuf_add(w->out, strcmp(before, "(") ? ")" : "0");
}

/* The channel that an expression names, which nobody may change; 0: it is not known. */
uint32_t promela_channel_number(promela_writer *w, const expr *e)
{
    const variable *v = e->kind == EXPR_GLOBAL ? &w->program->globals.data[e->variable] : NULL;
    int32_t at = 0;
    bool known = v && v->is_channel && (!e->index || expr_is_const(e->index, &at)) && !index_set_has(&w->footprints->all.writes, v->offset + (uint32_t)at);
    for (uint32_t i = 0; known && i < w->program->channels.count; i++)
        if (w->program->channels.data[i].variable == e->variable && w->program->channels.data[i].element == (uint32_t)at)
            return i + 1;
    promela_refuse(w, e->where, "a channel is known only at run time");
    return 1;
}

static void write_length(promela_writer *w, const expr *e)
{
    uint32_t number = promela_channel_number(w, e->a), capacity = w->program->channels.count ? w->program->channels.data[number - 1].capacity : 0;
    static const char *const tests[] = {"(len%u)", "(len%u == 0)", "(len%u != 0)", "(len%u == %u)", "(len%u != %u)"}; /* ORDER EXPR_LENGTH... */
    if (e->kind == EXPR_FULL || e->kind == EXPR_NOT_FULL)
        strbuf_printf(w->out, tests[e->kind - EXPR_LENGTH], number, capacity);
    else
        strbuf_printf(w->out, tests[e->kind - EXPR_LENGTH], number);
}

/* Whether the message at that position is one that the receive takes. */
void promela_write_fits(promela_writer *w, const effect *f, uint32_t number, const char *at)
{
    uint32_t fields = w->program->channels.data[number - 1].field_count;
    strbuf_printf(w->out, "(len%u > %s", number, at);
    for (uint32_t i = 0; i < f->argument_count && i < fields; i++) {
        if (!f->patterns[i].match)
            continue;
        if (expr_where_it_fails(w->memory, f->patterns[i].match))
            promela_refuse(w, f->where, "a receive that compares with a value that can fail is not translated");
        strbuf_printf(w->out, " && msg%u[%s * %u + %u] == ", number, at, fields, i);
        promela_write_expr(w, f->patterns[i].match);
    }
    strbuf_add_char(w->out, ')');
}

/* Whether there is a message that the receive takes. */
void promela_write_message_fits(promela_writer *w, const effect *f)
{
    uint32_t number = promela_channel_number(w, f->channel), capacity = w->program->channels.data[number - 1].capacity;
    char at[16];
    strbuf_add(w->out, "(0");
    for (uint32_t i = 0; i < capacity && (!i || f->random); i++) {
        snprintf(at, sizeof at, "%u", i);
        strbuf_add(w->out, " || ");
        promela_write_fits(w, f, number, at);
    }
    strbuf_add_char(w->out, ')');
}

static void write_count(promela_writer *w)
{
    strbuf_printf(w->out, "(%u", w->program->pid_base);
    for (uint32_t i = 0; i < w->program->start.count; i++)
        strbuf_printf(w->out, " + (pc%u != %u)", i, promela_gone(promela_type_at(w, i)));
    strbuf_add_char(w->out, ')');
}

static void write_remote(promela_writer *w, const expr *e)
{
    uint32_t position = position_of(w, e);
    write_element(w, "loc", position, promela_type_at(w, position)->locals.data[e->variable].offset, e->index);
}

static void write_operation(promela_writer *w, const expr *e)
{
    strbuf_add_char(w->out, '(');
    if (e->kind == EXPR_UNARY)
        strbuf_add(w->out, op_text(e->op));
    promela_write_expr(w, e->a);
    if (e->kind == EXPR_BINARY)
        strbuf_printf(w->out, " %s ", op_text(e->op));
    else if (e->kind == EXPR_CONDITIONAL)
        strbuf_add(w->out, " -> ");
    if (e->b)
        promela_write_expr(w, e->b);
    if (e->c) {
        strbuf_add(w->out, " : ");
        promela_write_expr(w, e->c);
    }
    strbuf_add_char(w->out, ')');
}

/* The same as a sum, of which one part is 0. */
static void write_choice(promela_writer *w, const expr *e)
{
    if (expr_where_it_fails(w->memory, e->b) || expr_where_it_fails(w->memory, e->c))
        promela_refuse(w, e->where, "a formula with a conditional expression whose parts can fail is not translated");
    strbuf_add(w->out, "((0 != ");
    promela_write_expr(w, e->a);
    strbuf_add(w->out, ") * ");
    promela_write_expr(w, e->b);
    strbuf_add(w->out, " + (0 == ");
    promela_write_expr(w, e->a);
    strbuf_add(w->out, ") * ");
    promela_write_expr(w, e->c);
    strbuf_add_char(w->out, ')');
}

void promela_write_expr(promela_writer *w, const expr *e)
{
    switch (e->kind) {
    case EXPR_CONST: strbuf_printf(w->out, e->value < 0 ? "(%d)" : "%d", e->value); return;
    case EXPR_GLOBAL: write_view(w, w->self, e); return;
    case EXPR_MEMORY: write_element(w, "mem", UINT32_MAX, w->program->globals.data[e->variable].offset, e->index); return;
    case EXPR_VIEW: write_view(w, position_of(w, e), e); return;
    case EXPR_LOCAL: write_element(w, "loc", w->self, promela_type_at(w, w->self)->locals.data[e->variable].offset, e->index); return;
    case EXPR_REMOTE: write_remote(w, e); return;
    case EXPR_AT: write_at(w, e); return;
    case EXPR_UNARY:
    case EXPR_BINARY:
    case EXPR_CONDITIONAL:
        if (e->kind == EXPR_BINARY && (e->op == OP_SHIFT_LEFT || e->op == OP_SHIFT_RIGHT) && !(e->b->kind == EXPR_CONST && e->b->value >= 0 && e->b->value < 31))
            promela_refuse(w, e->where, "a shift by a number that is known only at run time");
        if (e->kind == EXPR_CONDITIONAL && w->in_formula)
            write_choice(w, e);
        else
            write_operation(w, e);
        return;
    case EXPR_BOUND: promela_write_expr(w, e->a); return;
    case EXPR_PID: strbuf_printf(w->out, "%u", w->self + w->program->pid_base); return;
    case EXPR_PROCESS_COUNT: write_count(w); return;
    case EXPR_LENGTH:
    case EXPR_EMPTY:
    case EXPR_NOT_EMPTY:
    case EXPR_FULL:
    case EXPR_NOT_FULL: write_length(w, e); return;
    case EXPR_POLL: promela_write_message_fits(w, e->poll); return;
    case EXPR_TIMEOUT: strbuf_add(w->out, w->is_stuck ? "1" : "0"); return;
    }
    BUG("unknown kind of expression");
}

/* ---- Failing ---- */
/* Leaves the step where the expression has no value. */
void promela_write_failure(promela_writer *w, const expr *e)
{
    const expr *fails = e ? expr_where_it_fails(w->memory, e) : NULL;
    if (!fails)
        return;
    w->can_fail = true;
    strbuf_add(w->out, " if :: (");
    promela_write_expr(w, fails);
    strbuf_printf(w->out, ") -> goto bad%u :: else fi;", w->steps);
}

void promela_write_kept(promela_writer *w, value_type type)
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
