/* depends.c: which slots a group or a label depends on, and which a group may change: what the footprint says of statements, told of slots.
 *
 * Where processes are created, slots of processes move: then each group reads and writes all of them. */
#include "partition/partition.h"

typedef struct builder {
    const partition *of;
    const rows *rows;
    const shape *widest;
    uint8_t *into; /* by slot of the vector */
} builder;

/* ---- Sets of slots ---- */
static void add(builder *b, uint32_t row_slot, uint32_t count, dependency how)
{
    for (uint32_t i = 0; i < count; i++)
        b->into[b->of->first_slot + row_slot + i] |= (uint8_t)(how | DEPENDS_READ);
}

static void add_all(builder *b, dependency how)
{
    for (uint32_t i = 0; i < b->of->length; i++)
        b->into[i] |= (uint8_t)(how | DEPENDS_READ);
}

static void add_elements(builder *b, const index_set *s, dependency how)
{
    for (uint32_t e = 0; e < b->of->program->global_count; e++)
        if (index_set_has(s, e))
            add(b, e, 1, how);
}

/* Which processes exist. */
static void add_existence(builder *b)
{
    for (uint32_t i = 0; i < b->of->first_slot; i++)
        b->into[i] |= DEPENDS_READ;
}

static uint32_t end_of(const builder *b, uint32_t position)
{
    return position + 1 < b->widest->process_count ? b->widest->process[position + 1].pc : b->widest->slot_count;
}

static void add_buffer(builder *b, uint32_t position, dependency how)
{
    uint32_t first = b->widest->process[position].buffer;
    add(b, first, end_of(b, position) - first, how);
}

/* Everything that a process has. It may go, where that is possible: if nobody is above it. */
static void add_process(builder *b, uint32_t position, dependency how)
{
    uint32_t pc = b->widest->process[position].pc;
    add(b, pc, end_of(b, position) - pc, how);
    if (position < b->of->first_slot)
        b->into[position] |= (uint8_t)(how | DEPENDS_READ);
    if (position + 1 < b->of->first_slot)
        b->into[position + 1] |= DEPENDS_READ;
}

static void add_channels(builder *b, dependency how)
{
    for (uint32_t i = 0; i < b->widest->channel_count; i++) {
        const channel *c = b->widest->channel[i].declaration;
        add(b, b->widest->channel[i].first, (c->capacity > 0) + c->capacity * c->field_count, how);
    }
    if (b->widest->channel_count > b->of->program->channels.count)
        add_existence(b); /* some channels are there with their processes only */
}

/* ---- What footprints say ---- */
/* What is read of others, whoever reads. */
static void add_looks(builder *b, const footprint *f)
{
    add_elements(b, &f->loads, DEPENDS_READ);
    add_elements(b, &f->peeks, DEPENDS_READ);
    add_elements(b, &f->views, DEPENDS_READ);
    if (footprint_looks_at_processes(f) || f->waits_for_all)
        add_existence(b);
    for (uint32_t q = 0; q < b->widest->process_count; q++) {
        const process_slots *slots = &b->widest->process[q];
        if (footprint_asks_where(b->of->footprints, f, slots->type))
            add(b, slots->pc, 1, DEPENDS_READ);
        if (index_set_has(&f->remotes, slots->type))
            add(b, slots->locals, b->of->program->processes.data[slots->type].local_count, DEPENDS_READ);
        if (index_set_has(&f->viewed, slots->type) || f->waits_for_all)
            add_buffer(b, q, DEPENDS_READ);
    }
    if (footprint_touches_channels(f))
        add_channels(b, f->changes_channels ? DEPENDS_WRITE : DEPENDS_READ);
}

/* A store goes to memory in its very step where there are no buffers, or where the step may empty the buffer or wait until it is empty (as a store that is
 * atomic does). */
