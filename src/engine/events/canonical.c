/* canonical.c: renames processes in globals, keys, letters and sets.
 *
 * A set is renamed state by state of its automaton. What comes out depends on what becomes of the processes that it names, so it is remembered by these. */
#include "engine/events/canonical.h"

#include <string.h>

#include "base/bug.h"

void canonical_init(canonical *c, const symmetry *s, sets *of)
{
    *c = (canonical){.symmetry = s, .space = of->space, .sets = of, .is_plain = s && s->is_plain};
}

void canonical_release(canonical *c)
{
    vec_release(&c->names);
    vec_release(&c->named);
    intern_release(&c->renamings);
    vec_release(&c->renamed);
    moore_draft_release(&c->draft);
    vec_release(&c->keys);
    vec_release(&c->row);
    vec_release(&c->other);
    vec_release(&c->best_sets);
    vec_release(&c->next_sets);
}

size_t canonical_bytes(const canonical *c)
{
    return intern_bytes(&c->renamings) + c->renamed.capacity * sizeof *c->renamed.data + c->names.capacity * sizeof *c->names.data;
}

/* ---- Whom a set names ---- */
static void name_position(bool *names, uint32_t position)
{
    if (position != UINT32_MAX)
        names[position] = true;
}

static void name_in_key(const canonical *c, key_ref key, bool *names)
{
    const symmetry *s = c->symmetry;
    const int32_t *row = intern_get(&c->space->keys, key.index);
    const cell_kind *cells = s->locals[row[KEY_TYPE]];
    uint32_t locals = intern_length(&c->space->keys, key.index) - KEY_LOCALS;
    names[row[KEY_POSITION]] = true;
    for (uint32_t i = 0; i < locals; i++) {
        name_position(names, orbit_named(s, cells[i].value, row[KEY_LOCALS + i]));
        if (cells[i].is_owned)
            names[(int32_t)i - cells[i].first] = true;
    }
}

static void name_in_letter(const canonical *c, letter_ref letter, bool *names)
{
    const int32_t *row = intern_get(&c->space->letters, letter.index);
    if (space_is_barrier(c->space, letter))
        return;
    const cell_kind *cell = &c->symmetry->globals[row[LETTER_ELEMENT]];
    name_position(names, orbit_named(c->symmetry, cell->value, row[LETTER_VALUE]));
    if (cell->is_owned)
        names[row[LETTER_ELEMENT] - cell->first] = true;
}

static set_names *names_of(canonical *c, moore_ref a)
{
    while (c->names.count <= a.index)
        vec_push(&c->names, (set_names){0});
    set_names *n = &c->names.data[a.index];
    if (n->is_known)
        return n;
    bool names[PROGRAM_MAX_PROCESSES] = {0};
    const moore_pool *pool = c->sets->pool;
    for (uint32_t q = 0; q < moore_state_count(pool, a); q++) {
        size_t count;
        const uint32_t *keys = moore_label_keys(pool, moore_state_label(pool, a, q), &count);
        for (size_t i = 0; i < count; i++)
            name_in_key(c, (key_ref){keys[i]}, names);
        const moore_edge *edges = moore_state_edges(pool, a, q, &count);
        for (size_t i = 0; i < count; i++)
            name_in_letter(c, (letter_ref){edges[i].letter}, names);
    }
    *n = (set_names){.is_known = true, .first = (uint32_t)c->named.count};
    for (uint32_t p = 0; p < PROGRAM_MAX_PROCESSES; p++)
        if (names[p])
            vec_push(&c->named, (uint8_t)p);
    n->count = (uint32_t)c->named.count - n->first;
    return n;
}

/* ---- Renaming ---- */
static void rename_row(const symmetry *s, const cell_kind *cells, const int32_t *row, uint32_t count, const uint8_t *to, int32_t *out)
{
    for (uint32_t i = 0; i < count; i++)
        out[symmetry_slot(cells, to, i)] = symmetry_value(s, cells[i].value, to, row[i]);
}

