#include "engine/explicit/ample.h"

typedef struct scan {
    const program *program;
    bool **nodes;
    bool waits_for_all; /* somebody waits until every buffer is empty */
} scan;

/* ---- What somebody looks at ---- */
static void forget_type(scan *s, uint32_t type)
{
    for (size_t n = 0; n < s->program->processes.data[type].nodes.count; n++)
        s->nodes[type][n] = false;
}

/* A step to or from a node that is looked at can be seen. */
static void forget_around(scan *s, uint32_t type, uint32_t looked_at)
{
    const process_type *t = &s->program->processes.data[type];
    for (size_t i = 0; i < t->edges.count; i++)
        if (t->edges.data[i].source == looked_at || t->edges.data[i].target == looked_at)
            s->nodes[type][t->edges.data[i].source] = false;
}

static void check_effect(scan *s, const effect *e);

static void check_look(const expr *e, void *data)
{
    scan *s = data;
    if (e->kind == EXPR_AT)
        forget_around(s, e->process, (uint32_t)e->value);
    else if (e->kind == EXPR_VIEW)
        forget_type(s, e->process);
    else if (e->kind == EXPR_POLL)
        check_effect(s, e->poll);
}

static void check_effect(scan *s, const effect *e)
{
    const expr *const parts[] = {e->value, e->expected, e->channel, e->target.index, e->result.index};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        expr_each(parts[i], check_look, s);
    for (uint32_t i = 0; i < e->argument_count && e->arguments; i++)
        expr_each(e->arguments[i], check_look, s);
    for (uint32_t i = 0; i < e->argument_count && e->patterns; i++) {
        expr_each(e->patterns[i].match, check_look, s);
        expr_each(e->patterns[i].target.index, check_look, s);
    }
    s->waits_for_all |= e->kind == EFFECT_SYNC;
}

static void check_program(scan *s)
{
    for (size_t t = 0; t < s->program->processes.count; t++) {
        const process_type *type = &s->program->processes.data[t];
        expr_each(type->provided, check_look, s);
        for (size_t i = 0; i < type->locals.count; i++)
            expr_each(type->locals.data[i].initializer, check_look, s);
        for (size_t i = 0; i < type->edges.count; i++) {
            expr_each(type->edges.data[i].guard, check_look, s);
            for (uint32_t k = 0; k < type->edges.data[i].effect_count; k++)
                check_effect(s, &type->edges.data[i].effects[k]);
        }
    }
}

static void check_properties(scan *s, const property_list *list)
{
    for (size_t i = 0; i < list->items.count; i++) {
        const property *p = &list->items.data[i];
        expr_each(p->bad, check_look, s);
        uint32_t labelled;
        for (uint32_t t = 0; t < s->program->processes.count && p->kind == PROPERTY_MUTEX; t++)
            if (process_find_label(&s->program->processes.data[t], p->label, &labelled))
                forget_around(s, t, labelled);
    }
}

/* ---- Stores that depend on nobody ---- */
static void check_local(const expr *e, void *data)
{
    bool faultless = e->kind == EXPR_CONST || e->kind == EXPR_LOCAL || e->kind == EXPR_PID || e->kind == EXPR_UNARY || e->kind == EXPR_CONDITIONAL ||
                     (e->kind == EXPR_BINARY && e->op != OP_DIVIDE && e->op != OP_REMAINDER);
    if (!faultless)
        *(bool *)data = false;
}

/* Whatever element is stored to, the store goes through the buffer. */
static bool is_buffered(const rows *r, uint32_t type, const variable *v)
{
    for (uint32_t i = 0; i < v->count; i++)
        if (r->stores[type].location[v->offset + i] < 0)
            return false;
    return v->class == VARIABLE_RELAXED;
}

static bool is_store(const rows *r, uint32_t type, const edge *e)
{
    if (e->effect_count != 1 || e->guard || e->hold != HOLD_NONE || e->is_else || e->priority || e->d_step)
        return false;
    const effect *f = &e->effects[0];
    bool local = f->kind == EFFECT_ASSIGN && f->target.kind == PLACE_GLOBAL;
    if (local) {
        expr_each(f->value, check_local, &local);
        expr_each(f->target.index, check_local, &local);
    }
    return local && is_buffered(r, type, &r->program->globals.data[f->target.variable]);
}

static void find_stores(scan *s, const rows *r)
{
    for (uint32_t t = 0; t < s->program->processes.count; t++) {
        const process_type *type = &s->program->processes.data[t];
        s->nodes[t] = ARENA_ARRAY(r->memory, bool, type->nodes.count + 1);
        for (size_t n = 0; n < type->nodes.count && !type->provided; n++) {
            const node *at = &type->nodes.data[n];
            s->nodes[t][n] = at->edge_count == 1 && !at->in_atomic && is_store(r, t, &type->edges.data[at->first_edge]);
        }
    }
}

/* In a cycle of stores alone the others would be put off for ever. At such nodes there is one edge, so a walk from anywhere finds the cycle. */
static void break_cycles(scan *s)
{
    for (uint32_t t = 0; t < s->program->processes.count; t++) {
        const process_type *type = &s->program->processes.data[t];
        for (uint32_t n = 0; n < type->nodes.count; n++) {
            uint32_t at = n;
            for (size_t steps = 0; steps <= type->nodes.count && s->nodes[t][at]; steps++)
                at = type->edges.data[type->nodes.data[at].first_edge].target;
            s->nodes[t][at] = false; /* still among stores after so many steps: it lies on the cycle */
        }
    }
}

ample_nodes ample_find(const engine_request *request, rows *r)
{
    scan s = {.program = r->program, .nodes = ARENA_ARRAY(r->memory, bool *, r->program->processes.count + 1)};
    if (!r->buffers->has_buffers || request->machine.overflow_is_error)
        return (ample_nodes){0};
    find_stores(&s, r);
    check_program(&s);
    check_properties(&s, request->properties);
    if (s.waits_for_all)
        return (ample_nodes){0};
    break_cycles(&s);
    return (ample_nodes){(const bool *const *)s.nodes};
}
