/* distance.c: for each process, how far each control location is from where it is now; from that the cost of each goal.
 *
 * A step costs STEP. It costs CLOSED more if its guard is false in the process's present view: then something has to change first. A store costs a
 * COMMIT besides, and what is pending already has to be committed before it. Steps weigh more than commits, so the search lets stores wait as long as there
 * is a step towards the goal. That is how weak behaviour comes about. */
#include "search/distance.h"

#include "base/bug.h"
#include "search/pending.h"

enum { STEP = 2, COMMIT = 1, CLOSED = 8, FAR = 1 << 20 };

void distance_init(distance *d, const property_list *properties, successors *at)
{
    *d = (distance){.at = at};
    goal_list_init(&d->goals, properties, at->rows);
}

void distance_release(distance *d)
{
    if (!d->at)
        return;
    goal_list_release(&d->goals);
    for (size_t i = 0; i < d->processes.count; i++) {
        vec_release(&d->processes.data[i].to);
        vec_release(&d->processes.data[i].pending);
    }
    vec_release(&d->processes);
    vec_release(&d->open);
    vec_release(&d->costs);
}

/* ---- Paths through one process ---- */
static void add_pending(void *data, process_ref process, uint32_t element, int32_t value)
{
    distance *d = data;
    vec_push(&d->processes.data[process.index].pending, ((undo){element, value}));
}

/* Can the edge be taken, as the process sees things now? */
static bool is_open(distance *d, process_ref process, const process_type *t, const edge *e)
{
    const node *from = &t->nodes.data[e->source];
    for (uint32_t i = 0; i < from->edge_count && e->is_else; i++) {
        const edge *other = &t->edges.data[from->first_edge + i];
        if (other < e && is_open(d, process, t, other))
            return false;
    }
    return !e->guard || successors_guard(d->at, process, e->guard);
}

static int64_t edge_cost(distance *d, process_ref process, const process_type *t, const edge *e)
{
    const process_distance *of = &d->processes.data[process.index];
    int64_t cost = STEP + (is_open(d, process, t, e) ? 0 : CLOSED);
    if (e->wait != EDGE_READY)
        cost += COMMIT * (int64_t)of->pending.count;
    for (uint32_t k = 0; k < e->effect_count; k++) {
        const effect *f = &e->effects[k];
        if (f->kind == EFFECT_ASSIGN && f->target.kind == PLACE_GLOBAL && !f->target.is_atomic && d->at->rows->buffers->has_buffers)
            cost += COMMIT;
        else if (f->kind != EFFECT_ASSIGN && f->kind != EFFECT_ASSERT && f->kind != EFFECT_PRINT)
            cost += COMMIT * (int64_t)of->pending.count; /* the effect may wait for these stores */
    }
    return cost;
}

/* Shortest paths from the process's node to all others. */
static void find_paths(distance *d, process_ref process, uint32_t start)
{
    process_distance *of = &d->processes.data[process.index];
    const process_type *t = &d->at->rows->program->processes.data[of->type];
    vec_reserve(&of->to, t->nodes.count);
    for (size_t n = 0; n < t->nodes.count; n++)
        of->to.data[n] = FAR;
    of->to.data[start] = 0;
    vec_clear(&d->open);
    vec_push(&d->open, start);
    for (size_t next = 0; next < d->open.count; next++) {
        const node *n = &t->nodes.data[d->open.data[next]];
        for (uint32_t i = 0; i < n->edge_count; i++) {
            const edge *e = &t->edges.data[n->first_edge + i];
            int64_t cost = of->to.data[e->source] + edge_cost(d, process, t, e);
            if (cost < of->to.data[e->target]) {
                of->to.data[e->target] = cost;
                vec_push(&d->open, e->target);
            }
        }
    }
}

static void look_at_processes(distance *d, const shape *of)
{
    while (d->processes.count < of->process_count)
        vec_push(&d->processes, (process_distance){0});
    for (process_ref p = {0}; p.index < of->process_count; p.index++) {
        d->processes.data[p.index].type = shape_process(of, p)->type;
        vec_clear(&d->processes.data[p.index].pending);
        pending_each(d->at, p, add_pending, d);
    }
    for (process_ref p = {0}; p.index < of->process_count; p.index++)
        find_paths(d, p, successors_node(d->at, p));
}

