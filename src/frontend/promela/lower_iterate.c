/* lower_iterate.c: for and select, written out as SPIN does.
 *
 *   for (i : a .. b) { body }   i = a; do :: i <= b -> body; i = i + 1 :: else -> break od
 *   for (i in array) { body }   the same with 0 .. size - 1
 *   for (m in channel) { body } n = 0; do :: n < len(channel) -> channel?m; channel!m; body; n = n + 1 :: else -> break od     m a struct, n new
 *   select (i : a .. b)         if :: i = a :: ... :: i = b fi           for two constants at most 32 apart, otherwise
 *                               i = a; do :: i < b -> i = i + 1 :: break od */
#include "frontend/promela/lower_body.h"

/* ---- Texts of steps that nobody wrote ---- */

static const char *expr_text(body *b, const expr *e)
{
    strbuf text = {0};
    expr_print(b->l->program, lowering_process(b->l), e, &text);
    const char *copy = arena_strdup(b->l->scratch, strbuf_text(&text));
    strbuf_release(&text);
    return copy;
}

const char *iterate_assign_text(body *b, const char *name, const expr *value)
{
    return arena_printf(b->l->scratch, "%s = %s", name, expr_text(b, value));
}

static void append_assign(body *b, const access *to, const expr *value, source_location where)
{
    place target = access_place(to);
    const char *text = iterate_assign_text(b, expr_text(b, access_read(b->l, to)), value);
    body_append(b->current, body_new_step(b, step_assign(b->l, &target, value, where), text, where));
}

static void append_condition(body *b, const expr *guard, source_location where)
{
    body_append(b->current, body_new_step(b, (step_code){.guard = guard}, expr_text(b, guard), where));
}

static void append_increment(body *b, const access *counter, source_location where)
{
    const expr *one = expr_const(b->l->program->memory, 1, where);
    append_assign(b, counter, lower_binary(b->l, OP_ADD, access_read(b->l, counter), one, where), where);
}

/* The option `break`, or `else -> break`. */
static sequence *break_option(body *b, bool is_else, source_location where)
{
    sequence *outer = body_open(b);
    if (is_else)
        body_append(b->current, body_new_step(b, (step_code){.is_else = true}, "else", where));
    element *leave = body_new_element(b, ELEMENT_GOTO, where);
    leave->leaves = b->loop;
    leave->text = "break";
    body_append(b->current, leave);
    return body_close(b, outer);
}

/* ---- for ---- */

/* The bounds of `for (a in b)`; false after an error. */
static bool array_bounds(body *b, const ast_statement *s, const expr **from, const expr **to)
{
    uint32_t count = 0;
    if (!access_array_size(b->l, s->b, &count))
        return false;
    *from = expr_const(b->l->program->memory, 0, s->where);
    *to = expr_const(b->l->program->memory, (int32_t)count - 1, s->where);
    return true;
}

/* Options that keep the structure whole after an error. */
static sequence *no_iteration(body *b, const ast_statement *s)
{
    sequence *outer = body_open(b);
    if (s->body)
        body_add_block(b, s->body);
    sequence *made = body_close(b, outer);
    made->next = break_option(b, true, s->where);
    return made;
}

/* A local that nobody wrote. */
static uint32_t new_counter(body *b, source_location where)
{
    process_type *t = lowering_process(b->l);
    variable made = {.name = arena_printf(b->l->program->memory, "_for%zu", t->locals.count), .type = {32, true}, .count = 1, .where = where};
    vec_push(&t->locals, made);
    return (uint32_t)t->locals.count - 1;
}

/* To be asked for again after every statement: loops in the body have counters of their own. */
static access counter_access(body *b, uint32_t number, source_location where)
{
    return (access){.is_local = true, .process = b->l->process, .variable = number, .declared = &lowering_process(b->l)->locals.data[number], .where = where};
}

