#include "trace/way.h"

#include "base/limits.h"

typedef struct met_state {
    replay_state state;
    uint32_t before, depth; /* the state from which it was met */
    step by;
} met_state;

typedef struct way_finder {
    replay r;
    const intern *targets;
    intern known;           /* essences of the states met, by their numbers */
    VEC(met_state) met;
    VEC(bool) reached;      /* by target */
    way_found *found;
    void *data;
    bool is_done;
} way_finder;

static void tell(way_finder *w, uint32_t number, uint32_t target)
{
    run way = {0};
    for (uint32_t i = 0; i < w->met.data[number].depth; i++)
        vec_push(&way, w->met.data[number].by);
    for (uint32_t at = number, i = w->met.data[number].depth; i-- > 0; at = w->met.data[at].before)
        way.data[i] = w->met.data[at].by;
    w->is_done = w->found(w->data, &way, target);
    vec_release(&way);
}

/* The interpreter is in a state that a step leads to; where it is new it is kept. */
static void meet(way_finder *w, uint32_t before, const step *by)
{
    replay_essence at = {0};
    replay_get_essence(&w->r, &w->r.now, &at);
    uint32_t number = intern_row(&w->known, at.data, at.count), target = intern_find(w->targets, at.data, at.count);
    vec_release(&at);
    if (number != w->met.count)
        return;
    met_state new = {.before = before, .depth = by ? w->met.data[before].depth + 1 : 0};
    if (by)
        new.by = *by;
    replay_state_copy(&new.state, &w->r.now);
    vec_push(&w->met, new);
    if (target != INTERN_NONE && !w->reached.data[target]) {
        w->reached.data[target] = true;
        tell(w, number, target);
    }
}

static void try_step(way_finder *w, uint32_t from, step taken)
{
    limits_poll();
    if (w->is_done)
        return;
    if (replay_take(&w->r, &taken) == STEP_DONE)
        meet(w, from, &taken);
    replay_state_copy(&w->r.now, &w->met.data[from].state);
}

static const process_type *type_at(const way_finder *w, uint32_t process)
{
    return &w->r.program->processes.data[w->r.now.processes.data[process].type];
}

static void try_partners(way_finder *w, uint32_t from, step send)
{
    for (uint32_t q = 0; q < w->r.now.processes.count; q++) {
        const node *n = &type_at(w, q)->nodes.data[w->r.now.processes.data[q].node];
        for (uint32_t i = 0; i < n->edge_count && q != send.process; i++) {
            send.partner = (int32_t)q;
            send.partner_edge = n->first_edge + i;
            try_step(w, from, send);
        }
    }
}

static void try_all(way_finder *w, uint32_t from)
{
    replay_state_copy(&w->r.now, &w->met.data[from].state);
    for (uint32_t p = 0; p < w->r.now.processes.count; p++) {
        const process_type *t = type_at(w, p);
        const node *n = &t->nodes.data[w->r.now.processes.data[p].node];
        for (uint32_t i = 0; i < n->edge_count; i++) {
            step taken = {.kind = STEP_EDGE, .process = p, .edge = n->first_edge + i, .partner = -1};
            try_step(w, from, taken);
            if (edge_has_effect(&t->edges.data[taken.edge], EFFECT_SEND))
                try_partners(w, from, taken);
        }
        try_step(w, from, (step){.kind = STEP_END, .process = p, .partner = -1});
    }
    for (size_t i = 0; i < w->r.now.pending.count; i++) {
        const replay_pending store = w->r.now.pending.data[i];
        if (replay_oldest(&w->r.now, store.process, store.element) == (int64_t)i)
            try_step(w, from, (step){.kind = STEP_COMMIT, .process = store.process, .element = store.element, .partner = -1});
    }
}

void way_search(const program *p, machine on, const intern *targets, uint32_t longest, uint32_t most_states, way_found *found, void *data)
{
    way_finder w = {.targets = targets, .found = found, .data = data};
    for (size_t i = 0; i < intern_count(targets); i++)
        vec_push(&w.reached, false);
    if (replay_init(&w.r, p, on, NULL) == STEP_DONE)
        meet(&w, 0, NULL);
    for (uint32_t i = 0; i < w.met.count && w.met.count < most_states && !w.is_done && !limits_noticed(); i++)
        if (w.met.data[i].depth + 1 < longest)
            try_all(&w, i);
    for (size_t i = 0; i < w.met.count; i++)
        replay_state_release(&w.met.data[i].state);
    replay_release(&w.r);
    intern_release(&w.known);
    vec_release(&w.met);
    vec_release(&w.reached);
}
