/* candidate.c: what a repair may add to a DVE model: lines of an atomic.txt. Each transition may wait for its stores, and each variable that it assigns may be
 * written atomically. What it receives into a variable is left out. */
#include <string.h>

#include "frontend/dve/lower.h"

/* (x, t) means all elements of x, wherever t assigns them: one candidate. */
static uint32_t offer(dve_lowering *l, candidate_info made)
{
    program *p = l->program;
    for (uint32_t i = 0; i < p->candidates.count; i++)
        if (!strcmp(p->candidates.data[i].line, made.line))
            return i + 1;
    vec_push(&p->candidates, made);
    return (uint32_t)p->candidates.count;
}

static void offer_transition(dve_lowering *l, const process_type *t, edge *e, uint32_t number)
{
    arena *memory = l->program->memory;
    candidate_info made = {.kind = CANDIDATE_FENCE, .process = t->name, .where = e->where, .after_line = e->where.line, .text = e->text};
    made.line = arena_printf(memory, "barrier %s.%u", t->name, number);
    if (e->wait != EDGE_FENCED)
        e->candidate = offer(l, made);
    effect *effects = ARENA_ARRAY(memory, effect, e->effect_count + 1);
    for (uint32_t i = 0; i < e->effect_count; i++) {
        effect *f = &effects[i];
        *f = e->effects[i];
        if (f->kind != EFFECT_ASSIGN || f->target.kind != PLACE_GLOBAL || f->target.is_atomic || l->program->globals.data[f->target.variable].class != VARIABLE_RELAXED)
            continue;
        made.kind = CANDIDATE_ATOMIC;
        made.line = arena_printf(memory, "(%s, %s.%u)", l->program->globals.data[f->target.variable].name, t->name, number);
        made.text = made.line;
        f->candidate = offer(l, made);
    }
    e->effects = effects;
}

void dve_offer_candidates(dve_lowering *l)
{
    for (size_t t = 0; t < l->program->processes.count; t++) {
        process_type *type = &l->program->processes.data[t];
        for (size_t i = 0; i < type->edges.count; i++)
            offer_transition(l, type, &type->edges.data[i], (uint32_t)i + 1);
    }
}