static uint32_t rename_key(canonical *c, uint32_t key, const uint8_t *to)
{
    uint32_t length = intern_length(&c->space->keys, key);
    vec_reserve(&c->row, length);
    const int32_t *row = intern_get(&c->space->keys, key);
    memcpy(c->row.data, row, KEY_LOCALS * sizeof *row);
    c->row.data[KEY_POSITION] = to[row[KEY_POSITION]];
    rename_row(c->symmetry, c->symmetry->locals[row[KEY_TYPE]], row + KEY_LOCALS, length - KEY_LOCALS, to, c->row.data + KEY_LOCALS);
    return intern_row(&c->space->keys, c->row.data, length);
}

static letter_ref rename_letter(canonical *c, letter_ref letter, const uint8_t *to)
{
    const int32_t *row = intern_get(&c->space->letters, letter.index);
    if (space_is_barrier(c->space, letter))
        return letter;
    uint32_t element = (uint32_t)row[LETTER_ELEMENT];
    return space_letter(c->space, symmetry_slot(c->symmetry->globals, to, element), symmetry_value(c->symmetry, c->symmetry->globals[element].value, to, row[LETTER_VALUE]));
}

static view_ref rename_view(canonical *c, uint32_t type, view_ref view, const uint8_t *to)
{
    const type_stores *stores = &c->space->rows->stores[type];
    uint32_t length = intern_length(&c->space->views, view.index);
    view_ref renamed = c->space->no_view;
    for (uint32_t i = 0; i < length; i += 2) {
        location_ref location = {(uint32_t)intern_get(&c->space->views, view.index)[i]};
        letter_ref letter = space_letter(c->space, stores_element(stores, location), intern_get(&c->space->views, view.index)[i + 1]);
        renamed = space_view_with(c->space, type, renamed, rename_letter(c, letter, to));
    }
    return renamed;
}

static moore_ref rename_automaton(canonical *c, moore_ref a, const uint8_t *to)
{
    moore_pool *pool = c->sets->pool;
    uint32_t type = sets_type(c->sets, a);
    moore_draft_clear(&c->draft);
    for (uint32_t q = 0; q < moore_state_count(pool, a); q++) {
        moore_label at = moore_state_label(pool, a, q);
        size_t count;
        vec_clear(&c->keys);
        moore_label_keys(pool, at, &count);
        for (size_t i = 0; i < count; i++)
            vec_push(&c->keys, rename_key(c, moore_label_keys(pool, at, &count)[i], to));
        bool any = c->keys.count > 0;
        moore_draft_state(&c->draft, any ? moore_label_of(pool, rename_view(c, type, label_view(pool, at), to).index, c->keys.data, c->keys.count) : MOORE_NO_KEYS);
        const moore_edge *edges = moore_state_edges(pool, a, q, &count);
        for (size_t i = 0; i < count; i++)
            moore_draft_edge_add(&c->draft, q, rename_letter(c, (letter_ref){edges[i].letter}, to).index, edges[i].target);
    }
    return moore_build(pool, &c->draft);
}

static moore_ref rename_set(canonical *c, moore_ref a, const uint8_t *to)
{
    set_names n = *names_of(c, a);
    bool changes = false;
    vec_clear(&c->other);
    vec_push(&c->other, (int32_t)a.index);
    for (uint32_t i = 0; i < n.count; i++) {
        uint8_t p = c->named.data[n.first + i];
        changes |= to[p] != p;
        vec_push(&c->other, (int32_t)to[p]);
    }
    if (!changes)
        return a;
    size_t before = intern_count(&c->renamings);
    uint32_t number = intern_row(&c->renamings, c->other.data, c->other.count);
    if (number == before) {
        moore_ref made = rename_automaton(c, a, to);
        vec_push(&c->renamed, made);
    }
    return c->renamed.data[number];
}

static global_ref rename_global(canonical *c, global_ref global, const uint8_t *to)
{
    uint32_t elements = c->symmetry->program->global_count, length = intern_length(&c->space->globals, global.index);
    if (c->is_plain)
        return global;
    vec_reserve(&c->row, length);
    const int32_t *row = intern_get(&c->space->globals, global.index);
    c->row.data[GLOBAL_SHAPE] = row[GLOBAL_SHAPE];
    rename_row(c->symmetry, c->symmetry->globals, row + GLOBAL_SLOTS, elements, to, c->row.data + GLOBAL_SLOTS);
    orbit_move_channels(c->symmetry, row + GLOBAL_SLOTS + elements, to, c->row.data + GLOBAL_SLOTS + elements);
    return (global_ref){intern_row(&c->space->globals, c->row.data, length)};
}

