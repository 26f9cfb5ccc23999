#include "step/model.h"

#include <stdlib.h>
#include <string.h>

#include "base/bug.h"

enum { MAX_ELEMENT_CLASSES = 64 }; /* arrays up to this size have a class for each element */

/* ---- Which locations a process type stores to through its buffer ---- */
static void mark_place(const model *m, const place *target, bool *marked)
{
    if (target->kind != PLACE_GLOBAL)
        return;
    const variable *v = &m->program->globals.data[target->variable];
    if (v->class != VARIABLE_RELAXED)
        return;
    int32_t index = 0;
    bool single = !target->index || expr_is_const(target->index, &index);
    for (uint32_t e = 0; e < v->count; e++)
        if (!m->unbuffered[v->offset + e] && (!single || e == (uint32_t)index))
            marked[v->offset + e] = true;
}

static void mark_effect(const model *m, const effect *e, bool *marked)
{
    if (e->kind == EFFECT_ASSIGN)
        mark_place(m, &e->target, marked);
    if (e->kind == EFFECT_RECEIVE)
        for (uint32_t i = 0; i < e->argument_count; i++)
            if (!e->patterns[i].match)
                mark_place(m, &e->patterns[i].target, marked);
    mark_place(m, &e->result, marked);
}

/* Under PSO a barrier is a letter of its own in the words that memory_view logs. */
static bool keeps_barriers(const model *m, const process_type *t)
{
    return process_has_effect(t, EFFECT_BARRIER) && machine_traits(m->machine)->per_location && m->buffers == &memory_view;
}

static type_stores stores_of(const model *m, const process_type *t)
{
    uint32_t total = m->program->global_count;
    bool *marked = ARENA_ARRAY(m->memory, bool, total + 1);
    if (m->buffers->has_buffers)
        for (size_t i = 0; i < t->edges.count; i++)
            for (uint32_t k = 0; k < t->edges.data[i].effect_count; k++)
                mark_effect(m, &t->edges.data[i].effects[k], marked);
    uint32_t *element = ARENA_ARRAY(m->memory, uint32_t, total + 1);
    int32_t *location = ARENA_ARRAY(m->memory, int32_t, total + 1);
    uint32_t count = 0;
    for (uint32_t e = 0; e < total; e++) {
        location[e] = marked[e] ? (int32_t)count : -1;
        if (marked[e])
            element[count++] = e;
    }
    int32_t barrier = keeps_barriers(m, t) && count ? (int32_t)count : -1;
    location[total] = barrier;
    if (barrier >= 0)
        element[count++] = total;
    return (type_stores){.count = count, .element = element, .location = location, .barrier = barrier};
}

/* ---- Classes ---- */
static uint32_t add_class(model *m)
{
    vec_push(&m->classes, (value_class){0});
    return (uint32_t)(m->classes.count - 1);
}

static uint32_t classes_of_variable(const variable *v)
{
    return v->count <= MAX_ELEMENT_CLASSES ? v->count : 1;
}

static uint32_t classes_of_channel(const channel *c)
{
    return 1 + c->field_count;
}

/* The first class of a process at this place among the others: location, locals, channels, buffer, in the order of push_process. Processes of one type have
 * classes of their own, since what one of them never does need not take bits for it. */
static uint32_t classes_of_process(model *m, size_t position, uint32_t type)
{
    size_t types = m->program->processes.count, at = position * types + type;
    while (m->class_of_process.count <= at)
        vec_push(&m->class_of_process, UINT32_MAX);
    if (m->class_of_process.data[at] != UINT32_MAX)
        return m->class_of_process.data[at];
    const process_type *t = &m->program->processes.data[type];
    uint32_t first = add_class(m);
    for (size_t i = 0; i < t->locals.count; i++)
        add_class(m);
    for (size_t i = 0; i < t->channels.count; i++)
        for (uint32_t k = 0; k < classes_of_channel(&t->channels.data[i]); k++)
            add_class(m);
    for (uint32_t k = 0; k < 3 + 2 * m->stores[type].count; k++)
        add_class(m);
    m->class_of_process.data[at] = first;
    return first;
}

