/* lower_expr.c: expressions, and the places that are assigned. */
#include <string.h>

#include "base/bug.h"
#include "frontend/dve/lower.h"

/* ---- Names ---- */
void dve_unknown(dve_lowering *l, dve_name name, const char *what, const name_table *known, const name_table *more)
{
    VEC(const char *) names = {0};
    const name_table *tables[] = {known, more};
    for (size_t k = 0; k < 2; k++)
        for (size_t i = 0; tables[k] && i < tables[k]->texts.count; i++)
            vec_push(&names, tables[k]->texts.data[i]);
    diag_error(l->diag, name.where, "there is no %s %s%s", what, name.text, names_hint(l->scratch, name.text, names.data, names.count));
    vec_release(&names);
}

uint32_t dve_find_state(dve_lowering *l, const dve_scope *s, const char *of, dve_name name)
{
    if (!name.text)
        return 0;
    uint32_t found = names_find(&s->states, name.text, strlen(name.text));
    if (found == NAMES_NONE)
        dve_unknown(l, name, arena_printf(l->scratch, "state of %s called", of), &s->states, NULL);
    return found == NAMES_NONE ? 0 : found;
}

static uint32_t find(const name_table *table, dve_name name)
{
    return names_find(table, name.text, strlen(name.text));
}

/* A variable that a name means: a local of `process`, or of the property process; or a global. */
typedef struct found_variable {
    bool found, is_local, is_const;
    uint32_t process, number;
    const variable *declared;
} found_variable;

static found_variable find_local(const dve_lowering *l, const dve_scope *s, const process_type *t, uint32_t process, dve_name name)
{
    (void)l;
    uint32_t number = find(&s->variables, name);
    if (number == NAMES_NONE)
        return (found_variable){0};
    return (found_variable){true, true, s->is_const.data[number], process, number, &t->locals.data[number]};
}

static process_type *property_body(const dve_lowering *l)
{
    return l->program->claims.data[0].body;
}

static found_variable find_variable(dve_lowering *l, dve_name name)
{
    const program *p = l->program;
    found_variable v = {0};
    if (!name.text)
        return v;
    if (l->in_property)
        v = find_local(l, &l->property, property_body(l), DVE_NO_PROCESS, name);
    else if (l->process != DVE_NO_PROCESS)
        v = find_local(l, &l->scopes.data[l->process], &p->processes.data[l->process], l->process, name);
    uint32_t number = v.found ? NAMES_NONE : find(&l->globals, name);
    if (number != NAMES_NONE)
        v = (found_variable){true, false, l->is_const.data[number], DVE_NO_PROCESS, number, &p->globals.data[number]};
    if (!v.found)
        dve_unknown(l, name, "variable", &l->globals, l->process != DVE_NO_PROCESS ? &l->scopes.data[l->process].variables : NULL);
    else if (!v.is_local && l->channel_of.data[number] != DVE_NO_CHANNEL) {
        diag_error(l->diag, name.where, "%s is a channel and has no value; it stands behind sync", name.text);
        v.found = false;
    }
    return v;
}

/* The process of P.q, P->v, view(P, x). */
static uint32_t find_process(dve_lowering *l, dve_name name)
{
    if (!name.text)
        return DVE_NO_PROCESS;
    uint32_t found = find(&l->processes, name);
    if (found == NAMES_NONE)
        dve_unknown(l, name, "process", &l->processes, NULL);
    return found == NAMES_NONE ? DVE_NO_PROCESS : found;
}

/* ---- Variables ---- */
static const expr *zero(dve_lowering *l, source_location where)
{
    return expr_const(l->program->memory, 0, where);
}

