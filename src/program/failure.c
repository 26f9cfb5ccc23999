/* failure.c: can a run of the program end in a run-time error at all?
 *
 * Most programs divide by constants, know their indices and create a few processes: then nobody need look for errors. Where indices are computed, values.c
 * follows them. Every doubt is settled towards "it can". */
#include "program/footprint.h"
#include "program/values.h"

enum { TOO_MANY = PROGRAM_MAX_PROCESSES + 1 };

/* How many processes of each type can be created in a run, at most TOO_MANY. */
typedef struct creations {
    const program *program;
    uint32_t *count; /* by type */
} creations;

static uint32_t add_up(uint32_t a, uint32_t b)
{
    return a + b < TOO_MANY ? a + b : TOO_MANY;
}

/* A process creates others once on each edge that it cannot come back to. */
static void add_created(const creations *c, uint32_t creator, uint32_t *next)
{
    const process_type *t = &c->program->processes.data[creator];
    for (size_t i = 0; i < t->edges.count; i++) {
        const edge *e = &t->edges.data[i];
        for (uint32_t k = 0; k < e->effect_count; k++)
            if (e->effects[k].kind == EFFECT_RUN) {
                uint32_t *of = &next[e->effects[k].process];
                *of = add_up(*of, process_leads_to(t, e->target, e->source) ? TOO_MANY : c->count[creator]);
            }
    }
}

/* The least numbers that fit: those of the start, and what each type creates. In a circle of types they grow until they are too many. Returns the sum. */
static uint32_t count_processes(creations *c, arena *memory)
{
    const program *p = c->program;
    uint32_t *next = ARENA_ARRAY(memory, uint32_t, p->processes.count + 1), all = 0;
    c->count = ARENA_ARRAY(memory, uint32_t, p->processes.count + 1);
    for (bool changed = true; changed && all < TOO_MANY;) {
        changed = false;
        all = p->pid_base;
        for (size_t t = 0; t < p->processes.count; t++)
            next[t] = 0;
        for (size_t i = 0; i < p->start.count; i++)
            next[p->start.data[i]]++;
        for (uint32_t t = 0; t < p->processes.count; t++)
            if (c->count[t])
                add_created(c, t, next);
        for (size_t t = 0; t < p->processes.count; t++) {
            changed |= c->count[t] != next[t];
            c->count[t] = next[t];
            all = add_up(all, next[t]);
        }
    }
    return all;
}

bool footprints_may_fail(const footprints *f)
{
    const program *p = f->program;
    arena *scratch = arena_new();
    creations c = {.program = p};
    bool may_be_many = count_processes(&c, scratch) > PROGRAM_MAX_PROCESSES, may_fail = false;
    for (size_t t = 0; t < p->processes.count; t++)
        may_fail |= c.count[t] && f->types[t].may_fail;
    arena_free(scratch);
    return may_be_many || (may_fail && program_may_err(p));
}

uint32_t footprints_most_processes(const footprints *f)
{
    arena *scratch = arena_new();
    creations c = {.program = f->program};
    uint32_t most = count_processes(&c, scratch);
    arena_free(scratch);
    return most;
}