static void add_classes(model *m)
{
    const program *p = m->program;
    m->class_of_global = ARENA_ARRAY(m->memory, uint32_t, p->globals.count + 1);
    for (size_t i = 0; i < p->globals.count; i++) {
        m->class_of_global[i] = (uint32_t)m->classes.count;
        for (uint32_t k = 0; k < classes_of_variable(&p->globals.data[i]); k++)
            add_class(m);
    }
    m->class_of_channels = (uint32_t)m->classes.count;
    for (size_t i = 0; i < p->channels.count; i++)
        for (uint32_t k = 0; k < classes_of_channel(&p->channels.data[i]); k++)
            add_class(m);
}

/* ---- Bundles ---- */
static intern *pool_of(model *m, uint32_t class)
{
    while (m->pools.count <= class)
        vec_push(&m->pools, NULL);
    if (!m->pools.data[class]) {
        m->pools.data[class] = ARENA_NEW(m->memory, intern);
        intern_row(m->pools.data[class], NULL, 0);
    }
    return m->pools.data[class];
}

/* ---- Shapes ---- */
typedef struct shape_builder {
    VEC(uint32_t) class;
    VEC(channel_slots) channel;
    VEC(process_slots) process;
    VEC(bundle) bundle;
} shape_builder;

static void push_channels(shape_builder *b, const channel *channels, size_t count, uint32_t class)
{
    for (size_t i = 0; i < count; i++) {
        const channel *c = &channels[i];
        vec_push(&b->channel, ((channel_slots){c, (uint32_t)b->class.count}));
        if (c->capacity)
            vec_push(&b->class, class);
        for (uint32_t k = 0; k < c->capacity * c->field_count; k++)
            vec_push(&b->class, class + 1 + k % c->field_count);
        class += classes_of_channel(c);
    }
}

static void push_globals(const model *m, shape_builder *b)
{
    const program *p = m->program;
    for (size_t i = 0; i < p->globals.count; i++) {
        const variable *v = &p->globals.data[i];
        for (uint32_t e = 0; e < v->count; e++)
            vec_push(&b->class, m->class_of_global[i] + (classes_of_variable(v) > 1 ? e : 0));
    }
    push_channels(b, p->channels.data, p->channels.count, m->class_of_channels);
}

static void push_process(model *m, shape_builder *b, uint32_t type)
{
    const process_type *t = &m->program->processes.data[type];
    process_slots slots = {.type = type, .pc = (uint32_t)b->class.count, .first_channel = (uint32_t)b->channel.count + 1};
    uint32_t class = classes_of_process(m, b->process.count, type);
    vec_push(&b->class, class++);
    slots.locals = (uint32_t)b->class.count;
    for (size_t i = 0; i < t->locals.count; i++, class++)
        for (uint32_t e = 0; e < t->locals.data[i].count; e++)
            vec_push(&b->class, class);
    push_channels(b, t->channels.data, t->channels.count, class);
    for (size_t i = 0; i < t->channels.count; i++)
        class += classes_of_channel(&t->channels.data[i]);
    slots.buffer = (uint32_t)b->class.count;
    uint32_t locations = m->stores[type].count, count = m->buffers->cell_count(locations, m->bound);
    uint32_t word = m->bundles && m->buffers->word_cells ? m->buffers->word_cells(locations, m->bound) : 0;
    for (uint32_t k = 0; k < count; k++) {
        uint32_t location;
        cell_role role = m->buffers->role(locations, m->bound, k, &location);
        uint32_t kind = role == CELL_COUNT ? 0 : role == CELL_LOCATION ? 1 : 2;
        vec_push(&b->class, class + (location == UINT32_MAX ? kind : 3 + 2 * location + kind / 2));
        if (word && k % word == 0)
            vec_push(&b->bundle, ((bundle){slots.buffer + k, word, pool_of(m, vec_last(&b->class))}));
    }
    vec_push(&b->process, slots);
}

static void *copy(arena *memory, const void *data, size_t size)
{
    void *result = arena_alloc(memory, size + 1);
    if (size)
        memcpy(result, data, size);
    return result;
}

static void add_units(model *m, shape *s)
{
    s->steps = ARENA_ARRAY(m->memory, unit *, s->process_count + 1);
    s->commits = ARENA_ARRAY(m->memory, unit, s->process_count + 1);
    for (uint32_t p = 0; p < s->process_count; p++) {
        size_t nodes = m->program->processes.data[s->process[p].type].nodes.count;
        s->steps[p] = ARENA_ARRAY(m->memory, unit, nodes);
        for (size_t k = 0; k < nodes; k++)
            s->steps[p][k].id = m->unit_count++;
        s->commits[p].id = m->unit_count++;
    }
    s->condition.id = m->unit_count++;
}

