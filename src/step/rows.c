#include "step/rows.h"

#include <stdlib.h>
#include <string.h>

#include "base/bug.h"

/* ---- Which locations a process type stores to through its buffer ---- */
/* Under PSO a barrier is a letter of its own in the words that memory_view logs. */
static bool keeps_barriers(const rows *r, const footprint *of)
{
    return of->has_barrier && machine_traits(r->machine)->per_location && r->buffers == &memory_view;
}

static type_stores stores_of(const rows *r, const footprint *of)
{
    uint32_t total = r->program->global_count;
    uint32_t *element = ARENA_ARRAY(r->memory, uint32_t, total + 1);
    location_ref *location = ARENA_ARRAY(r->memory, location_ref, total + 1), barrier = LOCATION_NONE;
    uint32_t count = 0;
    for (uint32_t e = 0; e < total; e++) {
        bool stored = r->buffers->has_buffers && index_set_has(&of->stores, e) && !r->unbuffered[e];
        location[e] = stored ? (location_ref){count} : LOCATION_NONE;
        if (stored)
            element[count++] = e;
    }
    if (keeps_barriers(r, of) && count) {
        barrier.index = count;
        element[count++] = total;
    }
    location[total] = barrier;
    return (type_stores){.count = count, .element = element, .location = location, .barrier = barrier};
}

/* ---- Shapes ---- */
typedef struct shape_builder {
    uint32_t slot_count;
    VEC(channel_slots) channel;
    VEC(process_slots) process;
} shape_builder;

static void push_channels(shape_builder *b, const channel *channels, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const channel *c = &channels[i];
        vec_push(&b->channel, ((channel_slots){c, b->slot_count}));
        b->slot_count += (c->capacity > 0) + c->capacity * c->field_count;
    }
}

static void push_process(const rows *r, shape_builder *b, uint32_t type)
{
    const process_type *t = &r->program->processes.data[type];
    process_slots slots = {.type = type, .pc = b->slot_count, .locals = b->slot_count + 1, .first_channel = (uint32_t)b->channel.count + 1};
    b->slot_count = slots.locals + t->local_count;
    push_channels(b, t->channels.data, t->channels.count);
    slots.buffer = b->slot_count;
    b->slot_count += r->buffers->cell_count(r->stores[type].count, r->bound);
    vec_push(&b->process, slots);
}

static void *copy(arena *memory, const void *data, size_t size)
{
    void *result = arena_alloc(memory, size + 1);
    if (size)
        memcpy(result, data, size);
    return result;
}

/* Takes what the builder holds. */
static shape *add_shape(rows *r, shape *parent, shape_builder *b)
{
    shape *s = ARENA_NEW(r->memory, shape);
    *s = (shape){.id = (uint32_t)r->shapes.count, .parent = parent, .process_count = (uint32_t)b->process.count,
                 .channel_count = (uint32_t)b->channel.count, .slot_count = b->slot_count};
    s->child = ARENA_ARRAY(r->memory, shape *, r->program->processes.count + 1);
    s->process = copy(r->memory, b->process.data, b->process.count * sizeof *b->process.data);
    s->channel = copy(r->memory, b->channel.data, b->channel.count * sizeof *b->channel.data);
    vec_push(&r->shapes, s);
    vec_release(&b->channel);
    vec_release(&b->process);
    return s;
}

shape *rows_push(rows *r, shape *parent, uint32_t type)
{
    if (parent->child[type])
        return parent->child[type];
    shape_builder b = {.slot_count = parent->slot_count};
    for (uint32_t i = 0; i < parent->channel_count; i++)
        vec_push(&b.channel, parent->channel[i]);
    for (uint32_t i = 0; i < parent->process_count; i++)
        vec_push(&b.process, parent->process[i]);
    push_process(r, &b, type);
    parent->child[type] = add_shape(r, parent, &b);
    return parent->child[type];
}

shape *rows_root(rows *r)
{
    return r->shapes.data[0];
}

rows *rows_new(const footprints *f, machine on, const memory_model *buffers, const bool *unbuffered)
{
    const program *p = f->program;
    arena *memory = arena_new();
    rows *r = ARENA_NEW(memory, rows);
    *r = (rows){.memory = memory, .program = p, .machine = on, .unbuffered = unbuffered, .buffers = buffers, .bound = on.buffer, .holder = ROWS_NO_SLOT};
    type_stores *stores = ARENA_ARRAY(memory, type_stores, p->processes.count + 1);
    for (size_t t = 0; t < p->processes.count; t++)
        stores[t] = stores_of(r, &f->types[t]);
    r->stores = stores;
    r->values = ARENA_ARRAY(memory, value_list *, p->processes.count + 1);
    for (size_t t = 0; t < p->processes.count; t++)
        r->values[t] = ARENA_ARRAY(memory, value_list, stores[t].count + 1);
    r->taken = ARENA_ARRAY(memory, bool *, p->processes.count + 1);
    for (size_t t = 0; t < p->processes.count; t++)
        r->taken[t] = ARENA_ARRAY(memory, bool, p->processes.data[t].edges.count + 1);
    r->has_timeout = f->all.asks_timeout;
    shape_builder root = {.slot_count = p->global_count};
    push_channels(&root, p->channels.data, p->channels.count);
    add_shape(r, NULL, &root);
    return r;
}

rows *rows_again(const rows *of, const footprints *f)
{
    CHECK(of->holder == ROWS_NO_SLOT); /* the first shape would have another slot */
    rows *r = rows_new(f, of->machine, of->buffers, of->unbuffered);
    r->bound = of->bound;
    r->cuts = of->cuts;
    for (size_t i = 1; i < of->shapes.count; i++) {
        const shape *s = of->shapes.data[i];
        shape *made = rows_push(r, r->shapes.data[s->parent->id], s->process[s->process_count - 1].type);
        CHECK(made->id == s->id);
    }
    return r;
}

void rows_take_over(rows *r, const rows *other)
{
    for (size_t t = 0; t < r->program->processes.count; t++)
        for (size_t e = 0; e < r->program->processes.data[t].edges.count; e++)
            r->taken[t][e] |= other->taken[t][e];
}

void rows_stop_in_blocks(rows *r)
{
    CHECK(r->shapes.count == 1);
    r->holder = r->shapes.data[0]->slot_count++;
}

void rows_free(rows *r)
{
    for (size_t t = 0; t < r->program->processes.count; t++)
        for (uint32_t i = 0; i < r->stores[t].count; i++)
            vec_release(&r->values[t][i]);
    vec_release(&r->shapes);
    arena_free(r->memory);
}
