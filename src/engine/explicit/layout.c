/* layout.c: where the slots of a shape lie in a packed state, and from one to the other. */
#include "engine/explicit/layout.h"

#include <string.h>

#include "base/bug.h"

/* ---- Bundles ---- */
int32_t packing_carried(const packing *s, uint32_t slot, const int32_t *slots)
{
    if (!s->bundle_of[slot])
        return slots[slot];
    const bundle *b = &s->bundles[s->bundle_of[slot] - 1];
    uint32_t count = b->count;
    while (count && !slots[b->first + count - 1])
        count--;
    return count ? (int32_t)intern_row(b->pool, slots + b->first, count) : 0;
}

int32_t packing_value(const packing *s, uint32_t slot, const uint64_t *limbs)
{
    int32_t carried = field_get(&s->fields[slot], limbs);
    if (!s->bundle_of[slot])
        return carried;
    const bundle *b = &s->bundles[s->bundle_of[slot] - 1];
    uint32_t within = slot - b->first;
    return within < intern_length(b->pool, (uint32_t)carried) ? intern_get(b->pool, (uint32_t)carried)[within] : 0;
}

static void bundle_unpack(const bundle *b, uint32_t number, int32_t *slots)
{
    uint32_t length = intern_length(b->pool, number);
    if (length)
        memcpy(slots + b->first, intern_get(b->pool, number), length * sizeof *slots);
    memset(slots + b->first + length, 0, (b->count - length) * sizeof *slots);
}

size_t layout_bytes(const layout *l)
{
    size_t bytes = 0;
    for (size_t i = 0; i < l->pools.count; i++)
        if (l->pools.data[i])
            bytes += intern_bytes(l->pools.data[i]);
    return bytes;
}

void layout_drop_contents(layout *l)
{
    for (size_t i = 0; i < l->pools.count; i++)
        if (l->pools.data[i])
            intern_release(l->pools.data[i]);
    vec_clear(&l->pools);
}

/* ---- Fields ---- */
/* The number of bits that count from 0 to `largest`. */
static uint32_t bits_for(uint64_t largest)
{
    uint32_t bits = 0;
    while (largest >> bits)
        bits++;
    return bits;
}

/* Places the slots' fields; the number of limbs they take. Wide fields first-fit into the limbs opened so far. */
static uint32_t place_fields(const layout *l, packing *s)
{
    VEC(uint8_t) used = {0};
    vec_push(&used, (uint8_t)l->shape_bits);
    size_t first_open = 0;
    for (uint32_t k = 0; k < s->carrier_count; k++) {
        uint32_t i = s->carriers[k];
        const value_class *c = &l->classes.data[s->class[i]];
        size_t limb = first_open;
        while (limb < used.count && used.data[limb] + c->width > 64)
            limb++;
        if (limb == used.count)
            vec_push(&used, 0);
        s->fields[i] = (field){.limb = (uint16_t)limb, .shift = used.data[limb], .width = c->width,
                               .is_signed = c->is_signed, .constant = c->constant};
        if (c->width == 0)
            s->fields[i].limb = s->fields[i].shift = 0;
        used.data[limb] = (uint8_t)(used.data[limb] + c->width);
        while (first_open < used.count && used.data[first_open] == 64)
            first_open++;
    }
    for (uint32_t k = 0; k < s->bundle_count; k++)
        for (uint32_t i = 1; i < s->bundles[k].count; i++)
            s->fields[s->bundles[k].first + i] = s->fields[s->bundles[k].first];
    uint32_t limbs = (uint32_t)used.count;
    vec_release(&used);
    return limbs;
}

/* The bits that tell whether a process has stores pending. */
static void find_pending_bits(const layout *l, packing *s)
{
    memset(s->pending, 0, sizeof *s->pending * s->shape->process_count * l->limbs);
    for (uint32_t p = 0; p < s->shape->process_count; p++) {
        const process_slots *slots = &s->shape->process[p];
        uint32_t locations = l->rows->stores[slots->type].count;
        for (uint32_t k = 0; k < l->rows->buffers->cell_count(locations, l->rows->bound); k++) {
            location_ref location;
            const field *f = &s->fields[slots->buffer + k];
            if (l->rows->buffers->role(locations, l->rows->bound, k, &location) == CELL_COUNT)
                s->pending[p * l->limbs + f->limb] |= field_mask(f);
        }
    }
}

static bool is_of_bundles(const layout *l, size_t class)
{
    return l->bundles && class < l->pools.count && l->pools.data[class];
}

