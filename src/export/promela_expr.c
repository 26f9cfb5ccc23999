/* promela_expr.c: expressions, over variables that hold buffers, and where one has no value. */
#include <string.h>

#include "base/bug.h"
#include "export/promela.h"

/* ---- Variables ---- */
const char *promela_text(promela_writer *w, const expr *e)
{
    strbuf text = {0}, *kept = w->out;
    w->out = &text;
    promela_write_expr(w, e);
    w->out = kept;
    const char *made = arena_strdup(w->memory, strbuf_text(&text));
    strbuf_release(&text);
    return made;
}

const char *promela_element(promela_writer *w, const variable *v, const expr *index)
{
    return index ? arena_printf(w->memory, "%u + %s", v->offset, promela_text(w, index)) : arena_printf(w->memory, "%u", v->offset);
}

/* What the element holds when the step has made its changes: those of the owner, or with NOBODY all. */
static const char *changed(promela_writer *w, const promela_change *c, bool is_local, uint32_t owner, uint32_t number, const char *at, const char *before)
{
    if (!c)
        return before;
    before = changed(w, c->older, is_local, owner, number, at, before);
    bool is_meant = c->variable == number && (c->kind == CHANGE_LOCAL) == is_local && (owner == PROMELA_NOBODY ? c->kind == CHANGE_MEMORY : c->owner == owner);
    return is_meant ? arena_printf(w->memory, "(%s == %s -> %s : %s)", at, c->at, c->value, before) : before;
}

const char *promela_memory(promela_writer *w, uint32_t number, const char *at)
{
    if (w->has_flushed)
        promela_refuse(w, w->program->globals.data[number].where, "a step that looks at memory after writing out a buffer, and then may have to wait, is not translated");
    return changed(w, w->changes, false, PROMELA_NOBODY, number, at, arena_printf(w->memory, "mem[%s]", at));
}

const char *promela_view(promela_writer *w, uint32_t position, uint32_t number, const char *at)
{
    bool others = false;
    if (w->program->globals.data[number].class != VARIABLE_RELAXED || !promela_is_buffered(w))
        return promela_memory(w, number, at);
    for (const promela_change *c = w->changes; c; c = c->older)
        others |= c->kind == CHANGE_MEMORY && c->owner != position && c->variable == number;
    if (others)
        promela_refuse(w, w->program->globals.data[number].where, "two steps that meet, one of which reads what the other writes to memory, are not translated where they may have to wait");
    return changed(w, w->changes, false, position, number, at, arena_printf(w->memory, "VIEW%u(%s)", position, at));
}

/* ---- Processes ---- */
/* Whether e speaks of the process of its type at that position; NULL: never. */
static const char *is_meant(promela_writer *w, const expr *e, uint32_t position, bool lowest)
{
    int32_t pid = 0, number = (int32_t)(position + w->program->pid_base);
    if (!promela_may_be(w, position, e->process) || (e->pid && expr_is_const(e->pid, &pid) && pid != number))
        return NULL;
    const char *there = promela_is(w, position, e->process);
    if (e->pid)
        return expr_is_const(e->pid, &pid) ? there : arena_printf(w->memory, "(%s && %s == %d)", there, promela_text(w, e->pid), number);
    for (uint32_t k = 0; lowest && k < position; k++)
        if (promela_may_be(w, k, e->process))
            there = arena_printf(w->memory, "(%s && !%s)", there, promela_is(w, k, e->process));
    return there;
}

static const char *is_any_meant(promela_writer *w, const expr *e)
{
    const char *any = NULL;
    for (uint32_t k = 0; k < w->position_count; k++)
        any = promela_either(w, any, is_meant(w, e, k, false));
    return any ? any : "0";
}

