#include "engine/local/space.h"

#include <string.h>

#include "base/bug.h"

/* ---- What each process type looks at ---- */
static void find_all_accessed(space *s)
{
    const program *p = s->request->program;
    size_t types = p->processes.count;
    const bool **accessed = ARENA_ARRAY(s->rows->memory, const bool *, types + 1);
    bool *channels = ARENA_ARRAY(s->rows->memory, bool, types + 1);
    for (size_t t = 0; t < types; t++) {
        const footprint *of = &s->request->footprints->types[t];
        bool *elements = ARENA_ARRAY(s->rows->memory, bool, p->global_count + 1);
        for (uint32_t e = 0; e < p->global_count; e++)
            elements[e] = footprint_accesses(of, e);
        accessed[t] = elements;
        channels[t] = footprint_touches_channels(of);
    }
    s->accessed = accessed;
    s->uses_channels = channels;
}

/* ---- Globals and scenes ---- */
static slot_list new_list(space *s, size_t most)
{
    return (slot_list){.slot = ARENA_ARRAY(s->rows->memory, uint32_t, most + 1)};
}

static void add_channel_slots(slot_list *list, const channel_slots *c)
{
    uint32_t count = c->declaration->capacity ? 1 + c->declaration->capacity * c->declaration->field_count : 0;
    for (uint32_t k = 0; k < count; k++)
        list->slot[list->count++] = c->first + k;
}

/* The lists of shapes that have appeared since the last call. */
static void extend_lists(space *s)
{
    const program *p = s->request->program;
    for (size_t i = s->globals_of.count; i < s->rows->shapes.count; i++) {
        const shape *of = s->rows->shapes.data[i];
        slot_list all = new_list(s, of->slot_count);
        for (uint32_t e = 0; e < p->global_count; e++)
            all.slot[all.count++] = e;
        for (uint32_t c = 0; c < of->channel_count; c++)
            add_channel_slots(&all, &of->channel[c]);
        vec_push(&s->globals_of, all);
        for (size_t t = 0; t < p->processes.count; t++) {
            slot_list seen = new_list(s, all.count);
            for (uint32_t k = 0; k < all.count; k++)
                if (k < p->global_count ? s->accessed[t][k] : s->uses_channels[t])
                    seen.slot[seen.count++] = k;
            vec_push(&s->scene_of, seen);
        }
    }
}

/* The most stores that one step makes. */
static uint32_t most_stores(const program *p)
{
    uint32_t most = 1;
    for (size_t t = 0; t < p->processes.count; t++)
        for (size_t i = 0; i < p->processes.data[t].edges.count; i++) {
            const edge *e = &p->processes.data[t].edges.data[i];
            uint32_t stores = 0;
            for (uint32_t k = 0; k < e->effect_count; k++)
                stores += 1 + (e->effects[k].kind == EFFECT_RECEIVE ? e->effects[k].argument_count : 0);
            most = stores > most ? stores : most;
        }
    return most;
}

void space_init(space *s, const engine_request *request, const bool *unbuffered)
{
    *s = (space){.request = request};
    machine on = request->machine;
    on.buffer = most_stores(request->program);
    s->rows = rows_new(request->footprints, on, machine_traits(on)->has_buffers ? &memory_view : &memory_sc, unbuffered);
    successors_init(&s->successors, s->rows, request->properties);
    s->successors.only_partner.index = NOBODY;
    find_all_accessed(s);
    s->no_view.index = intern_row(&s->views, NULL, 0);
}

void space_release(space *s)
{
    intern_release(&s->keys);
    intern_release(&s->views);
    intern_release(&s->letters);
    intern_release(&s->globals);
    intern_release(&s->scenes);
    vec_release(&s->globals_of);
    vec_release(&s->scene_of);
    vec_release(&s->row);
    successors_release(&s->successors);
    rows_free(s->rows);
}

shape *space_shape(space *s, global_ref global)
{
    return s->rows->shapes.data[intern_get(&s->globals, global.index)[GLOBAL_SHAPE]];
}

scene_ref space_scene(space *s, global_ref global, process_ref process)
{
    const int32_t *row = intern_get(&s->globals, global.index);
    const shape *of = space_shape(s, global);
    const slot_list *seen = &s->scene_of.data[of->id * s->request->program->processes.count + shape_process(of, process)->type];
    vec_clear(&s->row);
    vec_push(&s->row, row[GLOBAL_SHAPE]);
    for (uint32_t i = 0; i < seen->count; i++)
        vec_push(&s->row, row[GLOBAL_SLOTS + seen->slot[i]]);
    return (scene_ref){intern_row(&s->scenes, s->row.data, s->row.count)};
}

/* ---- Into the successors' row and back ---- */
void space_load_global(space *s, global_ref global)
{
    shape *of = space_shape(s, global);
    successors *x = &s->successors;
    memset(successors_open(x, of), 0, of->slot_count * sizeof *x->slots);
    const int32_t *row = intern_get(&s->globals, global.index);
    const slot_list *all = &s->globals_of.data[of->id];
    for (uint32_t i = 0; i < all->count; i++)
        x->slots[all->slot[i]] = row[GLOBAL_SLOTS + i];
}

void space_load_process(space *s, key_ref key, view_ref view)
{
    successors *x = &s->successors;
    const int32_t *row = intern_get(&s->keys, key.index), *pending = intern_get(&s->views, view.index);
    const process_slots *slots = &x->shape->process[row[KEY_POSITION]];
    uint32_t locals = intern_length(&s->keys, key.index) - KEY_LOCALS;
    x->slots[slots->pc] = row[KEY_NODE];
    memcpy(x->slots + slots->locals, row + KEY_LOCALS, locals * sizeof *row);
    uint32_t locations = s->rows->stores[slots->type].count;
    uint32_t cells = s->rows->buffers->cell_count(locations, s->rows->bound);
    memset(x->slots + slots->buffer, 0, cells * sizeof *row);
    uint32_t first = slots->buffer + cells - 2 * locations; /* as in view.c: the pairs come last */
    for (uint32_t i = 0; i < intern_length(&s->views, view.index); i += 2) {
        x->slots[first + 2 * (uint32_t)pending[i]] = 1;
        x->slots[first + 2 * (uint32_t)pending[i] + 1] = pending[i + 1];
    }
}

