/* processes.c: how many processes a run can create, told by the control flow alone. */
#include "partition/partition.h"

typedef struct counting {
    const footprints *footprints;
    uint32_t *counts;
    enum { NOT_COUNTED, BEING_COUNTED, COUNTED } *states;
    bool unbounded;
} counting;

/* How many of the type a process of `by` creates at most. */
static uint32_t created_by(counting *c, uint32_t by, uint32_t type)
{
    const process_type *t = &c->footprints->program->processes.data[by];
    uint32_t count = 0;
    for (uint32_t i = 0; i < t->edges.count; i++) {
        const edge *e = &t->edges.data[i];
        if (!index_set_has(&c->footprints->edges[by][i].created, type))
            continue;
        c->unbounded |= process_leads_to(t, e->target, e->source);
        for (uint32_t k = 0; k < e->effect_count; k++)
            count += e->effects[k].kind == EFFECT_RUN && e->effects[k].process == type;
    }
    return count;
}

static uint32_t at_most(uint64_t count)
{
    return count < PROGRAM_MAX_PROCESSES ? (uint32_t)count : PROGRAM_MAX_PROCESSES;
}

static void count(counting *c, uint32_t type)
{
    const program *p = c->footprints->program;
    uint64_t total = 0;
    if (c->states[type] == BEING_COUNTED)
        c->unbounded = true; /* of its own descendants one creates it */
    if (c->states[type] != NOT_COUNTED || c->unbounded)
        return;
    c->states[type] = BEING_COUNTED;
    for (size_t i = 0; i < p->start.count; i++)
        total += p->start.data[i] == type;
    for (uint32_t by = 0; by < p->processes.count; by++) {
        if (!index_set_has(&c->footprints->types[by].created, type))
            continue;
        count(c, by);
        if (c->counts[by] && !c->unbounded)
            total += (uint64_t)c->counts[by] * created_by(c, by, type);
    }
    c->counts[type] = at_most(total);
    c->states[type] = COUNTED;
}

bool partition_count_processes(const footprints *f, arena *memory, uint32_t *counts)
{
    counting c = {.footprints = f, .counts = counts};
    c.states = arena_alloc(memory, (f->program->processes.count + 1) * sizeof *c.states);
    for (uint32_t t = 0; t < f->program->processes.count; t++)
        c.states[t] = NOT_COUNTED;
    for (uint32_t t = 0; t < f->program->processes.count; t++)
        count(&c, t);
    return !c.unbounded;
}
