/* refuse.c: which programs cannot be taken one process at a time, and why. A process's quiet steps must depend on nothing but its own configuration
 * and the global. */
#include "engine/local/refuse.h"

#include "base/bug.h"

/* Whether such a step is possible depends on the other processes, so no other edge of the node may depend on that step being impossible. */
static const char *refuse_node(const process_type *t, const node *n, const footprint *edges, bool rendezvous)
{
    bool sends = false, syncs = false, mixed = false, has_else = false;
    for (uint32_t i = n->first_edge; i < n->first_edge + n->edge_count; i++) {
        const edge *e = &t->edges.data[i];
        mixed |= e->priority != t->edges.data[n->first_edge].priority || e->d_step != 0;
        has_else |= e->is_else;
        sends |= rendezvous && edge_has_effect(e, EFFECT_SEND);
        syncs |= edges[i].waits_for_all;
    }
    if ((sends && (mixed || has_else)) || (syncs && (mixed || has_else)))
        return "what a statement may do depends on whether another can meet it";
    return sends && n->in_atomic ? "a rendezvous starts inside an atomic block" : NULL;
}

typedef struct store_count {
    const program *program;
    uint32_t stores;
} store_count;

static void count_store(void *data, const place *target, visit_write how)
{
    store_count *c = data;
    bool relaxed = target->kind == PLACE_GLOBAL && c->program->globals.data[target->variable].class == VARIABLE_RELAXED;
    c->stores += how == VISIT_ASSIGN && relaxed;
}

/* A quiet step appends one letter; one that takes a message out of its channel is not quiet. */
static const char *refuse_stores(const program *p, const edge *e)
{
    store_count c = {.program = p};
    for (uint32_t k = 0; k < e->effect_count; k++)
        if (e->effects[k].kind != EFFECT_RUN && (e->effects[k].kind != EFFECT_RECEIVE || e->effects[k].peek))
            visit_effect(&(program_visitor){.place = count_store, .data = &c}, &e->effects[k]);
    return c.stores > 1 ? "a step stores twice" : c.stores && e->wait == EDGE_LOCKED ? "a step has a store beside an atomic write" : NULL;
}

/* When two meet, what is handed over may fail only where its values are evaluated, and one store of the receiver is all that follows. */
static const char *refuse_meeting(const program *p, const edge *e, bool rendezvous)
{
    bool meets = rendezvous && e->effect_count && (e->effects[0].kind == EFFECT_SEND || e->effects[0].kind == EFFECT_RECEIVE);
    return meets && (e->effect_count > 1 || p->checks_values) ? "a rendezvous has effects of its own, or values that may not fit" : NULL;
}

static const char *refuse_type(const footprints *f, uint32_t type, bool rendezvous)
{
    const process_type *t = &f->program->processes.data[type];
    const footprint *of = &f->types[type];
    const char *why = NULL;
    for (size_t i = 0; i < t->nodes.count && !why; i++)
        why = refuse_node(t, &t->nodes.data[i], f->edges[type], rendezvous);
    for (size_t i = 0; i < t->edges.count && !why; i++)
        why = refuse_stores(f->program, &t->edges.data[i]);
    for (size_t i = 0; i < t->edges.count && !why; i++)
        why = refuse_meeting(f->program, &t->edges.data[i], rendezvous);
    if (why)
        return why;
    if (!index_set_is_empty(&of->controls) || !index_set_is_empty(&of->remotes) || !index_set_is_empty(&of->viewed))
        return "a statement looks at another process";
    return of->asks_timeout ? "the program uses timeout" : of->counts_processes ? "the program uses the number of processes"
           : t->provided ? "a process has a provided clause" : NULL;
}

const char *local_refuse(const footprints *f)
{
    const char *why = f->program->commits_when ? "stores are committed in some states only" : NULL;
    bool rendezvous = program_may_meet(f->program);
    for (size_t t = f->program->processes.count; t > 0 && !why; t--)
        why = refuse_type(f, (uint32_t)t - 1, rendezvous);
    return why;
}