/* A sum of which all parts but one are 0, since formulas have no conditional expressions. */
static void write_remote(promela_writer *w, const expr *e)
{
    const variable *v = e->kind == EXPR_VIEW ? &w->program->globals.data[e->variable] : &w->program->processes.data[e->process].locals.data[e->variable];
    const char *at = promela_element(w, v, e->index);
    strbuf_add(w->out, "(0");
    for (uint32_t k = 0; k < w->position_count; k++) {
        const char *meant = is_meant(w, e, k, true);
        if (meant)
            strbuf_printf(w->out, " + %s * %s", meant, e->kind == EXPR_VIEW ? promela_view(w, k, e->variable, at) : arena_printf(w->memory, "loc%u[%s]", k, at));
    }
    if (e->kind == EXPR_VIEW)
        strbuf_printf(w->out, " + !%s * %s", is_any_meant(w, e), promela_memory(w, e->variable, at));
    strbuf_add_char(w->out, ')');
}

static void write_at(promela_writer *w, const expr *e)
{
    strbuf_add(w->out, "(0");
    for (uint32_t k = 0; k < w->position_count; k++)
        if (is_meant(w, e, k, false))
            strbuf_printf(w->out, " || (%s && pc%u == %u)", is_meant(w, e, k, false), k, promela_node(w, e->process, (uint32_t)e->value));
    strbuf_add_char(w->out, ')');
}

static void write_count(promela_writer *w)
{
    strbuf_printf(w->out, "(%u", w->program->pid_base);
    for (uint32_t k = 0; k < w->position_count; k++)
        strbuf_printf(w->out, " + (pc%u != %u)", k, promela_gone(w));
    strbuf_add_char(w->out, ')');
}

/* ---- Operators ---- */
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
    const char *a = promela_text(w, e->a), *b = promela_text(w, e->b), *c = promela_text(w, e->c);
    if (promela_fails(w, e->b) || promela_fails(w, e->c))
        promela_refuse(w, e->where, "a formula with a conditional expression whose parts can fail is not translated, since SPIN's formulas have no conditional expressions");
    strbuf_printf(w->out, "((0 != %s) * %s + (0 == %s) * %s)", a, b, a, c);
}

/* C says nothing about shifts by less than 0 or more than 31 bits: with us they give 0, or -1 to the right of a negative number. */
static void write_shift(promela_writer *w, const expr *e)
{
    const char *a = promela_text(w, e->a), *b = promela_text(w, e->b);
    strbuf_printf(w->out, "((%s >= 0 && %s <= 31) * (%s %s (%s & 31))", b, b, a, op_text(e->op), b);
    if (e->op == OP_SHIFT_RIGHT)
        strbuf_printf(w->out, " - (%s > 31 && %s < 0)", b, a);
    strbuf_add_char(w->out, ')');
}

static void write_operator(promela_writer *w, const expr *e)
{
    int32_t bits;
    bool is_shift = e->kind == EXPR_BINARY && (e->op == OP_SHIFT_LEFT || e->op == OP_SHIFT_RIGHT);
    if (is_shift && !(expr_is_const(e->b, &bits) && bits >= 0 && bits < 31))
        write_shift(w, e);
    else if (e->kind == EXPR_CONDITIONAL && w->in_formula)
        write_choice(w, e);
    else
        write_operation(w, e);
}

