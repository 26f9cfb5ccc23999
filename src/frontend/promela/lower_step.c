/* lower_step.c: statements that are one step, as a guard and effects. */
#include <string.h>

#include "base/bug.h"
#include "frontend/promela/lower.h"

void step_add_effect(lowering *l, step_code *code, effect added)
{
    effect *grown = ARENA_ARRAY(l->program->memory, effect, code->effect_count + 1);
    if (code->effect_count)
        memcpy(grown, code->effects, code->effect_count * sizeof *grown);
    grown[code->effect_count++] = added;
    code->effects = grown;
}

step_code step_assign(lowering *l, const place *target, const expr *value, source_location where)
{
    step_code code = {0};
    if (target->kind == PLACE_GLOBAL)
        warn_value(l, &l->program->globals.data[target->variable], value);
    else if (target->kind == PLACE_LOCAL)
        warn_value(l, &lowering_process(l)->locals.data[target->variable], value);
    step_add_effect(l, &code, (effect){.kind = EFFECT_ASSIGN, .target = *target, .value = value, .where = where});
    return code;
}

step_code step_condition(lowering *l, const ast_expr *e)
{
    int32_t value;
    if (e->kind == AST_NAME && !symbol_find(l, e->name)) {
        symbol_report_unknown(l, e, true);
        return (step_code){0};
    }
    const expr *guard = lower_expr(l, e);
    return (step_code){.guard = expr_is_const(guard, &value) && value ? NULL : guard};
}

/* ---- run ---- */

typedef VEC(const expr *) expr_list;

static const expr *const *kept(lowering *l, const expr_list *list)
{
    const expr **copy = ARENA_ARRAY(l->program->memory, const expr *, list->count + 1);
    if (list->count)
        memcpy(copy, list->data, list->count * sizeof *copy);
    return copy;
}

/* The values of one argument: a struct gives all of its members. */
static void add_values(lowering *l, const ast_expr *e, expr_list *out)
{
    bool is_path = e->kind == AST_NAME || e->kind == AST_INDEX || e->kind == AST_MEMBER;
    if (!is_path || !access_is_struct(l, e)) {
        vec_push(out, lower_expr(l, e));
        return;
    }
    access_list members = {0};
    access_expand_struct(l, e, &members);
    for (size_t i = 0; i < members.count; i++)
        vec_push(out, access_read(l, &members.data[i]));
    vec_release(&members);
}

static step_code run_statement(lowering *l, const ast_expr *e, const place *result)
{
    step_code code = {0};
    expr_list values = {0};
    uint32_t process = lower_proctype(l, e->name, e->where);
    for (const ast_expr *a = e->arguments; a; a = a->next)
        add_values(l, a, &values);
    if (process != LOWER_NO_PROCESS) {
        const process_type *t = &l->program->processes.data[process];
        if (values.count != t->parameter_count)
            diag_error(l->diag, e->where, "%s has %u parameter%s, but %zu argument%s given", t->name, t->parameter_count,
                       t->parameter_count == 1 ? "" : "s", values.count, values.count == 1 ? " is" : "s are");
        else
            step_add_effect(l, &code,
                            (effect){.kind = EFFECT_RUN, .flush = l->in_atomic || l->in_d_step, .process = process, .result = *result,
                                     .arguments = kept(l, &values), .argument_count = (uint32_t)values.count, .where = e->where});
    }
    vec_release(&values);
    return code;
}

/* ---- Assignments ---- */

/* A channel variable takes channels only, and nothing else takes a channel. */
static void check_channel_assignment(lowering *l, const ast_statement *s, const access *target)
{
    bool is_path = s->b->kind == AST_NAME || s->b->kind == AST_INDEX || s->b->kind == AST_MEMBER;
    access from;
    if (target->declared->is_channel) {
        if (!is_path)
            diag_error(l->diag, s->where, "%s is a channel: only another channel can be assigned to it", target->declared->name);
        else
            lower_channel(l, s->b, &from);
    }
}

