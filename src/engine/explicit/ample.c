#include "engine/explicit/ample.h"

typedef struct scan {
    const program *program;
    const footprints *footprints;
    bool **nodes;
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

static void forget_what_is_seen(scan *s, const footprint *of)
{
    for (uint32_t t = 0; t < s->program->processes.count; t++) {
        if (index_set_has(&of->viewed, t))
            forget_type(s, t);
        for (uint32_t n = 0; n < s->program->processes.data[t].nodes.count; n++)
            if (footprint_asks_at(s->footprints, of, t, n))
                forget_around(s, t, n);
    }
}

/* ---- Stores that depend on nobody ---- */
static bool depends_on_nobody(const footprint *f)
{
    return !f->may_fail && !f->asks_timeout && !footprint_looks_at_processes(f) && !footprint_touches_channels(f) && index_set_is_empty(&f->loads) &&
           index_set_is_empty(&f->peeks) && index_set_is_empty(&f->views);
}

/* Whatever element is stored to, the store goes through the buffer. */
static bool is_buffered(const rows *r, uint32_t type, const variable *v)
{
    for (uint32_t i = 0; i < v->count; i++)
        if (location_is(r->stores[type].location[v->offset + i], LOCATION_NONE))
            return false;
    return v->class == VARIABLE_RELAXED;
}

static bool is_store(const rows *r, uint32_t type, const edge *e, const footprint *of)
{
    if (e->effect_count != 1 || e->guard || e->wait != EDGE_READY || e->hold != HOLD_NONE || e->is_else || e->priority || e->d_step)
        return false;
    const effect *f = &e->effects[0];
    return f->kind == EFFECT_ASSIGN && f->target.kind == PLACE_GLOBAL && depends_on_nobody(of) &&
           is_buffered(r, type, &r->program->globals.data[f->target.variable]);
}

static void find_stores(scan *s, const rows *r)
{
    for (uint32_t t = 0; t < s->program->processes.count; t++) {
        const process_type *type = &s->program->processes.data[t];
        s->nodes[t] = ARENA_ARRAY(r->memory, bool, type->nodes.count + 1);
        for (size_t n = 0; n < type->nodes.count && !type->provided; n++) {
            const node *at = &type->nodes.data[n];
            s->nodes[t][n] = at->edge_count == 1 && !at->in_atomic && is_store(r, t, &type->edges.data[at->first_edge], &s->footprints->edges[t][at->first_edge]);
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
            s->nodes[t][at] = false; /* still among stores after as many steps as there are nodes: this node lies on the cycle */
        }
    }
}

ample_nodes ample_find(const engine_request *request, rows *r)
{
    scan s = {.program = r->program, .footprints = request->footprints, .nodes = ARENA_ARRAY(r->memory, bool *, r->program->processes.count + 1)};
    if (!r->buffers->has_buffers || request->machine.overflow_is_error)
        return (ample_nodes){0};
    if (request->footprints->all.waits_for_all)
        return (ample_nodes){0};
    find_stores(&s, r);
    forget_what_is_seen(&s, &request->footprints->all);
    forget_what_is_seen(&s, &request->footprints->asked);
    break_cycles(&s);
    return (ample_nodes){(const bool *const *)s.nodes};
}
