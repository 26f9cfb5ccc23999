/* canonical.c: renames processes in rows. What a buffer holds is taken out of its cells and put into others by the memory model itself. */
#include "engine/explicit/canonical.h"

#include <string.h>

#include "base/bug.h"

const char *canonical_refuses(const engine_request *request)
{
    if (memory_is_approximation(request->machine.memory))
        return "sets of values are not followed through a permutation";
    bool has_barriers = request->footprints->all.has_barrier && machine_traits(request->machine)->per_location;
    return has_barriers ? "barriers between stores are not followed through a permutation" : NULL;
}

void canonical_rows_init(canonical_rows *c, const engine_request *request, const rows *r)
{
    *c = (canonical_rows){.symmetry = request->symmetry && !canonical_refuses(request) ? request->symmetry : NULL, .rows = r};
}

void canonical_rows_release(canonical_rows *c)
{
    vec_release(&c->stores);
    vec_release(&c->best);
    vec_release(&c->next);
    vec_release(&c->cells);
}

/* ---- Buffers ---- */
static int32_t get_cell(void *data, uint32_t position)
{
    return ((int32_t *)data)[position];
}

static void set_cell(void *data, uint32_t position, int32_t value)
{
    ((int32_t *)data)[position] = value;
}

static uint32_t cell_count(const canonical_rows *c, uint32_t type)
{
    return c->rows->buffers->has_buffers ? c->rows->buffers->cell_count(c->rows->stores[type].count, c->rows->bound) : 0;
}

static buffer_cells cells_at(const canonical_rows *c, uint32_t type, int32_t *first)
{
    return (buffer_cells){.get = get_cell, .set = set_cell, .data = first, .locations = c->rows->stores[type].count, .bound = c->rows->bound};
}

/* Takes the stores of all processes out of a copy of their cells. */
static void list_stores(canonical_rows *c)
{
    const memory_model *m = c->rows->buffers;
    vec_clear(&c->stores);
    for (uint32_t p = 0; p < c->shape->process_count; p++) {
        const process_slots *slots = &c->shape->process[p];
        uint32_t count = cell_count(c, slots->type);
        c->first_store[p] = (uint32_t)c->stores.count;
        vec_reserve(&c->cells, count + 1);
        memcpy(c->cells.data, c->row + slots->buffer, count * sizeof *c->row);
        buffer_cells cells = cells_at(c, slots->type, c->cells.data);
        for (uint32_t k = 0; count && k < m->choices(cells.locations, cells.bound); k++) {
            buffered_store s;
            for (uint32_t behind = 0; m->commit(&cells, k, &s); behind++)
                vec_push(&c->stores, ((waiting_store){behind, stores_element(&c->rows->stores[slots->type], s.location), s.value}));
        }
    }
    c->first_store[c->shape->process_count] = (uint32_t)c->stores.count;
}

static void put_stores(canonical_rows *c, uint32_t process, const uint8_t *to, int32_t *out)
{
    const process_slots *slots = &c->shape->process[to[process]];
    uint32_t count = cell_count(c, slots->type);
    buffer_cells cells = cells_at(c, slots->type, out + slots->buffer);
    memset(out + slots->buffer, 0, count * sizeof *out);
    for (uint32_t i = c->first_store[process]; i < c->first_store[process + 1]; i++) {
        const waiting_store *w = &c->stores.data[i];
        uint32_t element = symmetry_slot(c->symmetry->globals, to, w->element);
        buffered_store s = {c->rows->stores[slots->type].location[element], symmetry_value(c->symmetry, c->symmetry->globals[w->element].value, to, w->value)};
        bool fits = c->rows->buffers->store(&cells, s);
        CHECK(fits);
    }
}

/* ---- Renaming ---- */
static const int32_t *channels_in(const canonical_rows *c, const int32_t *row)
{
    return row + (c->shape->channel_count ? c->shape->channel[0].first : 0);
}

static void rename_row(const symmetry *s, const cell_kind *cells, const int32_t *row, uint32_t count, const uint8_t *to, int32_t *out)
{
    for (uint32_t i = 0; i < count; i++)
        out[symmetry_slot(cells, to, i)] = symmetry_value(s, cells[i].value, to, row[i]);
}

/* The position of who is inside an atomic block. */
static uint32_t holder_of(const canonical_rows *c)
{
    bool is_held = c->rows->holder != ROWS_NO_SLOT && c->row[c->rows->holder];
    return is_held ? (uint32_t)c->row[c->rows->holder] - 1 : NOBODY;
}

static void rename_all(canonical_rows *c, const uint8_t *to, int32_t *out)
{
    const symmetry *s = c->symmetry;
    memcpy(out, c->row, c->shape->slot_count * sizeof *out);
    rename_row(s, s->globals, c->row, s->program->global_count, to, out);
    if (holder_of(c) != NOBODY)
        out[c->rows->holder] = to[holder_of(c)] + 1;
    if (c->shape->channel_count)
        orbit_move_channels(s, channels_in(c, c->row), to, out + c->shape->channel[0].first);
    for (uint32_t p = 0; p < c->shape->process_count; p++) {
        const process_slots *from = &c->shape->process[p], *into = &c->shape->process[to[p]];
        out[into->pc] = c->row[from->pc];
        rename_row(s, s->locals[from->type], c->row + from->locals, s->program->processes.data[from->type].local_count, to, out + into->locals);
        put_stores(c, p, to, out);
    }
}

