/* next.c: the transitions of a group and the values of labels, by the steps of src/step. */
#include <string.h>

#include "base/bug.h"
#include "partition/partition.h"

struct partition_handle {
    arena *memory;
    const partition *of;
    rows *rows;
    successors successors;
    shape *shape;        /* of the vector under way */
    const int32_t *from;
    int32_t *to;
    partition_sink *sink;
    void *data;
    uint32_t told;
};

partition_handle *partition_open(const partition *p)
{
    arena *memory = arena_new();
    partition_handle *h = ARENA_NEW(memory, partition_handle);
    *h = (partition_handle){.memory = memory, .of = p, .to = ARENA_ARRAY(memory, int32_t, p->length + 1)};
    h->rows = rows_new(p->footprints, p->machine, memory_model_for(p->machine.memory, &p->footprints->all), p->unbuffered);
    successors_init(&h->successors, h->rows, p->properties);
    return h;
}

void partition_close(partition_handle *h)
{
    successors_release(&h->successors);
    rows_free(h->rows);
    arena_free(h->memory);
}

/* ---- Vectors and rows ---- */
/* Its first `certain` processes exist: whoever asks for the steps of a process knows that those below it do, and may have other values for them. */
static shape *shape_of(partition_handle *h, const int32_t *vector, uint32_t certain)
{
    const partition *p = h->of;
    shape *s = rows_root(h->rows);
    for (uint32_t q = 0; q < p->positions; q++) {
        bool known = !p->grows && (q < certain || !p->first_slot);
        if (!known && !vector[q])
            break;
        s = rows_push(h->rows, s, p->grows ? (uint32_t)vector[q] - 1 : p->program->start.data[q]);
    }
    return s;
}

static void load(partition_handle *h, const int32_t *vector, uint32_t certain)
{
    h->from = vector;
    h->shape = shape_of(h, vector, certain);
    successors_load(&h->successors, h->shape, vector + h->of->first_slot);
    successors_begin(&h->successors);
}

static uint32_t larger(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

/* The vector of the row; what neither it nor the vector under way has a process for stays as it is. */
static void store(partition_handle *h, int32_t *vector)
{
    const successors *x = &h->successors;
    const partition *p = h->of;
    uint32_t processes = larger(h->shape->process_count, x->shape->process_count), slots = larger(h->shape->slot_count, x->shape->slot_count);
    CHECK(processes <= p->positions && p->first_slot + slots <= p->length);
    for (uint32_t q = 0; q < processes && p->first_slot; q++)
        vector[q] = q < x->shape->process_count ? (int32_t)x->shape->process[q].type + 1 : 0;
    memcpy(vector + p->first_slot, x->slots, x->shape->slot_count * sizeof *vector);
    memset(vector + p->first_slot + x->shape->slot_count, 0, (slots - x->shape->slot_count) * sizeof *vector);
}

bool partition_start(partition_handle *h, int32_t *vector)
{
    h->shape = rows_root(h->rows);
    memset(vector, 0, h->of->length * sizeof *vector);
    if (!successors_initial(&h->successors))
        return false;
    store(h, vector);
    return true;
}

/* ---- Transitions ---- */
static uint32_t action_of(const partition_handle *h, const step *s)
{
    uint32_t type = h->shape->process[s->process].type, first = h->of->first_action[type];
    uint32_t edges = (uint32_t)h->of->program->processes.data[type].edges.count;
    return first + (s->kind == STEP_EDGE ? s->edge : s->kind == STEP_END ? edges : edges + 1);
}

static void tell(partition_handle *h, const int32_t *to, uint32_t action)
{
    h->told++;
    h->sink(h->data, to, action);
}

static bool on_rest(void *data, successors *x)
{
    partition_handle *h = data;
    memcpy(h->to, h->from, h->of->length * sizeof *h->to);
    store(h, h->to);
    tell(h, h->to, action_of(h, &x->trail.data[0]));
    return true;
}

static bool on_violation(void *data, successors *x, property_ref violated)
{
    partition_handle *h = data;
    (void)x;
    tell(h, h->from, violated.index);
    return true;
}

/* What moves and never comes to rest is no end. */
static uint32_t finish(partition_handle *h, bool moved)
{
    if (moved && !h->told)
        tell(h, h->from, (uint32_t)h->of->properties->items.count);
    return h->told;
}

/* Whether any process has a step or a commit. */
static bool may_go_on(partition_handle *h, bool timeout)
{
    bool any = false;
    for (process_ref q = {0}; q.index < h->shape->process_count && !any; q.index++)
        any = successors_by_steps(&h->successors, q, timeout, &successors_nobody) || successors_by_commits(&h->successors, q, &successors_nobody);
    return any;
}

uint32_t partition_next(partition_handle *h, uint32_t group, const int32_t *from, partition_sink *sink, void *data)
{
    const successors_sink told = {.rest = on_rest, .violation = on_violation, .data = h};
    const partition_group *g = &h->of->groups.data[group];
    process_ref p = {g->position};
    bool alone = g->kind != GROUP_TIMEOUT, moved = false;
    h->sink = sink;
    h->data = data;
    h->told = 0;
    if (alone && h->of->first_slot && !from[p.index])
        return 0;
    load(h, from, alone ? p.index + 1 : 0);
    if (g->kind == GROUP_COMMITS)
        moved = successors_by_commits(&h->successors, p, &told);
    else if (alone)
        moved = successors_by_steps(&h->successors, p, false, &told);
    else if (!may_go_on(h, false))
        for (process_ref q = {0}; q.index < h->shape->process_count; q.index++)
            moved |= successors_by_steps(&h->successors, q, true, &told);
    return finish(h, moved);
}

/* ---- Labels ---- */
static bool all_may_end(partition_handle *h)
{
    for (process_ref q = {0}; q.index < h->shape->process_count; q.index++) {
        const node *n = &h->of->program->processes.data[shape_process(h->shape, q)->type].nodes.data[successors_node(&h->successors, q)];
        if (!n->is_end && !n->is_final)
            return false;
    }
    return true;
}

bool partition_holds(partition_handle *h, uint32_t which, const int32_t *state)
{
    const partition_label *l = &h->of->labels.data[which];
    load(h, state, 0);
    if (l->kind == PROPERTY_DEADLOCK)
        return all_may_end(h);
    if (l->kind == PROPERTY_MUTEX)
        return successors_count_at(&h->successors, l->label) > 1;
    if (l->kind == PROPERTY_FINAL && (!all_may_end(h) || may_go_on(h, true)))
        return false;
    bool value = successors_condition(&h->successors, l->condition) != 0;
    bool is_bad = l->kind == PROPERTY_NEVER || l->kind == PROPERTY_ALWAYS || l->kind == PROPERTY_FINAL;
    return value && (is_bad || !h->successors.error.error); /* a formula's condition that has no value is false */
}