static process_ref rename_holder(process_ref holder, const uint8_t *to)
{
    return (process_ref){process_is(holder, NO_HOLDER) ? holder.index : to[holder.index]};
}

/* ---- Colours ---- */
static uint64_t colour_key(const canonical *c, key_ref key, uint32_t self, const uint64_t *old)
{
    const symmetry *s = c->symmetry;
    const int32_t *row = intern_get(&c->space->keys, key.index);
    const cell_kind *cells = s->locals[row[KEY_TYPE]];
    uint32_t locals = intern_length(&c->space->keys, key.index) - KEY_LOCALS;
    uint64_t colour = orbit_mix((uint32_t)row[KEY_NODE], (uint32_t)row[KEY_HOLD]);
    for (uint32_t i = 0; i < locals; i++) {
        uint32_t owner = cells[i].is_owned ? (uint32_t)((int32_t)i - cells[i].first) : UINT32_MAX;
        uint64_t slot_colour = cells[i].is_owned ? orbit_mix((uint32_t)cells[i].first, owner == self ? 2 : old[owner]) : i;
        colour += orbit_mix(slot_colour, orbit_value(s, cells[i].value, old, self, row[KEY_LOCALS + i]));
    }
    return orbit_mix(colour, 6);
}

static uint64_t colour_letter(const canonical *c, letter_ref letter, uint32_t self, const uint64_t *old)
{
    const int32_t *row = intern_get(&c->space->letters, letter.index);
    if (space_is_barrier(c->space, letter))
        return 7;
    const cell_kind *cell = &c->symmetry->globals[row[LETTER_ELEMENT]];
    uint32_t owner = cell->is_owned ? (uint32_t)(row[LETTER_ELEMENT] - cell->first) : UINT32_MAX;
    uint64_t slot_colour = cell->is_owned ? orbit_mix((uint32_t)cell->first, owner == self ? 2 : old[owner]) : (uint64_t)row[LETTER_ELEMENT];
    return orbit_mix(slot_colour, orbit_value(c->symmetry, cell->value, old, self, row[LETTER_VALUE]));
}

static uint64_t colour_keys(const canonical *c, moore_ref a, uint32_t state, uint32_t self, const uint64_t *old)
{
    size_t count;
    uint64_t colour = 8;
    const uint32_t *keys = moore_label_keys(c->sets->pool, moore_state_label(c->sets->pool, a, state), &count);
    for (size_t i = 0; i < count; i++)
        colour += colour_key(c, (key_ref){keys[i]}, self, old);
    return colour;
}

static uint64_t colour_set(canonical *c, moore_ref a, uint32_t self, const uint64_t *old)
{
    set_names *n = names_of(c, a);
    uint64_t colour = 9;
    if (n->colour)
        return n->colour;
    for (uint32_t q = 0; q < moore_state_count(c->sets->pool, a); q++) {
        size_t count;
        uint64_t of_state = colour_keys(c, a, q, self, old);
        const moore_edge *edges = moore_state_edges(c->sets->pool, a, q, &count);
        for (size_t i = 0; i < count; i++)
            of_state += orbit_mix(colour_letter(c, (letter_ref){edges[i].letter}, self, old), colour_keys(c, a, edges[i].target, self, old));
        colour += orbit_mix(of_state, 10);
    }
    if (n->count == 1)
        n->colour = colour | 1;
    return n->count == 1 ? colour | 1 : colour;
}

static void colour_sets(canonical *c, const uint64_t *old, uint64_t *fresh)
{
    const event_state *s = c->of;
    for (uint32_t p = 0; p < s->process_count; p++) {
        set_names n = *names_of(c, s->sets[p]);
        bool is_member = p < c->symmetry->program->start.count;
        if (is_member)
            fresh[p] += orbit_mix(colour_set(c, s->sets[p], p, old), 11);
        for (uint32_t i = 0; i < n.count; i++)
            if (c->named.data[n.first + i] != p)
                fresh[c->named.data[n.first + i]] += orbit_mix(is_member ? old[p] : p, 12);
    }
}