/* The class holds the value, too. */
static void class_hold(value_class *c, int32_t value)
{
    if (!c->has_value) {
        c->has_value = true;
        c->constant = value;
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
    c->is_signed = is_signed;
    c->width = (uint8_t)(width > 32 ? 32 : width);
    c->constant = 0;
}

/* The class holds all that the other holds, too. */
static void class_hold_all(value_class *c, const value_class *other)
{
    uint32_t free_bits = 32 - other->width;
    if (!other->width)
        return;
    class_hold(c, other->is_signed ? INT32_MIN >> free_bits : 0);
    class_hold(c, (int32_t)(UINT32_MAX >> free_bits >> (other->is_signed || other->width == 32)));
}

/* What is foreseen: processes of one type will do the same, whatever position they have. */
static void widen_alike(layout *l)
{
    value_class *classes = l->classes.data;
    for (int pass = 0; pass < 2; pass++) /* to the first of those alike, then back */
        for (size_t i = 0; i < l->classes.count; i++) {
            uint32_t first = classes[i].alike;
            if (first != i && !is_of_bundles(l, i))
                class_hold_all(&classes[pass ? i : first], &classes[pass ? first : i]);
        }
}

/* The classes of numbers of contents, with `spare` bits more than the numbers so far need. */
static void widen_bundles(layout *l, uint32_t spare)
{
    enum { MOST = 31, FORESEEN = 2 };
    value_class *classes = l->classes.data;
    for (size_t i = 0; i < l->pools.count; i++)
        if (is_of_bundles(l, i)) {
            uint32_t width = bits_for(intern_count(l->pools.data[i]) - 1) + spare + (l->has_foresight ? FORESEEN : 0);
            classes[i].width = (uint8_t)(width > MOST ? MOST : width);
        }
    for (size_t k = 0; k < 2 * l->pools.count && l->has_foresight; k++) { /* to the first of those alike, then back */
        size_t i = k % l->pools.count, first = classes[i].alike;
        bool back = k >= l->pools.count;
        if (is_of_bundles(l, i) && classes[back ? first : i].width > classes[back ? i : first].width)
            classes[back ? i : first].width = classes[back ? first : i].width;
    }
}

/* All fields, with `spare` bits more than needed for each number of a bundle's contents; the number of limbs that a state takes. */
static uint32_t place_all(layout *l, uint32_t spare)
{
    uint32_t most = 1;
    widen_bundles(l, spare);
    for (size_t i = 0; i < l->packings.count; i++) {
        uint32_t limbs = l->packings.data[i] ? place_fields(l, l->packings.data[i]) : 0;
        most = limbs > most ? limbs : most;
    }
    return most;
}

/* Contents go on to be met, and each time that their numbers need another bit all states are written anew: bits that no class needs are for them. */
void layout_renew(layout *l)
{
    enum { SPARE = 4, MANY_RENEWALS = 100 };
    l->has_foresight |= ++l->renewals > MANY_RENEWALS;
    if (l->has_foresight)
        widen_alike(l);
    arena_free(l->current);
    l->current = arena_new();
    l->shape_bits = bits_for(l->packings.count - 1);
    l->limbs = place_all(l, 0);
    uint32_t spare = l->bundles && l->pools.count ? SPARE : 0;
    while (spare && place_all(l, spare) > l->limbs)
        spare /= 2;
    if (!spare)
        place_all(l, 0);
    l->too_large = l->limbs > LAYOUT_MAX_LIMBS;
    for (size_t i = 0; i < l->packings.count; i++) {
        packing *s = l->packings.data[i];
        if (!s)
            continue;
        s->pending = ARENA_ARRAY(l->current, uint64_t, s->shape->process_count * l->limbs + 1);
        find_pending_bits(l, s);
    }
    l->stale = false;
}

static void drop_contents(void *data)
{
    layout_drop_contents(data);
}

layout *layout_new(const rows *r)
{
    arena *memory = arena_new();
    layout *l = ARENA_NEW(memory, layout);
    *l = (layout){.memory = memory, .rows = r, .bundles = true, .stale = true};
    l->guest = memory_adopt(l, drop_contents);
    classes_init(l);
    return l;
}

void layout_free(layout *l)
{
    memory_disown(l->guest);
    layout_drop_contents(l);
    vec_release(&l->pools);
    vec_release(&l->classes);
    vec_release(&l->packings);
    vec_release(&l->class_of_process);
    arena_free(l->current);
    arena_free(l->memory);
}

packing *layout_of_shape(layout *l, const shape *s)
{
    while (l->packings.count <= s->id)
        vec_push(&l->packings, NULL);
    packing **of = &l->packings.data[s->id];
    if (layout_find_shape(l, s))
        return *of;
    if (!*of)
        *of = classes_of_shape(l, l->rows->shapes.data[s->id]);
    l->stale = true;
    return NULL;
}

/* ---- States ---- */
void packing_load(const packing *s, const uint64_t *limbs, successors *into)
{
    packing_unpack(s, limbs, successors_open(into, into->rows->shapes.data[s->shape->id])); /* it may have rows of its own, with the same shapes */
}

void packing_unpack(const packing *s, const uint64_t *limbs, int32_t *slots)
{
    for (uint32_t k = 0; k < s->carrier_count; k++)
        slots[s->carriers[k]] = field_get(&s->fields[s->carriers[k]], limbs);
    for (uint32_t k = 0; k < s->bundle_count; k++)
        bundle_unpack(&s->bundles[k], (uint32_t)slots[s->bundles[k].first], slots);
}

void packing_convert(const packing *s, const packing *old, const uint64_t *from, uint32_t limb_count, uint64_t *to)
{
    bool dissolved = s->bundle_count != old->bundle_count;
    memset(to, 0, sizeof *to * limb_count);
    to[0] = s->shape->id;
    for (uint32_t k = 0; k < s->carrier_count; k++) {
        uint32_t i = s->carriers[k];
        const field *f = &s->fields[i];
        int32_t carried = dissolved ? packing_value(old, i, from) : field_get(&old->fields[i], from);
        CHECK(field_fits(f, carried));
        to[f->limb] |= field_bits(f, carried);
    }
}

void layout_widen(layout *l, const packing *s, uint32_t slot, int32_t carried)
{
    value_class *c = &l->classes.data[s->class[slot]];
    l->stale = true;
    if (s->bundle_of[slot]) {
        c->has_value = true; /* see place_all */
        return;
    }
    uint32_t before = c->width, twice = 2 * before < c->most ? 2 * before : c->most;
    class_hold(c, carried);
    if (l->has_foresight && before && c->width < twice)
        c->width = (uint8_t)twice;
}

/* Where the class of a slot has had no value yet, its first one decides how it is kept. */
static bool slot_fits(const layout *l, const packing *s, uint32_t slot, int32_t carried)
{
    return field_fits(&s->fields[slot], carried) && l->classes.data[s->class[slot]].has_value;
}

bool packing_pack(const packing *s, const layout *l, const int32_t *slots, uint64_t *limbs)
{
    memset(limbs, 0, sizeof *limbs * l->limbs);
    limbs[0] = s->shape->id;
    bool fits = true;
    for (uint32_t k = 0; k < s->carrier_count && fits; k++) {
        uint32_t i = s->carriers[k];
        const field *f = &s->fields[i];
        int32_t value = packing_carried(s, i, slots);
        fits = slot_fits(l, s, i, value);
        limbs[f->limb] |= field_bits(f, value);
    }
    return fits;
}

bool layout_pack(layout *l, const packing *s, const int32_t *slots, uint64_t *limbs)
{
    if (packing_pack(s, l, slots, limbs))
        return !l->stale;
    for (uint32_t k = 0; k < s->carrier_count; k++) {
        uint32_t i = s->carriers[k];
        int32_t value = packing_carried(s, i, slots);
        if (!slot_fits(l, s, i, value))
            layout_widen(l, s, i, value);
    }
    return false;
}

/* The classes of a bundle's slots hold everything that they held in its contents. */
static void widen_for_contents(layout *l, const packing *s, const bundle *b)
{
    for (uint32_t i = 0; i < b->count; i++)
        layout_widen(l, s, b->first + i, 0);
    for (uint32_t number = 0; number < intern_count(b->pool); number++) {
        const int32_t *row = intern_get(b->pool, number);
        for (uint32_t i = 0; i < intern_length(b->pool, number); i++)
            layout_widen(l, s, b->first + i, row[i]);
    }
}

void layout_dissolve(layout *l)
{
    l->bundles = false;
    l->stale = true;
    for (size_t i = 0; i < l->pools.count; i++)
        if (l->pools.data[i])
            l->classes.data[i] = (value_class){.most = l->classes.data[i].most, .alike = l->classes.data[i].alike}; /* the class was one of numbers of contents */
    for (size_t i = 0; i < l->packings.count; i++) {
        packing *s = l->packings.data[i];
        if (!s)
            continue;
        const bundle *bundles = s->bundles;
        uint32_t count = s->bundle_count;
        s->bundle_count = 0;
        classes_find_carriers(l, s);
        for (uint32_t k = 0; k < count; k++)
            widen_for_contents(l, s, &bundles[k]);
    }
}
