/* classes.c: which slots have a common range of values, and which are kept together. */
#include "engine/explicit/layout.h"

#include "base/bug.h"

enum { ANY_WIDTH = 32 };
enum { MAX_ELEMENT_CLASSES = 64 }; /* arrays up to this size have a class for each element */

/* ---- Classes ---- */
static uint32_t add_class(layout *l, uint32_t most)
{
    vec_push(&l->classes, ((value_class){.most = (uint8_t)most, .alike = (uint32_t)l->classes.count}));
    return (uint32_t)(l->classes.count - 1);
}

static uint32_t classes_of_variable(const variable *v)
{
    return v->count <= MAX_ELEMENT_CLASSES ? v->count : 1;
}

static uint32_t classes_of_channel(const channel *c)
{
    return 1 + c->field_count;
}

/* The classes from `first` on are like those of the first process of the type. */
static void note_alike(layout *l, uint32_t type, uint32_t first)
{
    size_t types = l->rows->program->processes.count, at = type;
    while (l->class_of_process.data[at] == NO_CLASS)
        at += types;
    for (uint32_t i = first; i < l->classes.count; i++)
        l->classes.data[i].alike = l->class_of_process.data[at] + i - first;
}

/* The first class of a process at this position among the others: location, locals, channels, buffer, in the order of place_process. Processes of one type have
 * classes of their own, since what one of them never does need not take bits for it. */
static uint32_t classes_of_process(layout *l, size_t position, uint32_t type)
{
    size_t types = l->rows->program->processes.count, at = position * types + type;
    while (l->class_of_process.count <= at)
        vec_push(&l->class_of_process, (uint32_t)NO_CLASS);
    if (l->class_of_process.data[at] != NO_CLASS)
        return l->class_of_process.data[at];
    const process_type *t = &l->rows->program->processes.data[type];
    uint32_t first = add_class(l, ANY_WIDTH);
    for (size_t i = 0; i < t->locals.count; i++)
        add_class(l, t->locals.data[i].type.bits);
    for (size_t i = 0; i < t->channels.count; i++)
        for (uint32_t k = 0; k < classes_of_channel(&t->channels.data[i]); k++)
            add_class(l, ANY_WIDTH);
    for (uint32_t k = 0; k < 3 + 2 * l->rows->stores[type].count; k++)
        add_class(l, ANY_WIDTH);
    l->class_of_process.data[at] = first;
    note_alike(l, type, first);
    return first;
}

void classes_init(layout *l)
{
    const program *p = l->rows->program;
    l->class_of_global = ARENA_ARRAY(l->memory, uint32_t, p->globals.count + 1);
    for (size_t i = 0; i < p->globals.count; i++) {
        l->class_of_global[i] = (uint32_t)l->classes.count;
        for (uint32_t k = 0; k < classes_of_variable(&p->globals.data[i]); k++)
            add_class(l, p->globals.data[i].type.bits);
    }
    l->class_of_channels = (uint32_t)l->classes.count;
    for (size_t i = 0; i < p->channels.count; i++)
        for (uint32_t k = 0; k < classes_of_channel(&p->channels.data[i]); k++)
            add_class(l, ANY_WIDTH);
    l->class_of_holder = add_class(l, ANY_WIDTH);
}

/* ---- Slots ---- */
typedef struct slot_classes {
    VEC(uint32_t) class; /* of the slots so far */
    VEC(bundle) bundle;
} slot_classes;

static intern *pool_of(layout *l, uint32_t class)
{
    while (l->pools.count <= class)
        vec_push(&l->pools, NULL);
    if (!l->pools.data[class]) {
        l->pools.data[class] = ARENA_NEW(l->memory, intern);
        intern_row(l->pools.data[class], NULL, 0);
        intern_keep(l->pools.data[class]); /* threads that search together add contents */
    }
    return l->pools.data[class];
}

static void place_channels(slot_classes *s, const channel *channels, size_t count, uint32_t class)
{
    for (size_t i = 0; i < count; i++) {
        const channel *c = &channels[i];
        if (c->capacity)
            vec_push(&s->class, class);
        for (uint32_t k = 0; k < c->capacity * c->field_count; k++)
            vec_push(&s->class, class + 1 + k % c->field_count);
        class += classes_of_channel(c);
    }
}

static void place_globals(const layout *l, slot_classes *s)
{
    const program *p = l->rows->program;
    for (size_t i = 0; i < p->globals.count; i++) {
        const variable *v = &p->globals.data[i];
        for (uint32_t e = 0; e < v->count; e++)
            vec_push(&s->class, l->class_of_global[i] + (classes_of_variable(v) > 1 ? e : 0));
    }
    place_channels(s, p->channels.data, p->channels.count, l->class_of_channels);
    if (l->rows->holder != ROWS_NO_SLOT)
        vec_push(&s->class, l->class_of_holder);
}