/* ---- Goals ---- */
static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* The least cost for some process to take the edge. */
static int64_t cost_of_edge(distance *d, const shape *of, const goal_edge *g)
{
    const process_type *t = &d->at->rows->program->processes.data[g->type];
    const edge *e = &t->edges.data[g->edge];
    int64_t cost = FAR;
    for (process_ref p = {0}; p.index < of->process_count; p.index++) {
        const process_distance *paths = &d->processes.data[p.index];
        if (paths->type == g->type)
            cost = least(cost, paths->to.data[e->source] + edge_cost(d, p, t, e) + (g->buffered ? COMMIT * (int64_t)paths->pending.count : 0));
    }
    return cost;
}

/* The least number of commits after which a pending store has made the condition true. */
static int64_t cost_of_commits(distance *d, const shape *of, const goal *g)
{
    int64_t cost = FAR;
    bool ok = true;
    for (uint32_t p = 0; p < of->process_count; p++)
        for (size_t i = 0; i < d->processes.data[p].pending.count; i++) {
            const undo *store = &d->processes.data[p].pending.data[i];
            if (store->slot == g->element && op_apply(g->op, store->value, g->value, &ok))
                cost = least(cost, COMMIT * ((int64_t)i + 1));
        }
    return cost;
}

static int64_t cost_of_condition(distance *d, const shape *of, const goal *g)
{
    if ((successors_condition(d->at, g->condition) != 0) != g->negated)
        return 0;
    if (g->element == NO_ELEMENT)
        return CLOSED;
    int64_t cost = cost_of_commits(d, of, g);
    for (uint32_t i = 0; i < g->edge_count; i++)
        cost = least(cost, cost_of_edge(d, of, &g->edges[i]));
    return cost;
}

static int64_t cost_of_node(distance *d, const shape *of, uint32_t type, uint32_t wanted)
{
    int64_t cost = FAR;
    for (uint32_t p = 0; p < of->process_count; p++)
        if (d->processes.data[p].type == type)
            cost = least(cost, d->processes.data[p].to.data[wanted]);
    return cost;
}

/* The two processes that are nearest to the label. */
static int64_t cost_of_mutex(distance *d, const shape *of, const char *name)
{
    int64_t nearest = FAR, second = FAR;
    for (uint32_t p = 0; p < of->process_count; p++) {
        uint32_t labelled;
        if (!process_find_label(&d->at->rows->program->processes.data[d->processes.data[p].type], name, &labelled))
            continue;
        int64_t cost = d->processes.data[p].to.data[labelled];
        second = least(second, cost < nearest ? nearest : cost);
        nearest = least(nearest, cost);
    }
    return nearest + second;
}

static int64_t cost_of_assertion(distance *d, const shape *of, const goal *g)
{
    int64_t cost = FAR;
    for (uint32_t i = 0; i < g->edge_count; i++)
        for (process_ref p = {0}; p.index < of->process_count; p.index++) {
            const process_distance *paths = &d->processes.data[p.index];
            const edge *e = &d->at->rows->program->processes.data[g->edges[i].type].edges.data[g->edges[i].edge];
            if (paths->type == g->edges[i].type)
                cost = least(cost, paths->to.data[e->source] + STEP + (successors_guard(d->at, p, g->condition) ? CLOSED : 0));
        }
    return cost;
}

static int64_t cost_of(distance *d, const shape *of, const goal *g)
{
    switch (g->kind) {
    case GOAL_ALL: return least(FAR, d->costs.data[g->first] + d->costs.data[g->second]);
    case GOAL_ANY: return least(d->costs.data[g->first], d->costs.data[g->second]);
    case GOAL_CONDITION: return cost_of_condition(d, of, g);
    case GOAL_AT: return cost_of_node(d, of, g->type, g->node);
    case GOAL_MUTEX: return least(FAR, cost_of_mutex(d, of, g->label));
    case GOAL_ASSERTION: return cost_of_assertion(d, of, g);
    }
    BUG("unknown goal");
}

int64_t distance_now(distance *d)
{
    const shape *of = d->at->shape;
    int64_t cost = FAR;
    successors_begin(d->at);
    look_at_processes(d, of);
    vec_clear(&d->costs);
    for (size_t i = 0; i < d->goals.items.count; i++)
        vec_push(&d->costs, cost_of(d, of, &d->goals.items.data[i]));
    for (size_t i = 0; i < d->goals.ends.count; i++)
        cost = least(cost, d->costs.data[d->goals.ends.data[i]]);
    return cost;
}
