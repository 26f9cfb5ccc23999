/* refuse.c: which programs cannot be taken one process at a time, and why. A process's quiet steps must depend on nothing but its own configuration
 * and the global. */
#include "engine/local/refuse.h"

#include "base/bug.h"

typedef struct scan {
    const program *program;
    const char *why;
} scan;

static void check_expr(const expr *e, void *data)
{
    scan *s = data;
    switch (e->kind) {
    case EXPR_AT:
    case EXPR_REMOTE:
    case EXPR_VIEW: s->why = "a statement looks at another process"; break;
    case EXPR_TIMEOUT: s->why = "the program uses timeout"; break;
    case EXPR_PROCESS_COUNT: s->why = "the program uses the number of processes"; break;
    case EXPR_CONST:
    case EXPR_GLOBAL:
    case EXPR_MEMORY:
    case EXPR_LOCAL:
    case EXPR_UNARY:
    case EXPR_BINARY:
    case EXPR_CONDITIONAL:
    case EXPR_BOUND:
    case EXPR_PID:
    case EXPR_LENGTH:
    case EXPR_EMPTY:
    case EXPR_NOT_EMPTY:
    case EXPR_FULL:
    case EXPR_NOT_FULL:
    case EXPR_POLL: break;
    }
}

static void check_place(scan *s, const place *p)
{
    expr_each(p->index, check_expr, s);
}

static void check_effect(scan *s, const effect *e)
{
    const expr *const parts[] = {e->value, e->expected, e->channel};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        expr_each(parts[i], check_expr, s);
    check_place(s, &e->target);
    check_place(s, &e->result);
    for (uint32_t i = 0; i < e->argument_count && e->arguments && e->kind != EFFECT_PRINT; i++)
        expr_each(e->arguments[i], check_expr, s);
    for (uint32_t i = 0; i < e->argument_count && e->patterns; i++) {
        expr_each(e->patterns[i].match, check_expr, s);
        check_place(s, &e->patterns[i].target);
    }
}

static bool has_rendezvous_channel(const program *p)
{
    for (size_t i = 0; i < p->channels.count; i++)
        if (!p->channels.data[i].capacity)
            return true;
    for (size_t t = 0; t < p->processes.count; t++)
        for (size_t i = 0; i < p->processes.data[t].channels.count; i++)
            if (!p->processes.data[t].channels.data[i].capacity)
                return true;
    return false;
}

/* Whether such a step is possible depends on the others, so nothing else of its node may depend on it. */
static void check_node(scan *s, const process_type *t, const node *n, bool rendezvous)
{
    bool sends = false, syncs = false, mixed = false, has_else = false;
    for (uint32_t i = 0; i < n->edge_count; i++) {
        const edge *e = &t->edges.data[n->first_edge + i];
        mixed |= e->priority != t->edges.data[n->first_edge].priority || e->d_step != 0;
        has_else |= e->is_else;
        sends |= rendezvous && edge_has_effect(e, EFFECT_SEND);
        syncs |= edge_has_effect(e, EFFECT_SYNC);
    }
    if (sends && n->in_atomic)
        s->why = "a rendezvous starts inside an atomic block";
    if ((sends && (mixed || has_else)) || (syncs && (mixed || has_else)))
        s->why = "what a statement may do depends on whether another can meet it";
}

static bool is_relaxed(const scan *s, const place *target)
{
    return target->kind == PLACE_GLOBAL && s->program->globals.data[target->variable].class == VARIABLE_RELAXED;
}

/* A quiet step appends one letter; one that takes a message out of its channel is not quiet. */
static void check_stores(scan *s, const edge *e)
{
    uint32_t stores = 0;
    for (uint32_t k = 0; k < e->effect_count; k++) {
        const effect *f = &e->effects[k];
        stores += f->kind == EFFECT_ASSIGN && is_relaxed(s, &f->target);
        for (uint32_t i = 0; i < f->argument_count && f->kind == EFFECT_RECEIVE && f->peek; i++)
            stores += !f->patterns[i].match && is_relaxed(s, &f->patterns[i].target);
    }
    if (stores > 1)
        s->why = "a step stores twice";
}

const char *local_refuse(const program *p)
{
    scan s = {.program = p};
    bool rendezvous = has_rendezvous_channel(p);
    for (size_t t = 0; t < p->processes.count; t++) {
        const process_type *type = &p->processes.data[t];
        if (type->provided)
            s.why = "a process has a provided clause";
        for (size_t i = 0; i < type->locals.count; i++)
            expr_each(type->locals.data[i].initializer, check_expr, &s);
        for (size_t i = 0; i < type->edges.count; i++) {
            const edge *e = &type->edges.data[i];
            expr_each(e->guard, check_expr, &s);
            for (uint32_t k = 0; k < e->effect_count; k++)
                check_effect(&s, &e->effects[k]);
            check_stores(&s, e);
        }
        for (size_t i = 0; i < type->nodes.count; i++)
            check_node(&s, type, &type->nodes.data[i], rendezvous);
    }
    return s.why;
}
