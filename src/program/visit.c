/* visit.c: no switch here has a default, so that a new kind of expression or effect does not compile until it has been placed. */
#include "program/visit.h"

#include "base/bug.h"

static void visit_poll(const program_visitor *v, const effect *poll, visit_role role)
{
    visit_expr(v, poll->channel, role);
    for (uint32_t i = 0; i < poll->argument_count; i++)
        visit_expr(v, poll->patterns[i].match, role); /* a poll fills nothing, so no place of it is evaluated */
}

void visit_expr(const program_visitor *v, const expr *e, visit_role role)
{
    if (!e || !v->expr)
        return;
    v->expr(v->data, e, role);
    switch (e->kind) {
    case EXPR_CONST:
    case EXPR_PID:
    case EXPR_PROCESS_COUNT:
    case EXPR_TIMEOUT: return;
    case EXPR_GLOBAL:
    case EXPR_MEMORY:
    case EXPR_LOCAL: visit_expr(v, e->index, role); return;
    case EXPR_VIEW:
    case EXPR_REMOTE:
        visit_expr(v, e->index, role);
        visit_expr(v, e->pid, role);
        return;
    case EXPR_AT: visit_expr(v, e->pid, role); return;
    case EXPR_UNARY:
    case EXPR_BOUND:
    case EXPR_LENGTH:
    case EXPR_EMPTY:
    case EXPR_NOT_EMPTY:
    case EXPR_FULL:
    case EXPR_NOT_FULL: visit_expr(v, e->a, role); return;
    case EXPR_BINARY:
        visit_expr(v, e->a, role);
        visit_expr(v, e->b, role);
        return;
    case EXPR_CONDITIONAL:
        visit_expr(v, e->a, role);
        visit_expr(v, e->b, role);
        visit_expr(v, e->c, role);
        return;
    case EXPR_POLL: visit_poll(v, e->poll, role); return;
    }
    BUG("unknown kind of expression");
}

static void visit_place(const program_visitor *v, const place *target, visit_write how)
{
    if (target->kind == PLACE_NONE)
        return;
    visit_expr(v, target->index, VISIT_INDEX);
    if (v->place)
        v->place(v->data, target, how);
}

static visit_write assigning(const place *target)
{
    return target->is_atomic ? VISIT_LOCKED : VISIT_ASSIGN;
}

static void visit_arguments(const program_visitor *v, const effect *f, visit_role role)
{
    for (uint32_t i = 0; i < f->argument_count; i++)
        visit_expr(v, f->arguments[i], role);
}

void visit_effect(const program_visitor *v, const effect *f)
{
    switch (f->kind) {
    case EFFECT_ASSIGN:
    case EFFECT_WRITE_MEMORY:
        visit_expr(v, f->value, VISIT_VALUE);
        visit_place(v, &f->target, f->kind == EFFECT_ASSIGN ? assigning(&f->target) : VISIT_POKE);
        return;
    case EFFECT_SYNC: visit_expr(v, f->value, VISIT_VALUE); return;
    case EFFECT_FENCE:
    case EFFECT_BARRIER: return;
    case EFFECT_EXCHANGE:
    case EFFECT_FETCH_ADD:
    case EFFECT_CAS:
    case EFFECT_COMPARE_EXCHANGE:
        visit_place(v, &f->target, VISIT_LOCKED);
        visit_expr(v, f->value, VISIT_VALUE);
        visit_expr(v, f->expected, VISIT_EXPECTED);
        visit_place(v, &f->result, VISIT_ASSIGN);
        return;
    case EFFECT_ASSERT: visit_expr(v, f->value, VISIT_ASSERTED); return;
    case EFFECT_SEND:
        visit_expr(v, f->channel, VISIT_CHANNEL);
        visit_arguments(v, f, VISIT_ARGUMENT);
        return;
    case EFFECT_RECEIVE:
        visit_expr(v, f->channel, VISIT_CHANNEL);
        for (uint32_t i = 0; i < f->argument_count; i++)
            if (f->patterns[i].match)
                visit_expr(v, f->patterns[i].match, VISIT_MATCH);
            else
                visit_place(v, &f->patterns[i].target, assigning(&f->patterns[i].target));
        return;
    case EFFECT_RUN:
        visit_arguments(v, f, VISIT_ARGUMENT);
        visit_place(v, &f->result, VISIT_ASSIGN);
        return;
    case EFFECT_PRINT: visit_arguments(v, f, VISIT_PRINTED); return;
    }
    BUG("unknown effect");
}

void visit_edge(const program_visitor *v, const edge *e)
{
    visit_expr(v, e->guard, VISIT_GUARD);
    for (uint32_t i = 0; i < e->effect_count; i++)
        visit_effect(v, &e->effects[i]);
}

void visit_initializers(const program_visitor *v, const process_type *t)
{
    for (size_t i = 0; i < t->locals.count; i++)
        visit_expr(v, t->locals.data[i].initializer, VISIT_INITIALIZER);
}
