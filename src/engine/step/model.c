#include "engine/step/model.h"

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
    return process_has_effect(t, EFFECT_BARRIER) && m->machine.memory == MEMORY_PSO && m->buffers == &memory_view;
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

/* ---- Shapes ---- */
typedef struct shape_builder {
    VEC(uint32_t) class;
    VEC(channel_slots) channel;
    VEC(process_slots) process;
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
    uint32_t locations = m->stores[type].count;
    for (uint32_t k = 0; k < m->buffers->cell_count(locations, m->bound); k++) {
        uint32_t location;
        cell_role role = m->buffers->role(locations, m->bound, k, &location);
        uint32_t kind = role == CELL_COUNT ? 0 : role == CELL_LOCATION ? 1 : 2;
        vec_push(&b->class, class + (location == UINT32_MAX ? kind : 3 + 2 * location + kind / 2));
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

/* The number of bits that count from 0 to `largest`. */
static uint32_t bits_for(uint64_t largest)
{
    uint32_t bits = 0;
    while (largest >> bits)
        bits++;
    return bits;
}

/* Places the slots' fields; the number of words they take. Wide fields first-fit into the words opened so far. */
static uint32_t place_fields(const model *m, shape *s)
{
    VEC(uint8_t) used = {0};
    vec_push(&used, (uint8_t)m->shape_bits);
    size_t first_open = 0;
    for (uint32_t i = 0; i < s->slot_count; i++) {
        const value_class *c = &m->classes.data[s->class[i]];
        size_t word = first_open;
        while (word < used.count && used.data[word] + c->width > 64)
            word++;
        if (word == used.count)
            vec_push(&used, 0);
        s->fields[i] = (field){.word = (uint16_t)word, .shift = used.data[word], .width = c->width,
                               .is_signed = c->is_signed, .constant = c->constant};
        if (c->width == 0)
            s->fields[i].word = s->fields[i].shift = 0;
        used.data[word] = (uint8_t)(used.data[word] + c->width);
        while (first_open < used.count && used.data[first_open] == 64)
            first_open++;
    }
    uint32_t words = (uint32_t)used.count;
    vec_release(&used);
    return words;
}

/* The bits that tell whether a process has stores pending. */
static void find_pending_bits(const model *m, shape *s)
{
    memset(s->pending, 0, sizeof *s->pending * s->process_count * m->words);
    for (uint32_t p = 0; p < s->process_count; p++) {
        const process_slots *slots = &s->process[p];
        uint32_t locations = m->stores[slots->type].count;
        for (uint32_t k = 0; k < m->buffers->cell_count(locations, m->bound); k++) {
            uint32_t location;
            const field *f = &s->fields[slots->buffer + k];
            if (m->buffers->role(locations, m->bound, k, &location) == CELL_COUNT)
                s->pending[p * m->words + f->word] |= field_mask(f);
        }
    }
}

static void forget_masks(const model *m, shape *s)
{
    for (uint32_t p = 0; p < s->process_count; p++) {
        size_t nodes = m->program->processes.data[s->process[p].type].nodes.count;
        for (size_t k = 0; k < nodes; k++)
            s->steps[p][k].mask = NULL;
        s->commits[p].mask = NULL;
    }
    s->condition.mask = NULL;
}

void model_relayout(model *m)
{
    m->shape_bits = bits_for(m->shapes.count - 1);
    m->words = 1;
    for (size_t i = 0; i < m->shapes.count; i++) {
        uint32_t words = place_fields(m, m->shapes.data[i]);
        if (words > m->words)
            m->words = words;
    }
    m->too_large = m->words > MODEL_MAX_WORDS;
    for (size_t i = 0; i < m->shapes.count; i++) {
        shape *s = m->shapes.data[i];
        s->pending = ARENA_ARRAY(m->memory, uint64_t, s->process_count * m->words + 1);
        find_pending_bits(m, s);
        forget_masks(m, s);
    }
    m->stale = false;
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
    s->fields = ARENA_ARRAY(m->memory, field, b->class.count + 1);
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
    push_process(m, &b, type);
    shape *s = add_shape(m, parent, &b);
    vec_release(&b.class);
    vec_release(&b.channel);
    vec_release(&b.process);
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
                 .buffers = buffers, .bound = on.buffer};
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
    vec_release(&m->classes);
    vec_release(&m->shapes);
    vec_release(&m->class_of_process);
    arena_free(m->memory);
}

void model_unpack(const shape *s, const uint64_t *words, int32_t *slots)
{
    for (uint32_t i = 0; i < s->slot_count; i++)
        slots[i] = field_get(&s->fields[i], words);
}

void model_widen(model *m, const shape *s, uint32_t slot, int32_t value)
{
    value_class *c = &m->classes.data[s->class[slot]];
    m->stale = true;
    if (!c->has_value) {
        *c = (value_class){.has_value = true, .constant = value};
        return;
    }
    int32_t low = value < c->constant ? value : c->constant, high = value > c->constant ? value : c->constant;
    bool is_signed = c->is_signed || low < 0;
    uint32_t width = c->width + (uint32_t)(is_signed && !c->is_signed && c->width); /* the sign takes a bit */
    for (int k = 0; k < 2; k++) {
        int64_t v = k ? high : low;
        uint32_t needed = bits_for((uint64_t)(v < 0 ? -(v + 1) : v)) + (uint32_t)is_signed;
        width = needed > width ? needed : width;
    }
    *c = (value_class){.has_value = true, .is_signed = is_signed, .width = (uint8_t)(width > 32 ? 32 : width), .constant = 0};
}

bool model_pack(model *m, const shape *s, const int32_t *slots, uint64_t *words)
{
    memset(words, 0, sizeof *words * m->words);
    words[0] = s->id;
    bool fits = true;
    for (uint32_t i = 0; i < s->slot_count; i++) {
        const field *f = &s->fields[i];
        if (!field_fits(f, slots[i]) || !m->classes.data[s->class[i]].has_value) {
            model_widen(m, s, i, slots[i]);
            fits = false;
        }
        words[f->word] |= field_bits(f, slots[i]);
    }
    return fits && !m->stale;
}