/* ---- Colours ---- */
static uint64_t colour_slot(const canonical_rows *c, const cell_kind *cell, uint32_t slot, int32_t value, uint32_t self, const uint64_t *old)
{
    uint32_t owner = cell->is_owned ? (uint32_t)((int32_t)slot - cell->first) : UINT32_MAX;
    uint64_t where = cell->is_owned ? orbit_mix((uint32_t)cell->first, owner == self ? 2 : old[owner]) : slot;
    return orbit_mix(where, orbit_value(c->symmetry, cell->value, old, self, value));
}

/* Whom the slot names, and whose it is, hear of the process that has it. */
static void tell_named(const canonical_rows *c, const cell_kind *cell, uint32_t slot, int32_t value, uint32_t self, uint64_t colour, uint64_t *fresh)
{
    uint32_t named = orbit_named(c->symmetry, cell->value, value), owner = cell->is_owned ? (uint32_t)((int32_t)slot - cell->first) : UINT32_MAX;
    if (named != UINT32_MAX && named != self)
        fresh[named] += orbit_mix(colour, orbit_mix(cell->is_owned ? 14 : slot, 15));
    if (owner != UINT32_MAX && owner != self)
        fresh[owner] += orbit_mix(colour, orbit_mix((uint32_t)cell->first, named == UINT32_MAX ? (uint32_t)value : 16));
}

static void colour_process(const canonical_rows *c, uint32_t p, const uint64_t *old, uint64_t *fresh)
{
    const symmetry *s = c->symmetry;
    const process_slots *slots = &c->shape->process[p];
    uint32_t locals = s->program->processes.data[slots->type].local_count;
    uint64_t colour = orbit_mix((uint32_t)c->row[slots->pc], 17), own = p < s->program->start.count ? old[p] : orbit_mix(p, 18);
    for (uint32_t i = 0; i < locals; i++) {
        colour += orbit_mix(19, colour_slot(c, &s->locals[slots->type][i], i, c->row[slots->locals + i], p, old));
        tell_named(c, &s->locals[slots->type][i], i, c->row[slots->locals + i], p, own, fresh);
    }
    for (uint32_t i = c->first_store[p]; i < c->first_store[p + 1]; i++) {
        const waiting_store *w = &c->stores.data[i];
        colour += orbit_mix(w->behind + 20, colour_slot(c, &s->globals[w->element], w->element, w->value, p, old));
        tell_named(c, &s->globals[w->element], w->element, w->value, p, orbit_mix(own, w->behind + 20), fresh);
    }
    if (p < s->program->start.count)
        fresh[p] += orbit_mix(colour, 21);
}

static void colour_row(void *data, const uint64_t *old, uint64_t *fresh)
{
    canonical_rows *c = data;
    orbit_colour_row(c->symmetry, c->symmetry->globals, c->row, c->symmetry->program->global_count, 13, old, fresh);
    orbit_colour_channels(c->symmetry, channels_in(c, c->row), old, fresh);
    for (uint32_t p = 0; p < c->shape->process_count; p++)
        colour_process(c, p, old, fresh);
    if (holder_of(c) < c->symmetry->program->start.count)
        fresh[holder_of(c)] += orbit_mix(22, 23);
}

/* ---- Rows ---- */
static bool is_fixed(void *data, const uint8_t *to)
{
    canonical_rows *c = data;
    rename_all(c, to, c->next.data);
    return !memcmp(c->next.data, c->row, c->shape->slot_count * sizeof *c->row);
}

static void offer(void *data, const uint8_t *to)
{
    canonical_rows *c = data;
    size_t size = c->shape->slot_count * sizeof *c->row;
    rename_all(c, to, c->next.data);
    if (c->has_best && memcmp(c->best.data, c->next.data, size) <= 0)
        return;
    memcpy(c->best.data, c->next.data, size);
    memcpy(c->to, to, sizeof c->to);
    c->has_best = true;
}

static orbit begin_row(canonical_rows *c, const shape *of, const int32_t *row)
{
    c->shape = of;
    c->row = row;
    c->has_best = false;
    vec_reserve(&c->best, of->slot_count);
    vec_reserve(&c->next, of->slot_count);
    list_stores(c);
    return (orbit){.symmetry = c->symmetry, .colour = colour_row, .is_fixed = is_fixed, .offer = offer, .data = c};
}

const int32_t *canonical_row(canonical_rows *c, const shape *of, const int32_t *row)
{
    if (!c->symmetry)
        return row;
    orbit o = begin_row(c, of, row);
    orbit_search(&o);
    return c->best.data;
}

uint32_t canonical_kinds(canonical_rows *c, const shape *of, const int32_t *row)
{
    uint8_t twin[PROGRAM_MAX_PROCESSES];
    uint32_t count = 0;
    orbit o = begin_row(c, of, row);
    orbit_twins(&o, twin);
    for (uint32_t p = 0; p < c->symmetry->program->start.count; p++)
        count += twin[p] == p;
    return count;
}

void canonical_rename(canonical_rows *c, const shape *of, const int32_t *row, const uint8_t *to, int32_t *out)
{
    begin_row(c, of, row);
    rename_all(c, to, out);
}