static void place_buffer(layout *l, slot_classes *s, uint32_t type, uint32_t class)
{
    const memory_model *buffers = l->rows->buffers;
    uint32_t locations = l->rows->stores[type].count, bound = l->rows->bound, first = (uint32_t)s->class.count;
    uint32_t word = l->bundles && buffers->word_cells ? buffers->word_cells(locations, bound) : 0;
    for (uint32_t k = 0; k < buffers->cell_count(locations, bound); k++) {
        location_ref location;
        cell_role role = buffers->role(locations, bound, k, &location);
        uint32_t kind = role == CELL_COUNT ? 0 : role == CELL_LOCATION ? 1 : 2;
        vec_push(&s->class, class + (location_is(location, LOCATION_VARIES) ? kind : 3 + 2 * location.index + kind / 2));
        if (word && k % word == 0)
            vec_push(&s->bundle, ((bundle){first + k, word, pool_of(l, vec_last(&s->class))}));
    }
}

static void place_process(layout *l, slot_classes *s, const shape *of, uint32_t position)
{
    const process_slots *slots = &of->process[position];
    const process_type *t = &l->rows->program->processes.data[slots->type];
    uint32_t class = classes_of_process(l, position, slots->type);
    CHECK(s->class.count == slots->pc);
    vec_push(&s->class, class++);
    for (size_t i = 0; i < t->locals.count; i++, class++)
        for (uint32_t e = 0; e < t->locals.data[i].count; e++)
            vec_push(&s->class, class);
    place_channels(s, t->channels.data, t->channels.count, class);
    for (size_t i = 0; i < t->channels.count; i++)
        class += classes_of_channel(&t->channels.data[i]);
    CHECK(s->class.count == slots->buffer);
    place_buffer(l, s, slots->type, class);
}

void classes_find_carriers(const layout *l, packing *s)
{
    uint32_t slots = s->shape->slot_count;
    uint32_t *bundle_of = ARENA_ARRAY(l->memory, uint32_t, slots + 1), *carriers = ARENA_ARRAY(l->memory, uint32_t, slots + 1);
    for (uint32_t k = 0; k < s->bundle_count; k++)
        for (uint32_t i = 0; i < s->bundles[k].count; i++)
            bundle_of[s->bundles[k].first + i] = k + 1;
    s->carrier_count = 0;
    for (uint32_t i = 0; i < slots; i++)
        if (!bundle_of[i] || s->bundles[bundle_of[i] - 1].first == i)
            carriers[s->carrier_count++] = i;
    s->bundle_of = bundle_of;
    s->carriers = carriers;
}

/* ---- Shapes ---- */
static void add_units(layout *l, packing *s)
{
    const shape *of = s->shape;
    s->first_steps = ARENA_ARRAY(l->memory, unit_ref, of->process_count + 1);
    s->commits = ARENA_ARRAY(l->memory, unit_ref, of->process_count + 1);
    for (uint32_t p = 0; p < of->process_count; p++) {
        s->first_steps[p].index = l->unit_count;
        l->unit_count += (uint32_t)l->rows->program->processes.data[of->process[p].type].nodes.count;
        s->commits[p].index = l->unit_count++;
    }
    s->condition.index = l->unit_count++;
}

packing *classes_of_shape(layout *l, shape *of)
{
    slot_classes slots = {0};
    place_globals(l, &slots);
    for (uint32_t p = 0; p < of->process_count; p++)
        place_process(l, &slots, of, p);
    CHECK(slots.class.count == of->slot_count);
    packing *s = ARENA_NEW(l->memory, packing);
    *s = (packing){.shape = of, .bundle_count = (uint32_t)slots.bundle.count, .fields = ARENA_ARRAY(l->memory, field, of->slot_count + 1)};
    uint32_t *class = ARENA_ARRAY(l->memory, uint32_t, slots.class.count + 1);
    bundle *bundles = ARENA_ARRAY(l->memory, bundle, slots.bundle.count + 1);
    for (size_t i = 0; i < slots.class.count; i++)
        class[i] = slots.class.data[i];
    for (size_t i = 0; i < slots.bundle.count; i++)
        bundles[i] = slots.bundle.data[i];
    s->class = class;
    s->bundles = bundles;
    vec_release(&slots.class);
    vec_release(&slots.bundle);
    classes_find_carriers(l, s);
    add_units(l, s);
    return s;
}