void promela_write_expr(promela_writer *w, const expr *e)
{
    const variable *global = e->kind == EXPR_GLOBAL || e->kind == EXPR_MEMORY ? &w->program->globals.data[e->variable] : NULL;
    switch (e->kind) {
    case EXPR_CONST: strbuf_printf(w->out, e->value < 0 ? "(%d)" : "%d", e->value); return;
    case EXPR_GLOBAL: strbuf_add(w->out, promela_view(w, w->self, e->variable, promela_element(w, global, e->index))); return;
    case EXPR_MEMORY: strbuf_add(w->out, promela_memory(w, e->variable, promela_element(w, global, e->index))); return;
    case EXPR_LOCAL: {
        const char *at = promela_element(w, &promela_type(w)->locals.data[e->variable], e->index);
        strbuf_add(w->out, changed(w, w->changes, true, w->self, e->variable, at, arena_printf(w->memory, "loc%u[%s]", w->self, at)));
        return;
    }
    case EXPR_VIEW:
    case EXPR_REMOTE: write_remote(w, e); return;
    case EXPR_AT: write_at(w, e); return;
    case EXPR_UNARY:
    case EXPR_BINARY:
    case EXPR_CONDITIONAL: write_operator(w, e); return;
    case EXPR_BOUND: promela_write_expr(w, e->a); return;
    case EXPR_PID: strbuf_printf(w->out, "%u", w->self + w->program->pid_base); return;
    case EXPR_PROCESS_COUNT: write_count(w); return;
    case EXPR_LENGTH:
    case EXPR_EMPTY:
    case EXPR_NOT_EMPTY:
    case EXPR_FULL:
    case EXPR_NOT_FULL: strbuf_add(w->out, promela_length(w, e)); return;
    case EXPR_POLL: strbuf_add(w->out, promela_poll(w, e->poll)); return;
    case EXPR_TIMEOUT: strbuf_add(w->out, w->is_stuck ? "1" : "0"); return;
    }
    BUG("unknown kind of expression");
}

/* ---- Failing ---- */
static const char *only_where(promela_writer *w, const expr *when, const char *not, const char *fails)
{
    return fails ? arena_printf(w->memory, "(%s%s && %s)", not, promela_text(w, when), fails) : NULL;
}

static const char *binary_fails(promela_writer *w, const expr *e)
{
    const char *a = promela_fails(w, e->a), *b = promela_fails(w, e->b);
    int32_t divisor = 0;
    if (e->op == OP_AND || e->op == OP_OR)
        return promela_either(w, a, only_where(w, e->a, e->op == OP_OR ? "!" : "", b));
    bool divides = (e->op == OP_DIVIDE || e->op == OP_REMAINDER) && !(expr_is_const(e->b, &divisor) && divisor);
    return promela_either(w, promela_either(w, a, b), divides ? arena_printf(w->memory, "(%s == 0)", promela_text(w, e->b)) : NULL);
}

static const char *bound_fails(promela_writer *w, const expr *e)
{
    const char *a = promela_text(w, e->a);
    int32_t index = -1;
    return expr_is_const(e->a, &index) && index >= 0 && index < e->value ? NULL : promela_either(w, promela_fails(w, e->a), arena_printf(w->memory, "(%s < 0 || %s >= %d)", a, a, e->value));
}

const char *promela_fails(promela_writer *w, const expr *e)
{
    if (!e)
        return NULL;
    const char *parts = promela_either(w, promela_fails(w, e->pid), promela_fails(w, e->index));
    switch (e->kind) {
    case EXPR_BINARY: return binary_fails(w, e);
    case EXPR_CONDITIONAL:
        return promela_either(w, promela_fails(w, e->a), promela_either(w, only_where(w, e->a, "", promela_fails(w, e->b)), only_where(w, e->a, "!", promela_fails(w, e->c))));
    case EXPR_BOUND: return bound_fails(w, e);
    case EXPR_POLL: return promela_poll_fails(w, e->poll);
    case EXPR_UNARY: return promela_fails(w, e->a);
    case EXPR_REMOTE: return e->value || !strcmp(is_any_meant(w, e), "1") ? parts : promela_either(w, parts, arena_printf(w->memory, "!%s", is_any_meant(w, e)));
    case EXPR_LENGTH:
    case EXPR_EMPTY:
    case EXPR_NOT_EMPTY:
    case EXPR_FULL:
    case EXPR_NOT_FULL: return promela_known_channel(w, e->a) ? NULL : promela_either(w, promela_fails(w, e->a), promela_no_channel(w, promela_text(w, e->a)));
    case EXPR_CONST:
    case EXPR_GLOBAL:
    case EXPR_MEMORY:
    case EXPR_VIEW:
    case EXPR_LOCAL:
    case EXPR_AT:
    case EXPR_PID:
    case EXPR_PROCESS_COUNT:
    case EXPR_TIMEOUT: return parts;
    }
    BUG("unknown kind of expression");
}