static void append_message(body *b, const ast_statement *s, ast_statement_kind kind)
{
    ast_statement made = {.kind = kind, .a = s->b, .arguments = s->a, .where = s->where};
    const char *text = kind == AST_SEND ? "put the message back" : "take the next message";
    body_append(b->current, body_new_step(b, lower_step(b->l, &made), text, s->where));
}

static sequence *iterate_messages(body *b, const ast_statement *s)
{
    arena *memory = b->l->program->memory;
    access queue;
    const expr *from = lower_channel(b->l, s->b, &queue);
    if (!from)
        return no_iteration(b, s);
    uint32_t number = new_counter(b, s->where);
    access counter = counter_access(b, number, s->where);
    expr *length = expr_new(memory, EXPR_LENGTH, s->where);
    length->a = from;
    append_assign(b, &counter, expr_const(memory, 0, s->where), s->where);
    sequence *outer = body_open(b);
    append_condition(b, lower_binary(b->l, OP_LESS, access_read(b->l, &counter), length, s->where), s->where);
    append_message(b, s, AST_RECEIVE);
    append_message(b, s, AST_SEND);
    body_add_block(b, s->body);
    counter = counter_access(b, number, s->where);
    append_increment(b, &counter, s->where);
    sequence *again = body_close(b, outer);
    again->next = break_option(b, true, s->where);
    return again;
}

sequence *iterate_for(body *b, const ast_statement *s)
{
    if (!s->c && access_is_struct(b->l, s->a))
        return iterate_messages(b, s);
    access counter;
    const expr *from = NULL, *to = NULL;
    bool good = access_resolve(b->l, s->a, &counter);
    if (s->c) {
        from = lower_expr(b->l, s->b);
        to = lower_expr(b->l, s->c);
    } else {
        good &= array_bounds(b, s, &from, &to);
    }
    if (!good)
        return no_iteration(b, s);
    append_assign(b, &counter, from, s->where);
    sequence *outer = body_open(b);
    append_condition(b, lower_binary(b->l, OP_LESS_EQUAL, access_read(b->l, &counter), to, s->where), s->where);
    body_add_block(b, s->body);
    append_increment(b, &counter, s->where);
    sequence *again = body_close(b, outer);
    again->next = break_option(b, true, s->where);
    return again;
}

/* ---- select ---- */

enum { SELECT_MAX_OPTIONS = 33 };

static sequence *select_among(body *b, const ast_statement *s, const access *chosen)
{
    sequence *first = NULL, **link = &first;
    for (int32_t value = s->b->number; value <= s->c->number; value++) {
        sequence *outer = body_open(b);
        append_assign(b, chosen, expr_const(b->l->program->memory, value, s->where), s->where);
        *link = body_close(b, outer);
        link = &(*link)->next;
    }
    return first;
}

sequence *iterate_select(body *b, const ast_statement *s, bool *is_loop)
{
    access chosen;
    bool constant = s->b->kind == AST_NUMBER && s->c->kind == AST_NUMBER;
    bool good = access_resolve(b->l, s->a, &chosen);
    const expr *from = lower_expr(b->l, s->b), *to = lower_expr(b->l, s->c);
    if (constant && s->b->number > s->c->number) {
        diag_error(b->l->diag, s->where, "select from an empty range: %d is above %d", s->b->number, s->c->number);
        good = false;
    }
    if (!good)
        return no_iteration(b, s);
    if (constant && (int64_t)s->c->number - s->b->number < SELECT_MAX_OPTIONS) {
        *is_loop = false;
        return select_among(b, s, &chosen);
    }
    append_assign(b, &chosen, from, s->where);
    sequence *outer = body_open(b);
    append_condition(b, lower_binary(b->l, OP_LESS, access_read(b->l, &chosen), to, s->where), s->where);
    append_increment(b, &chosen, s->where);
    sequence *more = body_close(b, outer), *enough = break_option(b, false, s->where);
    sequence *first = constant ? more : enough;
    first->next = constant ? enough : more;
    return first;
}
