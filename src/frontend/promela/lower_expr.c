/* lower_expr.c: expressions. Constant parts are folded, so that analyses see constant indices. */
#include <string.h>

#include "base/bug.h"
#include "frontend/promela/lower.h"

/* What stands for an expression after an error. */
static const expr *nothing(lowering *l, source_location where)
{
    return expr_const(l->program->memory, 0, where);
}

/* ---- Folding ---- */

const expr *lower_binary(lowering *l, expr_op op, const expr *a, const expr *b, source_location where)
{
    int32_t left, right;
    bool ok = true;
    if (expr_is_const(a, &left) && expr_is_const(b, &right)) {
        int32_t value = op_apply(op, left, right, &ok);
        if (ok)
            return expr_const(l->program->memory, value, where);
    }
    return expr_binary(l->program->memory, op, a, b, where);
}

static const expr *unary(lowering *l, const ast_expr *e)
{
    const expr *a = lower_expr(l, e->a);
    int32_t value;
    bool ok = true;
    if (expr_is_const(a, &value))
        return expr_const(l->program->memory, op_apply(e->op, value, 0, &ok), e->where);
    return expr_unary(l->program->memory, e->op, a, e->where);
}

static const expr *conditional(lowering *l, const ast_expr *e)
{
    const expr *a = lower_expr(l, e->a), *b = lower_expr(l, e->b), *c = lower_expr(l, e->c);
    int32_t value;
    if (expr_is_const(a, &value))
        return value ? b : c;
    expr *made = expr_new(l->program->memory, EXPR_CONDITIONAL, e->where);
    made->a = a;
    made->b = b;
    made->c = c;
    return made;
}

const expr *lower_bound(lowering *l, const expr *index, uint32_t count, const char *name, source_location where)
{
    int32_t value;
    if (expr_is_const(index, &value)) {
        if (value >= 0 && (uint32_t)value < count)
            return index;
        diag_warning(l->diag, where, "index %d is outside of %s, which has the elements 0 to %u: a run that comes here fails", value, name, count - 1);
    }
    expr *bound = expr_new(l->program->memory, EXPR_BOUND, where);
    bound->a = index;
    bound->value = (int32_t)count;
    return bound;
}

/* ---- Names ---- */

static const expr *named(lowering *l, const ast_expr *e)
{
    access found;
    if (e->kind == AST_NAME) {
        const symbol *s = symbol_find(l, e->name);
        if (s && s->kind == SYMBOL_MTYPE)
            return expr_const(l->program->memory, s->value, e->where);
        if (word_is_builtin(l, e->name)) {
            diag_error(l->diag, e->where, "%s is a statement, it has no value", e->name);
            return nothing(l, e->where);
        }
    }
    return access_resolve(l, e, &found) ? access_read(l, &found) : nothing(l, e->where);
}

const expr *lower_channel(lowering *l, const ast_expr *e, access *found)
{
    if (e->kind != AST_NAME && e->kind != AST_INDEX && e->kind != AST_MEMBER) {
        diag_error(l->diag, e->where, "a channel is expected here");
        return NULL;
    }
    if (!access_resolve(l, e, found))
        return NULL;
    if (found->declared->is_channel)
        return access_read(l, found);
    diag_error(l->diag, e->where, "%s is no channel; declare it with `chan`", found->declared->name);
    return NULL;
}

/* ---- Processes ---- */

/* The index of a proctype; LOWER_NO_PROCESS after an error. */
uint32_t lower_proctype(lowering *l, const char *name, source_location where)
{
    const symbol *s = symbol_find_global(l, name);
    if (s && s->kind == SYMBOL_PROCTYPE)
        return s->process;
    VEC(const char *) names = {0};
    for (size_t i = 0; i < l->program->processes.count; i++)
        vec_push(&names, l->program->processes.data[i].name);
    diag_error(l->diag, where, "there is no proctype %s%s", name, names_hint(l->scratch, name, names.data, names.count));
    vec_release(&names);
    return LOWER_NO_PROCESS;
}

static const expr *at_label(lowering *l, const ast_expr *e)
{
    uint32_t process = lower_proctype(l, e->name, e->where);
    if (process == LOWER_NO_PROCESS)
        return nothing(l, e->where);
    expr *at = expr_new(l->program->memory, EXPR_AT, e->where);
    at->process = process;
    at->pid = e->a ? lower_expr(l, e->a) : NULL;
    label_use use = {.at = at, .label = e->label};
    vec_push(&l->label_uses, use);
    return at;
}

static const expr *remote(lowering *l, const ast_expr *e)
{
    access found;
    uint32_t process = lower_proctype(l, e->name, e->where);
    if (process == LOWER_NO_PROCESS || !access_resolve_remote(l, e->b, process, &found))
        return nothing(l, e->where);
    expr *read = expr_new(l->program->memory, EXPR_REMOTE, e->where);
    read->process = process;
    read->variable = found.variable;
    read->index = found.index;
    read->pid = e->a ? lower_expr(l, e->a) : NULL;
    return read;
}

/* np_: nobody is at a progress label. Only where all processes are lowered already. */
static const expr *no_progress(lowering *l, const ast_expr *e)
{
    arena *memory = l->program->memory;
    if (!l->is_condition) {
        diag_error(l->diag, e->where, "np_ is for never claims, formulas and conditions on states");
        return nothing(l, e->where);
    }
    const expr *progress = program_at_mark(memory, l->program, MARK_PROGRESS);
    return progress ? expr_unary(memory, OP_NOT, progress, e->where) : expr_const(memory, 1, e->where);
}