/* Where no number counts a set is known by what it would be with the first process of its group. */
static void colour_plainly(canonical *c, uint64_t *fresh)
{
    uint8_t to[PROGRAM_MAX_PROCESSES];
    for (uint32_t g = 0; g < c->symmetry->group_count; g++) {
        const symmetry_group *of = &c->symmetry->groups[g];
        for (uint32_t p = of->first; p < of->first + of->count; p++) {
            to[p] = (uint8_t)of->first;
            fresh[p] = rename_set(c, c->of->sets[p], to).index;
        }
    }
}

static void colour_state(void *data, const uint64_t *old, uint64_t *fresh)
{
    canonical *c = data;
    const event_state *s = c->of;
    if (c->is_plain) {
        colour_plainly(c, fresh);
    } else {
        const int32_t *row = intern_get(&c->space->globals, s->global.index) + GLOBAL_SLOTS;
        orbit_colour_row(c->symmetry, c->symmetry->globals, row, c->symmetry->program->global_count, 13, old, fresh);
        orbit_colour_channels(c->symmetry, row + c->symmetry->program->global_count, old, fresh);
        colour_sets(c, old, fresh);
    }
    if (!process_is(s->holder, NO_HOLDER) && s->holder.index < c->symmetry->program->start.count)
        fresh[s->holder.index] += (uint64_t)1 << 40;
}

/* ---- States ---- */
static bool is_fixed(void *data, const uint8_t *to)
{
    canonical *c = data;
    const event_state *s = c->of;
    if (!process_is(rename_holder(s->holder, to), s->holder) || !global_is(rename_global(c, s->global, to), s->global))
        return false;
    for (uint32_t p = 0; p < s->process_count; p++)
        if (rename_set(c, s->sets[p], to).index != s->sets[to[p]].index)
            return false;
    return true;
}

/* Below zero: a comes before b. */
static int compare(const event_state *a, const event_state *b)
{
    if (a->global.index != b->global.index)
        return a->global.index < b->global.index ? -1 : 1;
    if (a->holder.index != b->holder.index)
        return a->holder.index < b->holder.index ? -1 : 1;
    for (uint32_t p = 0; p < a->process_count; p++)
        if (a->sets[p].index != b->sets[p].index)
            return a->sets[p].index < b->sets[p].index ? -1 : 1;
    return 0;
}

static void offer(void *data, const uint8_t *to)
{
    canonical *c = data;
    const event_state *s = c->of;
    vec_reserve(&c->next_sets, s->process_count + 1);
    vec_reserve(&c->best_sets, s->process_count + 1);
    for (uint32_t p = 0; p < s->process_count; p++)
        c->next_sets.data[to[p]] = rename_set(c, s->sets[p], to);
    event_state made = {.global = rename_global(c, s->global, to), .holder = rename_holder(s->holder, to), .process_count = s->process_count, .sets = c->next_sets.data};
    if (c->has_best && compare(&c->best, &made) <= 0)
        return;
    memcpy(c->best_sets.data, c->next_sets.data, s->process_count * sizeof *made.sets);
    c->best = made;
    c->best.sets = c->best_sets.data;
    c->has_best = true;
}

static orbit orbit_of(canonical *c, const event_state *s)
{
    c->of = s;
    c->has_best = false;
    return (orbit){.symmetry = c->symmetry, .exact = c->is_plain, .colour = colour_state, .is_fixed = is_fixed, .offer = offer, .data = c};
}

event_state canonical_form(canonical *c, const event_state *s)
{
    if (!c->symmetry)
        return *s;
    orbit o = orbit_of(c, s);
    orbit_search(&o);
    CHECK(c->has_best);
    return c->best;
}

void canonical_twins(canonical *c, const event_state *s, uint8_t *twin)
{
    orbit o = orbit_of(c, s);
    orbit_twins(&o, twin);
}
