/* possible.c: all steps that a state has, found by trying. What is possible is decided by replay_take alone. */
#include "trace/replay.h"

typedef struct trial {
    replay *r;
    replay_state start;
    replay_visit *visit;
    void *data;
} trial;

/* Whether the step is possible. */
static bool try_step(trial *t, step taken)
{
    replay *r = t->r;
    uint32_t number = r->step;
    replay_result result = replay_take(r, &taken);
    if (result != STEP_IMPOSSIBLE) {
        t->visit(t->data, r, &taken, result);
        replay_state_copy(&r->now, &t->start);
    }
    r->step = number;
    return result != STEP_IMPOSSIBLE;
}

static const node *node_of(const trial *t, uint32_t process, const process_type **type)
{
    const replay_process *q = &t->start.processes.data[process];
    *type = &t->r->program->processes.data[q->type];
    return &(*type)->nodes.data[q->node];
}

/* Whoever takes what the edge sends. */
static void try_partners(trial *t, step taken)
{
    for (uint32_t q = 0; q < t->start.processes.count; q++) {
        const process_type *type;
        const node *n = node_of(t, q, &type);
        for (uint32_t i = 0; i < n->edge_count && q != taken.process; i++) {
            taken.partner = (int32_t)q;
            taken.partner_edge = n->first_edge + i;
            try_step(t, taken);
        }
    }
}

static void try_edges(trial *t, uint32_t process)
{
    const process_type *type;
    const node *n = node_of(t, process, &type);
    for (uint32_t i = 0; i < n->edge_count; i++) {
        step taken = {.kind = STEP_EDGE, .process = process, .edge = n->first_edge + i, .partner = -1};
        if (!try_step(t, taken) && edge_has_effect(&type->edges.data[taken.edge], EFFECT_SEND))
            try_partners(t, taken);
    }
    try_step(t, (step){.kind = STEP_END, .process = process, .partner = -1});
}

/* One for each location that is the first of its kind among the stores of the process. */
static void try_commits(trial *t, uint32_t process)
{
    for (size_t i = 0; i < t->start.pending.count; i++) {
        const replay_pending *store = &t->start.pending.data[i];
        if (store->process == process && replay_oldest(&t->start, process, store->element) == (int64_t)i)
            try_step(t, (step){.kind = STEP_COMMIT, .process = process, .element = store->element, .partner = -1});
    }
}

void replay_each_possible(replay *r, replay_visit *visit, void *data)
{
    trial t = {.r = r, .visit = visit, .data = data};
    replay_seen kept = r->seen;
    const char *why = r->why;
    source_location where = r->where;
    r->seen = (replay_seen){0};
    replay_state_copy(&t.start, &r->now);
    for (uint32_t p = 0; p < t.start.processes.count; p++) {
        try_edges(&t, p);
        try_commits(&t, p);
    }
    replay_state_release(&t.start);
    replay_seen_release(&r->seen);
    r->seen = kept;
    r->why = why;
    r->where = where;
}
