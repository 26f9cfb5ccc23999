/* partition.c: the layout of vectors, and the names of slots, groups, labels and actions. */
#include "partition/partition.h"

#include <string.h>

#include "base/bug.h"

const char *partition_refuses(const footprints *f, machine on)
{
    arena *memory = arena_new();
    uint32_t *counts = ARENA_ARRAY(memory, uint32_t, f->program->processes.count + 1);
    bool bounded = partition_count_processes(f, memory, counts);
    arena_free(memory);
    if (memory_is_approximation(on.memory))
        return "an approximation of TSO has no vectors of one length for all who search";
    if (!on.buffer && machine_traits(on)->has_buffers && !machine_traits(on)->overwrites)
        return "vectors have one length, so buffers need a bound: give --buffer N";
    if (!bounded)
        return "vectors have one length, and here a `run` in a loop may create any number of processes";
    return NULL;
}

/* ---- Names ---- */
static const char *element_name(partition *p, const variable *v, uint32_t element)
{
    strbuf name = {0};
    variable_element_name(v, element, &name);
    const char *made = arena_strdup(p->memory, strbuf_text(&name));
    strbuf_release(&name);
    return made;
}

static void name_channels(partition *p, const shape *s, uint32_t first, uint32_t end, const char *owner)
{
    for (uint32_t i = first; i < end; i++) {
        const channel *c = s->channel[i].declaration;
        uint32_t slot = p->first_slot + s->channel[i].first;
        if (c->capacity)
            p->slot_names[slot++] = arena_printf(p->memory, "%s%s.length", owner, c->name);
        for (uint32_t k = 0; k < c->capacity * c->field_count; k++)
            p->slot_names[slot + k] = arena_printf(p->memory, "%s%s[%u].%u", owner, c->name, k / c->field_count, k % c->field_count);
    }
}

static void name_process(partition *p, const shape *s, uint32_t position, uint32_t end)
{
    const process_slots *slots = &s->process[position];
    const process_type *t = &p->program->processes.data[slots->type];
    const char *owner = arena_printf(p->memory, "%s[%u].", t->name, position + p->program->pid_base);
    p->slot_names[p->first_slot + slots->pc] = arena_printf(p->memory, "%spc", owner);
    for (size_t i = 0; i < t->locals.count; i++)
        for (uint32_t e = 0; e < t->locals.data[i].count; e++)
            p->slot_names[p->first_slot + slots->locals + t->locals.data[i].offset + e] =
                arena_printf(p->memory, "%s%s", owner, element_name(p, &t->locals.data[i], e));
    name_channels(p, s, slots->first_channel - 1, slots->first_channel - 1 + (uint32_t)t->channels.count, owner);
    for (uint32_t i = slots->buffer; i < end; i++)
        p->slot_names[p->first_slot + i] = arena_printf(p->memory, "%sbuffer[%u]", owner, i - slots->buffer);
}

static void name_slots(partition *p, const shape *widest)
{
    p->slot_names = ARENA_ARRAY(p->memory, const char *, p->length + 1);
    for (uint32_t i = 0; i < p->first_slot; i++)
        p->slot_names[i] = arena_printf(p->memory, "type[%u]", i + p->program->pid_base);
    for (uint32_t i = p->first_slot; i < p->length; i++)
        p->slot_names[i] = arena_printf(p->memory, "slot[%u]", i - p->first_slot); /* but most get another */
    for (size_t i = 0; i < p->program->globals.count; i++)
        for (uint32_t e = 0; e < p->program->globals.data[i].count; e++)
            p->slot_names[p->first_slot + p->program->globals.data[i].offset + e] = element_name(p, &p->program->globals.data[i], e);
    name_channels(p, widest, 0, (uint32_t)p->program->channels.count, "");
    for (uint32_t q = 0; q < widest->process_count; q++)
        name_process(p, widest, q, q + 1 < widest->process_count ? widest->process[q + 1].pc : widest->slot_count);
}

static void name_actions(partition *p)
{
    uint32_t *first = ARENA_ARRAY(p->memory, uint32_t, p->program->processes.count + 1);
    for (size_t i = 0; i < p->properties->items.count; i++)
        vec_push(&p->actions, p->properties->items.data[i].name);
    vec_push(&p->actions, "goes round in a block for ever");
    for (size_t t = 0; t < p->program->processes.count; t++) {
        const process_type *type = &p->program->processes.data[t];
        first[t] = (uint32_t)p->actions.count;
        for (size_t i = 0; i < type->edges.count; i++)
            vec_push(&p->actions, arena_printf(p->memory, "%s: %s", type->name, type->edges.data[i].text ? type->edges.data[i].text : ""));
        vec_push(&p->actions, arena_printf(p->memory, "%s: end", type->name));
        vec_push(&p->actions, arena_printf(p->memory, "%s: commit", type->name));
    }
    p->first_action = first;
}