/* _last: the process whose step was the last; commits and the removal of ended processes are nobody's. */
static const expr *last_process(lowering *l, const ast_expr *e)
{
    const program *p = l->program;
    expr *read = expr_new(p->memory, EXPR_GLOBAL, e->where);
    while (l->is_condition && read->variable < p->globals.count && strcmp(p->globals.data[read->variable].name, LOWER_LAST))
        read->variable++;
    if (l->is_condition && read->variable < p->globals.count)
        return read;
    diag_error(l->diag, e->where, "_last is for never claims and formulas");
    return nothing(l, e->where);
}

/* ---- Calls ---- */

static const struct {
    const char *name;
    expr_kind kind;
} channel_functions[] = {
    {"len", EXPR_LENGTH}, {"empty", EXPR_EMPTY}, {"nempty", EXPR_NOT_EMPTY}, {"full", EXPR_FULL}, {"nfull", EXPR_NOT_FULL},
};

static const expr *channel_function(lowering *l, const ast_expr *e, expr_kind kind)
{
    access found;
    if (!e->arguments || e->arguments->next) {
        diag_error(l->diag, e->where, "%s takes one argument, a channel", e->name);
        return nothing(l, e->where);
    }
    const expr *queue = lower_channel(l, e->arguments, &found);
    if (!queue)
        return nothing(l, e->where);
    expr *made = expr_new(l->program->memory, kind, e->where);
    made->a = queue;
    return made;
}

static const expr *call(lowering *l, const ast_expr *e)
{
    const expr *value;
    for (size_t i = 0; i < sizeof channel_functions / sizeof *channel_functions; i++)
        if (!strcmp(e->name, channel_functions[i].name))
            return channel_function(l, e, channel_functions[i].kind);
    if (lower_word_expr(l, e, &value))
        return value;
    const symbol *s = symbol_find_global(l, e->name);
    if (!strcmp(e->name, "pc_value") || !strcmp(e->name, "enabled"))
        return lower_ask(l, e);
    if (!strcmp(e->name, "get_priority") || !strcmp(e->name, "set_priority"))
        diag_error(l->diag, e->where, "%s() is not supported", e->name);
    else if (s && s->kind == SYMBOL_PROCTYPE)
        diag_error(l->diag, e->where, "%s is a proctype: write `run %s(...)` to start one", e->name, e->name);
    else if (word_is_builtin(l, e->name))
        diag_error(l->diag, e->where, "%s(...) is a statement, it has no value", e->name);
    else
        symbol_report_unknown(l, e, false);
    return nothing(l, e->where);
}

static const expr *refuse(lowering *l, const ast_expr *e, const char *why)
{
    diag_error(l->diag, e->where, "%s", why);
    return nothing(l, e->where);
}

const expr *lower_expr(lowering *l, const ast_expr *e)
{
    arena *memory = l->program->memory;
    switch (e->kind) {
    case AST_NUMBER: return expr_const(memory, e->number, e->where);
    case AST_NAME:
    case AST_INDEX:
    case AST_MEMBER: return named(l, e);
    case AST_UNARY: return unary(l, e);
    case AST_BINARY: {
        const expr *a = lower_expr(l, e->a);
        return lower_binary(l, e->op, a, lower_expr(l, e->b), e->where);
    }
    case AST_CONDITIONAL: return conditional(l, e);
    case AST_CALL: return call(l, e);
    case AST_POLL: return lower_poll(l, e);
    case AST_AT: return at_label(l, e);
    case AST_REMOTE: return remote(l, e);
    case AST_NR_PR: return expr_new(memory, EXPR_PROCESS_COUNT, e->where);
    case AST_PID:
        if (l->process == LOWER_NO_PROCESS || l->is_condition)
            return refuse(l, e, "_pid has no value outside of a process");
        return expr_new(memory, EXPR_PID, e->where);
    case AST_TIMEOUT:
        if (l->is_condition)
            return refuse(l, e, "timeout cannot be used in a condition on states");
        return expr_new(memory, EXPR_TIMEOUT, e->where);
    case AST_RUN:
        return refuse(l, e, "run is a statement of its own, or the whole right side of an assignment: it cannot be part of an expression");
    case AST_LAST: return last_process(l, e);
    case AST_NP: return no_progress(l, e);
    case AST_UNDERSCORE: return refuse(l, e, "_ is only for values that a receive throws away; it has no value");
    case AST_EVAL: return refuse(l, e, "eval() is only possible in the arguments of a receive");
    case AST_STRING: return refuse(l, e, "a string is only possible in printf");
    }
    BUG("unknown kind of Promela expression");
}

place lower_place(lowering *l, const ast_expr *e)
{
    access found;
    place none = {.kind = PLACE_NONE, .where = e->where};
    if (e->kind == AST_UNDERSCORE)
        return none;
    if (e->kind != AST_NAME && e->kind != AST_INDEX && e->kind != AST_MEMBER) {
        if (e->kind == AST_PID || e->kind == AST_NR_PR || e->kind == AST_LAST)
            diag_error(l->diag, e->where, "a predefined variable cannot be assigned to");
        else
            diag_error(l->diag, e->where, "a variable is expected on the left side of an assignment");
        return none;
    }
    return access_resolve(l, e, &found) ? access_place(&found) : none;
}