static step_code assignment(lowering *l, const ast_statement *s)
{
    access target;
    place none = {.kind = PLACE_NONE, .where = s->where};
    if (s->a->kind != AST_NAME && s->a->kind != AST_INDEX && s->a->kind != AST_MEMBER) {
        none = lower_place(l, s->a);
        return s->b->kind == AST_RUN ? run_statement(l, s->b, &none) : step_assign(l, &none, lower_expr(l, s->b), s->where);
    }
    unsigned errors = l->diag->error_count;
    bool good = access_resolve(l, s->a, &target);
    place to = good ? access_place(&target) : none;
    if (s->b->kind == AST_RUN)
        return run_statement(l, s->b, &to);
    const expr *value = lower_expr(l, s->b);
    if (good && l->diag->error_count == errors)
        check_channel_assignment(l, s, &target);
    return step_assign(l, &to, value, s->where);
}

static step_code count_by_one(lowering *l, const ast_statement *s)
{
    access target;
    if (!access_resolve(l, s->a, &target))
        return (step_code){0};
    if (target.declared->is_channel)
        diag_error(l->diag, s->where, "%s is a channel: it cannot be counted", target.declared->name);
    const expr *one = expr_const(l->program->memory, 1, s->where);
    expr_op op = s->kind == AST_INCREMENT ? OP_ADD : OP_SUBTRACT;
    place to = access_place(&target);
    return step_assign(l, &to, lower_binary(l, op, access_read(l, &target), one, s->where), s->where);
}

/* ---- Messages ---- */

static bool may_be_rendezvous(lowering *l, const access *queue)
{
    const channel *known = types_channel_of(l, queue->is_local, queue->variable);
    return known ? known->capacity == 0 : l->has_rendezvous;
}

/* Compares the number of values with the fields of the channel, where it is known. */
static void check_fields(lowering *l, const access *queue, size_t given, source_location where)
{
    const channel *known = types_channel_of(l, queue->is_local, queue->variable);
    if (known && known->field_count != given)
        diag_error(l->diag, where, "a message of %s has %u field%s, but %zu %s given", queue->declared->name, known->field_count,
                   known->field_count == 1 ? "" : "s", given, given == 1 ? "is" : "are");
}

static step_code send(lowering *l, const ast_statement *s)
{
    access queue;
    step_code code = {0};
    expr_list values = {0};
    const expr *target = lower_channel(l, s->a, &queue);
    for (const ast_expr *a = s->arguments; a; a = a->next)
        add_values(l, a, &values);
    if (target) {
        check_fields(l, &queue, values.count, s->where);
        code.may_rendezvous = may_be_rendezvous(l, &queue);
        step_add_effect(l, &code,
                        (effect){.kind = EFFECT_SEND, .channel = target, .sorted = s->sorted, .arguments = kept(l, &values),
                                 .argument_count = (uint32_t)values.count, .where = s->where});
    }
    vec_release(&values);
    return code;
}

typedef VEC(pattern) pattern_list;

static void add_patterns(lowering *l, const ast_expr *e, bool is_poll, pattern_list *out)
{
    pattern one = {.target = {.kind = PLACE_NONE, .where = e->where}};
    const symbol *s = e->kind == AST_NAME ? symbol_find(l, e->name) : NULL;
    bool is_path = e->kind == AST_NAME || e->kind == AST_INDEX || e->kind == AST_MEMBER;
    int32_t value;
    if (e->kind == AST_EVAL) {
        one.match = lower_expr(l, e->a);
    } else if (s && s->kind == SYMBOL_MTYPE) {
        one.match = expr_const(l->program->memory, s->value, e->where);
    } else if (is_path && access_is_struct(l, e)) {
        access_list members = {0};
        access_expand_struct(l, e, &members);
        for (size_t i = 0; i < members.count; i++) {
            one.target = is_poll ? one.target : access_place(&members.data[i]);
            vec_push(out, one);
        }
        vec_release(&members);
        return;
    } else if (is_path) {
        place target = lower_place(l, e);
        one.target = is_poll ? one.target : target;
    } else if (e->kind != AST_UNDERSCORE) {
        one.match = lower_expr(l, e);
        if (!expr_is_const(one.match, &value))
            diag_error(l->diag, e->where, "a receive takes variables, constants, eval(...) and _; put this expression into eval(...)");
    }
    vec_push(out, one);
}

/* The receive that `from ? arguments` stands for; false after an error. */
static bool receive(lowering *l, const ast_expr *from, const ast_expr *arguments, bool is_poll, source_location where, effect *made,
                    access *queue)
{
    pattern_list patterns = {0};
    const expr *target = lower_channel(l, from, queue);
    for (const ast_expr *a = arguments; a; a = a->next)
        add_patterns(l, a, is_poll, &patterns);
    if (target)
        check_fields(l, queue, patterns.count, where);
    pattern *copy = ARENA_ARRAY(l->program->memory, pattern, patterns.count + 1);
    if (patterns.count)
        memcpy(copy, patterns.data, patterns.count * sizeof *copy);
    *made = (effect){.kind = EFFECT_RECEIVE, .channel = target, .patterns = copy, .argument_count = (uint32_t)patterns.count, .where = where};
    vec_release(&patterns);
    return target != NULL;
}