/* ---- Groups and labels ---- */
static void add_groups(partition *p, const rows *r)
{
    for (uint32_t q = 0; q < p->positions; q++) {
        vec_push(&p->groups, ((partition_group){.kind = GROUP_STEPS, .position = q}));
        if (r->buffers->has_buffers)
            vec_push(&p->groups, ((partition_group){.kind = GROUP_COMMITS, .position = q}));
    }
    if (r->has_timeout)
        vec_push(&p->groups, ((partition_group){.kind = GROUP_TIMEOUT}));
}

static void add_labels(partition *p)
{
    vec_push(&p->labels, ((partition_label){.name = "valid_end_state", .kind = PROPERTY_DEADLOCK, .question = PARTITION_NO_QUESTION}));
    for (uint32_t i = 0; i < p->properties->items.count; i++) {
        const property *item = &p->properties->items.data[i];
        if (item->kind == PROPERTY_NEVER || item->kind == PROPERTY_ALWAYS || item->kind == PROPERTY_FINAL || item->kind == PROPERTY_MUTEX)
            vec_push(&p->labels, ((partition_label){.name = item->name, .kind = item->kind, .condition = item->bad, .label = item->label, .question = i}));
        for (uint32_t k = 0; item->temporal && k < item->temporal->atom_count; k++)
            vec_push(&p->labels, ((partition_label){.name = item->temporal->atom_texts[k], .kind = item->kind, .condition = item->temporal->atoms[k], .question = i}));
    }
}

/* ---- Layout ---- */
/* The shape of all processes at the start; where processes are created, that of none. */
static shape *lay_out(partition *p, rows *r)
{
    uint32_t *counts = ARENA_ARRAY(p->memory, uint32_t, p->program->processes.count + 1);
    shape *root = rows_root(r), *widest = root;
    uint32_t row = root->slot_count;
    CHECK(partition_count_processes(p->footprints, p->memory, counts));
    p->shared_slots = root->slot_count;
    for (uint32_t t = 0; t < p->program->processes.count; t++) {
        p->positions += counts[t];
        row += counts[t] * (counts[t] ? rows_push(r, root, t)->slot_count - root->slot_count : 0);
    }
    for (size_t i = 0; i < p->program->start.count && !p->grows; i++)
        widest = rows_push(r, widest, p->program->start.data[i]);
    CHECK(p->grows || widest->slot_count == row);
    p->first_slot = p->grows || p->program->processes_die ? p->positions : 0;
    p->length = p->first_slot + row;
    return widest;
}

static bool find_initial(partition *p)
{
    partition_handle *h = partition_open(p);
    p->initial = ARENA_ARRAY(p->memory, int32_t, p->length + 1);
    bool good = partition_start(h, p->initial);
    partition_close(h);
    return good;
}

partition *partition_new(const footprints *f, const property_list *properties, machine on)
{
    arena *memory = arena_new();
    partition *p = ARENA_NEW(memory, partition);
    bool *unbuffered = ARENA_ARRAY(memory, bool, f->program->global_count + 1);
    footprints_find_private(f, on, unbuffered);
    on.buffer = on.buffer ? on.buffer : 1; /* there are no buffers, or slots of one store */
    *p = (partition){.memory = memory, .program = f->program, .footprints = f, .properties = properties, .machine = on, .unbuffered = unbuffered,
                     .grows = !index_set_is_empty(&f->all.created)};
    rows *r = rows_new(f, on, memory_model_for(on.memory, &f->all), unbuffered);
    const shape *widest = lay_out(p, r);
    add_groups(p, r);
    add_labels(p);
    partition_find_dependencies(p, r, widest);
    name_slots(p, widest);
    name_actions(p);
    rows_free(r);
    if (find_initial(p))
        return p;
    partition_free(p);
    return NULL;
}

void partition_free(partition *p)
{
    vec_release(&p->groups);
    vec_release(&p->labels);
    vec_release(&p->actions);
    arena_free(p->memory);
}