global_ref space_global_now(space *s)
{
    const successors *x = &s->successors;
    extend_lists(s);
    const slot_list *all = &s->globals_of.data[x->shape->id];
    vec_clear(&s->row);
    vec_push(&s->row, (int32_t)x->shape->id);
    for (uint32_t i = 0; i < all->count; i++)
        vec_push(&s->row, x->slots[all->slot[i]]);
    return (global_ref){intern_row(&s->globals, s->row.data, s->row.count)};
}

key_ref space_key_now(space *s, process_ref process, hold_kind hold)
{
    const successors *x = &s->successors;
    const process_slots *slots = shape_process(x->shape, process);
    uint32_t locals = s->request->program->processes.data[slots->type].local_count;
    vec_clear(&s->row);
    vec_push(&s->row, (int32_t)slots->type);
    vec_push(&s->row, (int32_t)process.index);
    vec_push(&s->row, x->slots[slots->pc]);
    vec_push(&s->row, (int32_t)hold);
    for (uint32_t i = 0; i < locals; i++)
        vec_push(&s->row, x->slots[slots->locals + i]);
    return (key_ref){intern_row(&s->keys, s->row.data, s->row.count)};
}

bool space_initial(space *s, global_ref *global, key_ref *keys, uint32_t max_keys)
{
    if (!successors_initial(&s->successors))
        return false;
    *global = space_global_now(s);
    CHECK(s->successors.shape->process_count <= max_keys);
    for (uint32_t p = 0; p < s->successors.shape->process_count; p++)
        keys[p] = space_key_now(s, (process_ref){p}, HOLD_NONE);
    return true;
}

key_ref space_key_with_hold(space *s, key_ref key, hold_kind hold)
{
    vec_clear(&s->row);
    for (uint32_t i = 0; i < intern_length(&s->keys, key.index); i++)
        vec_push(&s->row, intern_get(&s->keys, key.index)[i]);
    s->row.data[KEY_HOLD] = (int32_t)hold;
    return (key_ref){intern_row(&s->keys, s->row.data, s->row.count)};
}

/* ---- Letters and views ---- */
letter_ref space_letter(space *s, uint32_t element, int32_t value)
{
    const int32_t row[] = {(int32_t)element, value};
    return (letter_ref){intern_row(&s->letters, row, 2)};
}

global_ref space_global_with(space *s, global_ref global, uint32_t element, int32_t value)
{
    vec_clear(&s->row);
    for (uint32_t i = 0; i < intern_length(&s->globals, global.index); i++)
        vec_push(&s->row, intern_get(&s->globals, global.index)[i]);
    s->row.data[GLOBAL_SLOTS + element] = value;
    return (global_ref){intern_row(&s->globals, s->row.data, s->row.count)};
}

global_ref space_global_without_youngest(space *s, global_ref global)
{
    const shape *left = space_shape(s, global)->parent;
    uint32_t count = GLOBAL_SLOTS + s->globals_of.data[left->id].count;
    vec_clear(&s->row);
    for (uint32_t i = 0; i < count; i++)
        vec_push(&s->row, intern_get(&s->globals, global.index)[i]);
    s->row.data[GLOBAL_SHAPE] = (int32_t)left->id;
    return (global_ref){intern_row(&s->globals, s->row.data, s->row.count)};
}

int32_t space_memory(space *s, global_ref global, uint32_t element)
{
    return intern_get(&s->globals, global.index)[GLOBAL_SLOTS + element];
}

bool space_view_has(const space *s, uint32_t type, view_ref view, uint32_t element)
{
    const type_stores *stores = &s->rows->stores[type];
    const int32_t *pending = intern_get(&s->views, view.index);
    for (uint32_t i = 0; i < intern_length(&s->views, view.index); i += 2)
        if (stores_element(stores, (location_ref){(uint32_t)pending[i]}) == element)
            return true;
    return false;
}

/* The view with the location's value replaced, or taken out. */
static view_ref change_view(space *s, uint32_t type, view_ref view, uint32_t element, bool keep, int32_t value)
{
    int32_t location = (int32_t)s->rows->stores[type].location[element].index; /* as a number, which is what views have */
    const int32_t *pending = intern_get(&s->views, view.index);
    uint32_t length = intern_length(&s->views, view.index), i = 0;
    vec_clear(&s->row);
    for (; i < length && pending[i] < location; i += 2) {
        vec_push(&s->row, pending[i]);
        vec_push(&s->row, pending[i + 1]);
    }
    if (keep) {
        vec_push(&s->row, location);
        vec_push(&s->row, value);
    }
    for (i += i < length && pending[i] == location ? 2 : 0; i < length; i++)
        vec_push(&s->row, pending[i]);
    return (view_ref){intern_row(&s->views, s->row.data, s->row.count)};
}

view_ref space_view_with(space *s, uint32_t type, view_ref view, letter_ref letter)
{
    const int32_t *row = intern_get(&s->letters, letter.index);
    return change_view(s, type, view, (uint32_t)row[LETTER_ELEMENT], true, row[LETTER_VALUE]);
}

view_ref space_view_without(space *s, uint32_t type, view_ref view, uint32_t element)
{
    return change_view(s, type, view, element, false, 0);
}