/* Which element; NULL for a scalar. *constant is set where it is known, else -1. */
static const expr *element_of(dve_lowering *l, const variable *v, const dve_expr *e, int32_t *constant)
{
    *constant = 0;
    if (!v->dimensions && e->a)
        diag_error(l->diag, e->where, "%s is no array", v->name);
    if (v->dimensions && !e->a)
        diag_error(l->diag, e->where, "%s is an array; write which element, as in %s[0]", v->name, v->name);
    if (!v->dimensions || !e->a)
        return NULL;
    const expr *index = dve_lower_expr(l, e->a);
    bool is_known = expr_is_const(index, constant), exists = is_known && *constant >= 0 && (uint32_t)*constant < v->count;
    if (exists)
        return index;
    if (is_known)
        diag_warning(l->diag, e->a->where, "%s has no element %d: its elements are 0 to %u", v->name, *constant, v->count - 1);
    *constant = -1;
    expr *bound = expr_new(l->program->memory, EXPR_BOUND, e->a->where);
    bound->a = index;
    bound->value = (int32_t)v->count;
    return bound;
}

static const expr *lower_remote(dve_lowering *l, uint32_t process, uint32_t number, const expr *index, source_location where)
{
    expr *made = expr_new(l->program->memory, EXPR_REMOTE, where);
    made->process = process;
    made->variable = number;
    made->index = index;
    made->value = 1; /* every process is there for ever */
    return made;
}

static const expr *lower_global(dve_lowering *l, const found_variable *v, const expr *index, source_location where)
{
    bool relaxed = v->declared->class == VARIABLE_RELAXED;
    expr_kind kind = l->meaning == DVE_MEANS_OWN || !relaxed ? EXPR_GLOBAL : l->meaning == DVE_MEANS_VIEW ? EXPR_VIEW : EXPR_MEMORY;
    expr *made = expr_new(l->program->memory, kind, where);
    made->variable = v->number;
    made->index = index;
    made->process = kind == EXPR_VIEW ? l->process : 0;
    return made;
}

static const expr *lower_name(dve_lowering *l, const dve_expr *e)
{
    found_variable v = find_variable(l, e->name);
    int32_t at;
    if (!v.found)
        return zero(l, e->where);
    const expr *index = element_of(l, v.declared, e, &at);
    if (v.is_const && at >= 0)
        return expr_const(l->program->memory, v.declared->initial[at], e->where);
    if (!v.is_local)
        return lower_global(l, &v, index, e->where);
    if (l->in_property) {
        diag_error(l->diag, e->where, "the property process only watches: its variables must be constants");
        return zero(l, e->where);
    }
    if (l->meaning != DVE_MEANS_OWN)
        return lower_remote(l, v.process, v.number, index, e->where);
    expr *made = expr_new(l->program->memory, EXPR_LOCAL, e->where);
    made->variable = v.number;
    made->index = index;
    return made;
}

/* P.q */
static const expr *lower_state(dve_lowering *l, const dve_expr *e)
{
    uint32_t process = find_process(l, e->process);
    if (process == DVE_NO_PROCESS)
        return zero(l, e->where);
    expr *made = expr_new(l->program->memory, EXPR_AT, e->where);
    made->process = process;
    made->value = (int32_t)dve_find_state(l, &l->scopes.data[process], l->program->processes.data[process].name, e->name);
    return made;
}

/* P->v */
static const expr *lower_remote_name(dve_lowering *l, const dve_expr *e)
{
    uint32_t process = find_process(l, e->process);
    if (process == DVE_NO_PROCESS || !e->name.text)
        return zero(l, e->where);
    const process_type *t = &l->program->processes.data[process];
    found_variable v = find_local(l, &l->scopes.data[process], t, process, e->name);
    int32_t at;
    if (!v.found) {
        dve_unknown(l, e->name, arena_printf(l->scratch, "variable of %s called", t->name), &l->scopes.data[process].variables, NULL);
        return zero(l, e->where);
    }
    const expr *index = element_of(l, v.declared, e, &at);
    return lower_remote(l, process, v.number, index, e->where);
}