static void add_stores(builder *b, const footprint *f)
{
    add_elements(b, &f->writes, DEPENDS_WRITE);
    add_elements(b, &f->pokes, DEPENDS_WRITE);
    for (uint32_t e = 0; e < b->of->program->global_count; e++)
        if (index_set_has(&f->stores, e) && (!b->rows->buffers->has_buffers || b->of->unbuffered[e] || footprint_drains(f)))
            add(b, e, 1, DEPENDS_WRITE);
}

static bool has_rendezvous(const builder *b)
{
    bool any = false;
    for (uint32_t i = 0; i < b->widest->channel_count; i++)
        any |= b->widest->channel[i].declaration->capacity == 0;
    return any;
}

static void add_steps_of(builder *b, uint32_t position)
{
    const footprint *f = &b->of->footprints->types[b->widest->process[position].type];
    add_process(b, position, DEPENDS_WRITE);
    add_looks(b, f);
    add_stores(b, f);
}

/* At a rendezvous another process moves too, and goes on in its atomic block. */
static void add_steps(builder *b, uint32_t position)
{
    add_steps_of(b, position);
    if (!b->of->footprints->types[b->widest->process[position].type].meets || !has_rendezvous(b))
        return;
    for (uint32_t q = 0; q < b->widest->process_count; q++)
        add_steps_of(b, q);
}

static void add_commits(builder *b, uint32_t position)
{
    uint32_t type = b->widest->process[position].type;
    if (position < b->of->first_slot)
        b->into[position] |= DEPENDS_READ;
    add_buffer(b, position, DEPENDS_WRITE);
    add_elements(b, &b->of->footprints->types[type].stores, DEPENDS_WRITE);
    if (b->of->program->commits_when)
        add_looks(b, &b->of->footprints->all); /* which has the condition */
}

/* ---- Where processes are created ---- */
static void add_moving(builder *b, dependency how)
{
    for (uint32_t i = 0; i < b->of->length; i++)
        if (i < b->of->first_slot || i >= b->of->first_slot + b->of->shared_slots)
            b->into[i] |= (uint8_t)(how | DEPENDS_READ);
}

static void add_group_of_any(builder *b, group_kind kind)
{
    const footprint *f = &b->of->footprints->all;
    add_moving(b, DEPENDS_WRITE);
    add_looks(b, f);
    if (kind == GROUP_COMMITS)
        add_elements(b, &f->stores, DEPENDS_WRITE);
    else
        add_stores(b, f);
}

/* ---- All ---- */
static void add_label(builder *b, const partition_label *l, const footprint *f)
{
    if (l->kind == PROPERTY_FINAL) {
        add_all(b, DEPENDS_READ);
    } else if (b->of->grows) {
        add_moving(b, DEPENDS_READ);
    } else if (l->kind == PROPERTY_DEADLOCK) {
        add_existence(b);
        for (uint32_t q = 0; q < b->widest->process_count; q++)
            add(b, b->widest->process[q].pc, 1, DEPENDS_READ);
    }
    if (f)
        add_looks(b, f);
}

void partition_find_dependencies(partition *p, const rows *r, const shape *widest)
{
    builder b = {.of = p, .rows = r, .widest = widest};
    for (size_t i = 0; i < p->groups.count; i++) {
        partition_group *g = &p->groups.data[i];
        g->depends = b.into = ARENA_ARRAY(p->memory, uint8_t, p->length + 1);
        if (g->kind == GROUP_TIMEOUT)
            add_all(&b, DEPENDS_WRITE);
        else if (p->grows)
            add_group_of_any(&b, g->kind);
        else
            (g->kind == GROUP_COMMITS ? add_commits : add_steps)(&b, g->position);
    }
    for (size_t i = 0; i < p->labels.count; i++) {
        partition_label *l = &p->labels.data[i];
        l->depends = b.into = ARENA_ARRAY(p->memory, uint8_t, p->length + 1);
        add_label(&b, l, l->question == PARTITION_NO_QUESTION ? NULL : &p->footprints->questions[l->question]);
    }
}
