/* certificate_refuse.c: programs whose processes cannot be looked at one by one. */
#include "trace/certificate_internal.h"

static void find_outlook(const expr *e, void *data)
{
    *(bool *)data |= e->kind == EXPR_AT || e->kind == EXPR_REMOTE || e->kind == EXPR_VIEW || e->kind == EXPR_TIMEOUT || e->kind == EXPR_PROCESS_COUNT;
}

static void find_outlook_of_effect(const effect *f, bool *found)
{
    const expr *const parts[] = {f->value, f->expected, f->channel, f->target.index, f->result.index};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        expr_each(parts[i], find_outlook, found);
    for (uint32_t i = 0; i < f->argument_count && f->kind != EFFECT_PRINT; i++) {
        expr_each(f->kind == EFFECT_RECEIVE ? f->patterns[i].match : f->arguments[i], find_outlook, found);
        expr_each(f->kind == EFFECT_RECEIVE ? f->patterns[i].target.index : NULL, find_outlook, found);
    }
}

/* Whether a rendezvous or a sync is possible is up to others: at its node no other edge, and no loss of atomicity, may depend on that. */
static bool node_depends(const process_type *t, uint32_t number, bool rendezvous)
{
    const node *n = &t->nodes.data[number];
    bool waits = false, depends = false;
    for (uint32_t i = 0; i < n->edge_count; i++) {
        const edge *e = &t->edges.data[n->first_edge + i];
        for (uint32_t k = 0; k < e->effect_count; k++)
            waits |= (rendezvous && e->effects[k].kind == EFFECT_SEND) || e->effects[k].kind == EFFECT_SYNC;
        depends |= e->is_else || e->d_step || e->priority != t->edges.data[n->first_edge].priority;
    }
    for (size_t i = 0; i < t->edges.count && waits; i++)
        depends |= t->edges.data[i].target == number && t->edges.data[i].hold != HOLD_NONE;
    return waits && depends;
}

static bool has_rendezvous(const channel *types, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!types[i].capacity)
            return true;
    return false;
}

const char *certificate_refuses(const program *p)
{
    bool looks_out = false, depends = false, rendezvous = has_rendezvous(p->channels.data, p->channels.count);
    for (size_t t = 0; t < p->processes.count; t++)
        rendezvous |= has_rendezvous(p->processes.data[t].channels.data, p->processes.data[t].channels.count);
    for (size_t t = 0; t < p->processes.count; t++) {
        const process_type *type = &p->processes.data[t];
        looks_out |= type->provided != NULL;
        for (size_t i = 0; i < type->locals.count; i++)
            expr_each(type->locals.data[i].initializer, find_outlook, &looks_out);
        for (size_t i = 0; i < type->edges.count; i++) {
            expr_each(type->edges.data[i].guard, find_outlook, &looks_out);
            for (uint32_t k = 0; k < type->edges.data[i].effect_count; k++)
                find_outlook_of_effect(&type->edges.data[i].effects[k], &looks_out);
        }
        for (uint32_t n = 0; n < type->nodes.count; n++)
            depends |= node_depends(type, n, rendezvous);
    }
    if (program_has_barriers(p))
        return "the model has store-store barriers";
    if (looks_out)
        return "a statement of the model looks at other processes";
    return depends ? "what a statement of the model may do depends on whether another can meet it" : NULL;
}
