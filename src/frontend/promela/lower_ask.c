/* lower_ask.c: what claims and formulas ask about a process by its number: pc_value(n), enabled(n).
 *
 * Both are told from the state that the process is in: a chain of choices, one for each node of each process type. So nobody who evaluates expressions needs to
 * know of them. */
#include <string.h>

#include "frontend/promela/lower.h"

enum { MOST_STATES = 900 }; /* expressions are walked by recursion */

typedef struct asking {
    lowering *l;
    const expr *pid;
    uint32_t type;     /* whose node is at hand */
    source_location where;
    const char *refused; /* why it cannot be told; NULL: it can */
} asking;

static const expr *number(const asking *a, int32_t value)
{
    return expr_const(a->l->program->memory, value, a->where);
}

static const expr *both(const asking *a, const expr *x, const expr *y)
{
    return !x ? y : !y ? x : expr_binary(a->l->program->memory, OP_AND, x, y, a->where);
}

/* ---- A condition of the process, seen from outside ---- */
static const expr *from_outside(void *data, const expr *e)
{
    asking *a = data;
    const program *p = a->l->program;
    if (e->kind == EXPR_PID)
        return a->pid;
    expr *made = expr_map(p->memory, e, from_outside, a);
    bool is_view = e->kind == EXPR_GLOBAL && p->globals.data[e->variable].class == VARIABLE_RELAXED;
    if (is_view || e->kind == EXPR_LOCAL) {
        made->kind = is_view ? EXPR_VIEW : EXPR_REMOTE;
        made->process = a->type;
        made->pid = a->pid;
    }
    if (e->kind == EXPR_TIMEOUT)
        a->refused = "timeout";
    return made;
}

/* ---- enabled(n) ---- */
static bool has_rendezvous(const program *p)
{
    bool has = false;
    for (size_t i = 0; i < p->channels.count; i++)
        has |= !p->channels.data[i].capacity;
    for (size_t t = 0; t < p->processes.count; t++)
        for (size_t i = 0; i < p->processes.data[t].channels.count; i++)
            has |= !p->processes.data[t].channels.data[i].capacity;
    return has;
}

/* When the effect lets its statement go on; NULL: always. */
static const expr *effect_goes_on(asking *a, const effect *f)
{
    arena *memory = a->l->program->memory;
    bool has_buffers = !a->l->input || a->l->input->buffered; /* of a condition that is not in the file we cannot know */
    expr *asked = expr_new(memory, f->kind == EFFECT_SEND ? EXPR_NOT_FULL : EXPR_POLL, a->where);
    switch (f->kind) {
    case EFFECT_SEND: asked->a = f->channel; return from_outside(a, asked);
    case EFFECT_RECEIVE: asked->poll = f; return from_outside(a, asked);
    case EFFECT_FENCE:
    case EFFECT_SYNC:
    case EFFECT_EXCHANGE:
    case EFFECT_FETCH_ADD:
    case EFFECT_CAS:
    case EFFECT_COMPARE_EXCHANGE:
    case EFFECT_RUN:
        if (has_buffers && !f->flush)
            a->refused = "a statement that waits for its store buffer";
        return NULL;
    case EFFECT_ASSIGN:
    case EFFECT_WRITE_MEMORY:
    case EFFECT_BARRIER:
    case EFFECT_ASSERT:
    case EFFECT_PRINT: return NULL;
    }
    return NULL;
}

static const expr *edge_goes_on(asking *a, const edge *e)
{
    const expr *all = e->is_else || !e->guard ? NULL : from_outside(a, e->guard); /* where no other edge can be taken, else can */
    for (uint32_t i = 0; i < e->effect_count; i++)
        all = both(a, all, effect_goes_on(a, &e->effects[i]));
    return all;
}

static const expr *can_go_on(asking *a, uint32_t at)
{
    const program *p = a->l->program;
    const process_type *t = &p->processes.data[a->type];
    if (t->nodes.data[at].is_final) { /* it is removed when it is the youngest */
        const expr *next = expr_binary(p->memory, OP_ADD, a->pid, number(a, 1), a->where);
        return expr_binary(p->memory, OP_EQUAL, next, expr_new(p->memory, EXPR_PROCESS_COUNT, a->where), a->where);
    }
    const expr *any = number(a, 0);
    for (size_t i = 0; i < t->edges.count; i++)
        if (t->edges.data[i].source == at) {
            const expr *one = edge_goes_on(a, &t->edges.data[i]);
            any = expr_binary(p->memory, OP_OR, any, one ? one : number(a, 1), a->where);
        }
    return t->provided ? both(a, any, from_outside(a, t->provided)) : any;
}

/* ---- By state ---- */
static const expr *state_number(asking *a, uint32_t at)
{
    return number(a, (int32_t)a->l->program->processes.data[a->type].nodes.data[at].state_number);
}

/* What `value` says of the state that the process is in; 0: there is no such process. */
static const expr *choose_by_state(asking *a, const expr *(*value)(asking *a, uint32_t at))
{
    const program *p = a->l->program;
    const expr *all = number(a, 0);
    for (a->type = 0; a->type < p->processes.count; a->type++)
        for (uint32_t i = 0; i < p->processes.data[a->type].nodes.count && a->type != a->l->process; i++) {
            expr *at = expr_new(p->memory, EXPR_AT, a->where), *choice = expr_new(p->memory, EXPR_CONDITIONAL, a->where);
            at->process = a->type;
            at->value = (int32_t)i;
            at->pid = a->pid;
            choice->a = at;
            choice->b = value(a, i);
            choice->c = all;
            all = choice;
        }
    return all;
}

static bool is_too_large(const program *p)
{
    size_t count = 0;
    for (size_t t = 0; t < p->processes.count; t++)
        count += p->processes.data[t].nodes.count;
    return count > MOST_STATES;
}

const expr *lower_ask(lowering *l, const ast_expr *e)
{
    const expr *nothing = expr_const(l->program->memory, 0, e->where), *made = nothing;
    asking a = {.l = l, .where = e->where};
    bool is_enabled = !strcmp(e->name, "enabled");
    if (!l->is_condition) {
        diag_error(l->diag, e->where, "%s() is for never claims and formulas", e->name);
    } else if (!e->arguments || e->arguments->next) {
        diag_error(l->diag, e->where, "%s takes one argument, the number of a process", e->name);
    } else if (l->program->candidates.count) {
        diag_error(l->diag, e->where, "%s() asks for states by what stands there, which a repair changes", e->name);
    } else if (is_too_large(l->program)) {
        diag_error(l->diag, e->where, "%s() is not supported where processes have more than %d states together", e->name, MOST_STATES);
    } else {
        a.pid = lower_expr(l, e->arguments);
        if (is_enabled && has_rendezvous(l->program))
            a.refused = "a rendezvous";
        else
            made = choose_by_state(&a, is_enabled ? can_go_on : state_number);
    }
    if (a.refused)
        diag_error(l->diag, e->where, "enabled() is not supported where processes have %s", a.refused);
    return a.refused ? nothing : made;
}