static step_code receive_statement(lowering *l, const ast_statement *s)
{
    effect made;
    access queue;
    step_code code = {0};
    if (!receive(l, s->a, s->arguments, false, s->where, &made, &queue))
        return code;
    made.random = s->random;
    made.peek = s->peek;
    code.may_rendezvous = may_be_rendezvous(l, &queue);
    step_add_effect(l, &code, made);
    return code;
}

const expr *lower_poll(lowering *l, const ast_expr *e)
{
    effect made;
    access queue;
    if (!receive(l, e->a, e->arguments, true, e->where, &made, &queue))
        return expr_const(l->program->memory, 0, e->where);
    effect *tested = ARENA_NEW(l->program->memory, effect);
    *tested = made;
    tested->random = e->random;
    tested->peek = true;
    expr *poll = expr_new(l->program->memory, EXPR_POLL, e->where);
    poll->poll = tested;
    return poll;
}

/* ---- printf ---- */

/* The number of values that the format takes. */
static size_t conversion_count(const char *format)
{
    size_t count = 0;
    for (const char *c = format; *c; c++)
        if (c[0] == '%' && c[1]) {
            count += c[1] != '%';
            c++;
        }
    return count;
}

static step_code print(lowering *l, const ast_statement *s)
{
    step_code code = {0};
    expr_list values = {0};
    const char *format = "%e";
    if (s->a->kind == AST_STRING) {
        format = s->a->text;
        for (const ast_expr *a = s->arguments; a; a = a->next)
            vec_push(&values, lower_expr(l, a));
        if (conversion_count(format) != values.count)
            diag_error(l->diag, s->where, "the format takes %zu value%s, but %zu %s given", conversion_count(format),
                       conversion_count(format) == 1 ? "" : "s", values.count, values.count == 1 ? "is" : "are");
    } else {
        vec_push(&values, lower_expr(l, s->a));
    }
    step_add_effect(l, &code,
                    (effect){.kind = EFFECT_PRINT, .text = arena_strdup(l->program->memory, format), .arguments = kept(l, &values),
                             .argument_count = (uint32_t)values.count, .where = s->where});
    vec_release(&values);
    return code;
}

/* ---- All of them ---- */

static step_code assertion(lowering *l, const ast_statement *s)
{
    step_code code = {0};
    if (s->a->kind == AST_RUN) {
        diag_error(l->diag, s->a->where, "run cannot be asserted: start the process first and assert on its number");
        return code;
    }
    step_add_effect(l, &code, (effect){.kind = EFFECT_ASSERT, .value = lower_expr(l, s->a), .where = s->where});
    return code;
}

static step_code expression(lowering *l, const ast_statement *s)
{
    step_code code;
    place nowhere = {.kind = PLACE_NONE, .where = s->where};
    if (s->a->kind == AST_RUN)
        return run_statement(l, s->a, &nowhere);
    return lower_word_statement(l, s->a, &code) ? code : step_condition(l, s->a);
}

step_code lower_step(lowering *l, const ast_statement *s)
{
    switch (s->kind) {
    case AST_EXPRESSION: return expression(l, s);
    case AST_ASSIGN: return assignment(l, s);
    case AST_INCREMENT:
    case AST_DECREMENT: return count_by_one(l, s);
    case AST_SEND: return send(l, s);
    case AST_RECEIVE: return receive_statement(l, s);
    case AST_ASSERT: return assertion(l, s);
    case AST_PRINTF: return print(l, s);
    case AST_SKIP: return (step_code){0};
    case AST_ELSE: return (step_code){.is_else = true};
    case AST_DECLARATION:
    case AST_GOTO:
    case AST_BREAK:
    case AST_IF:
    case AST_DO:
    case AST_FOR:
    case AST_SELECT:
    case AST_ATOMIC:
    case AST_D_STEP:
    case AST_BLOCK:
    case AST_UNLESS:
    case AST_XR: break;
    }
    BUG("this statement is not one step");
}