/* view(P, x) */
static const expr *lower_view(dve_lowering *l, const dve_expr *e)
{
    uint32_t process = find_process(l, e->process), number = e->name.text ? find(&l->globals, e->name) : NAMES_NONE;
    int32_t at;
    if (process == DVE_NO_PROCESS || !e->name.text)
        return zero(l, e->where);
    if (number == NAMES_NONE || l->channel_of.data[number] != DVE_NO_CHANNEL) {
        dve_unknown(l, e->name, "global variable", &l->globals, NULL);
        return zero(l, e->where);
    }
    const expr *index = element_of(l, &l->program->globals.data[number], e, &at);
    expr *made = expr_new(l->program->memory, EXPR_VIEW, e->where);
    made->process = process;
    made->variable = number;
    made->index = index;
    return made;
}

const expr *dve_lower_expr(dve_lowering *l, const dve_expr *e)
{
    arena *memory = l->program->memory;
    switch (e->kind) {
    case DVE_EXPR_NUMBER: return expr_const(memory, e->value, e->where);
    case DVE_EXPR_NAME: return lower_name(l, e);
    case DVE_EXPR_STATE: return lower_state(l, e);
    case DVE_EXPR_REMOTE: return lower_remote_name(l, e);
    case DVE_EXPR_VIEW: return lower_view(l, e);
    case DVE_EXPR_UNARY: return expr_unary(memory, e->op, dve_lower_expr(l, e->a), e->where);
    case DVE_EXPR_BINARY: {
        const expr *a = dve_lower_expr(l, e->a);
        return expr_binary(memory, e->op, a, dve_lower_expr(l, e->b), e->where);
    }
    case DVE_EXPR_IMPLY: {
        const expr *premise = expr_unary(memory, OP_NOT, dve_lower_expr(l, e->a), e->where);
        return expr_binary(memory, OP_OR, premise, dve_lower_expr(l, e->b), e->where);
    }
    }
    BUG("unknown kind of expression");
}

/* ---- Places ---- */
place dve_lower_place(dve_lowering *l, const dve_expr *e)
{
    if (e->kind != DVE_EXPR_NAME) {
        diag_error(l->diag, e->where, "a message goes to a variable, and this is none");
        return (place){0};
    }
    found_variable v = find_variable(l, e->name);
    int32_t at;
    if (!v.found)
        return (place){0};
    if (v.is_const)
        diag_error(l->diag, e->where, "%s is a constant and cannot be assigned", e->name.text);
    const expr *index = element_of(l, v.declared, e, &at);
    return (place){.kind = v.is_local ? PLACE_LOCAL : PLACE_GLOBAL, .variable = v.number, .index = index, .where = e->where};
}

/* ---- Constants ---- */
typedef struct initial_reader {
    dve_lowering *l;
} initial_reader;

static int32_t read_initial(void *data, const expr *e, int32_t index, int32_t pid, eval_state *state)
{
    const dve_lowering *l = ((initial_reader *)data)->l;
    (void)pid;
    if (e->kind == EXPR_GLOBAL)
        return l->program->globals.data[e->variable].initial[index];
    if (e->kind == EXPR_LOCAL)
        return l->program->processes.data[l->process].locals.data[e->variable].initial[index];
    state->error = EVAL_NO_PROCESS;
    state->where = e->where;
    return 0;
}

int32_t dve_constant(dve_lowering *l, const dve_expr *e)
{
    unsigned errors = l->diag->error_count;
    const expr *made = dve_lower_expr(l, e);
    if (l->diag->error_count != errors)
        return 0;
    initial_reader reader = {l};
    eval_source from = {read_initial, &reader};
    eval_state state = {0};
    int32_t value = expr_eval(made, &from, &state);
    if (state.error == EVAL_NO_PROCESS)
        diag_error(l->diag, e->where, "this must be a constant: it is evaluated before any process is there");
    else if (state.error)
        diag_error(l->diag, e->where, "this has no value: %s", eval_error_text(l->scratch, &state));
    return value;
}