static shape *add_shape(model *m, shape *parent, const shape_builder *b)
{
    shape *s = ARENA_NEW(m->memory, shape);
    *s = (shape){.id = (uint32_t)m->shapes.count, .parent = parent, .process_count = (uint32_t)b->process.count,
                 .channel_count = (uint32_t)b->channel.count, .slot_count = (uint32_t)b->class.count};
    s->child = ARENA_ARRAY(m->memory, shape *, m->program->processes.count + 1);
    s->process = copy(m->memory, b->process.data, b->process.count * sizeof *b->process.data);
    s->channel = copy(m->memory, b->channel.data, b->channel.count * sizeof *b->channel.data);
    s->class = copy(m->memory, b->class.data, b->class.count * sizeof *b->class.data);
    s->bundles = copy(m->memory, b->bundle.data, b->bundle.count * sizeof *b->bundle.data);
    s->bundle_count = (uint32_t)b->bundle.count;
    s->fields = ARENA_ARRAY(m->memory, field, b->class.count + 1);
    model_find_carriers(m, s);
    add_units(m, s);
    vec_push(&m->shapes, s);
    return s;
}

shape *model_push(model *m, shape *parent, uint32_t type)
{
    if (parent->child[type])
        return parent->child[type];
    shape_builder b = {0};
    for (uint32_t i = 0; i < parent->slot_count; i++)
        vec_push(&b.class, parent->class[i]);
    for (uint32_t i = 0; i < parent->channel_count; i++)
        vec_push(&b.channel, parent->channel[i]);
    for (uint32_t i = 0; i < parent->process_count; i++)
        vec_push(&b.process, parent->process[i]);
    for (uint32_t i = 0; i < parent->bundle_count; i++)
        vec_push(&b.bundle, parent->bundles[i]);
    push_process(m, &b, type);
    shape *s = add_shape(m, parent, &b);
    vec_release(&b.class);
    vec_release(&b.channel);
    vec_release(&b.process);
    vec_release(&b.bundle);
    parent->child[type] = s;
    m->stale = true; /* it has no fields yet */
    return s;
}

shape *model_root(model *m)
{
    return m->shapes.data[0];
}

static void find_timeout(const expr *e, void *data)
{
    if (e->kind == EXPR_TIMEOUT)
        *(bool *)data = true;
}

static bool uses_timeout(const program *p)
{
    bool found = false;
    for (size_t t = 0; t < p->processes.count; t++) {
        const process_type *type = &p->processes.data[t];
        for (size_t i = 0; i < type->edges.count; i++) {
            expr_each(type->edges.data[i].guard, find_timeout, &found);
            for (uint32_t k = 0; k < type->edges.data[i].effect_count; k++)
                expr_each(type->edges.data[i].effects[k].value, find_timeout, &found);
        }
    }
    return found;
}

model *model_new(const program *p, machine on, const memory_model *buffers, const bool *unbuffered)
{
    arena *memory = arena_new();
    model *m = ARENA_NEW(memory, model);
    *m = (model){.memory = memory, .program = p, .machine = on, .unbuffered = unbuffered,
                 .buffers = buffers, .bound = on.buffer, .bundles = true};
    type_stores *stores = ARENA_ARRAY(memory, type_stores, p->processes.count + 1);
    for (size_t t = 0; t < p->processes.count; t++)
        stores[t] = stores_of(m, &p->processes.data[t]);
    m->stores = stores;
    m->values = ARENA_ARRAY(memory, value_list *, p->processes.count + 1);
    for (size_t t = 0; t < p->processes.count; t++)
        m->values[t] = ARENA_ARRAY(memory, value_list, stores[t].count + 1);
    m->has_timeout = uses_timeout(p);
    add_classes(m);
    shape_builder root = {0};
    push_globals(m, &root);
    add_shape(m, NULL, &root);
    vec_release(&root.class);
    vec_release(&root.channel);
    m->stale = true;
    return m;
}

void model_free(model *m)
{
    for (size_t t = 0; t < m->program->processes.count; t++)
        for (uint32_t i = 0; i < m->stores[t].count; i++)
            vec_release(&m->values[t][i]);
    model_drop_contents(m);
    vec_release(&m->pools);
    vec_release(&m->classes);
    vec_release(&m->shapes);
    vec_release(&m->class_of_process);
    arena_free(m->memory);
}
