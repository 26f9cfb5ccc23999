/* words.c: every state of the explicit engine with all that is pending in its buffers must be in some product of the events engine. Under
 * PSO the buffers of one process are a word for each location; the set must hold one of their interleavings. */
#include <string.h>

#include "base/bug.h"
#include "sides.h"

enum { MAX_LOCATIONS = 64 };

typedef VEC(letter_ref) word;

/* What is pending, oldest first: one word, or one a location. */
typedef struct pending {
    uint32_t count;
    word words[MAX_LOCATIONS];
} pending;

static int32_t get_cell(void *data, uint32_t position)
{
    return ((int32_t *)data)[position];
}

static void set_cell(void *data, uint32_t position, int32_t value)
{
    ((int32_t *)data)[position] = value;
}

/* Empties the cells, which are a copy, and notes what comes out. */
static void read_pending(const comparison *c, space *sp, uint32_t type, int32_t *cells, pending *out)
{
    const type_stores *stores = &c->rows->stores[type];
    buffer_cells access = {.get = get_cell, .set = set_cell, .data = cells, .locations = stores->count, .bound = c->rows->bound};
    buffered_store s;
    out->count = c->rows->buffers->choices(stores->count, c->rows->bound);
    CHECK(out->count <= MAX_LOCATIONS);
    for (uint32_t k = 0; k < out->count; k++) {
        vec_clear(&out->words[k]);
        while (c->rows->buffers->commit(&access, k, &s))
            vec_push(&out->words[k], space_letter(sp, stores_element(stores, s.location), s.value));
    }
}

/* Does the set, from a state on, hold the key with an interleaving of what is left of the words? */
static bool holds(const moore_pool *pool, moore_ref a, uint32_t state, key_ref key, const pending *p, uint32_t *done)
{
    bool at_end = true;
    for (uint32_t k = 0; k < p->count; k++) {
        if (done[k] == p->words[k].count)
            continue;
        at_end = false;
        uint32_t next = moore_next(pool, a, state, p->words[k].data[done[k]].index);
        done[k]++;
        bool found = next != MOORE_NOWHERE && holds(pool, a, next, key, p, done);
        done[k]--;
        if (found)
            return true;
    }
    size_t count = 0;
    const uint32_t *keys = at_end ? moore_label_keys(pool, moore_state_label(pool, a, state), &count) : NULL;
    for (size_t i = 0; i < count; i++)
        if (keys[i] == key.index)
            return true;
    return false;
}

static bool is_in(explore *x, const event_state *s, const key_ref *keys, const pending *pendings)
{
    for (uint32_t q = 0; q < s->process_count; q++) {
        uint32_t done[MAX_LOCATIONS] = {0};
        if (s->sets[q].index == MOORE_EMPTY.index || !holds(x->sets.pool, s->sets[q], 0, keys[q], &pendings[q], done))
            return false;
    }
    return true;
}

/* Copies the row of the explicit engine's state into the other's, buffers aside. */
static void carry_over(explore *x, const shape *from, const int32_t *slots, key_ref *keys)
{
    successors *to = &x->space.successors;
    successors_open(to, space_shape(&x->space, x->kept.states.data[0].state.global));
    uint32_t first_process = from->process_count ? from->process[0].pc : from->slot_count;
    memcpy(to->slots, slots, first_process * sizeof *slots);
    for (uint32_t q = 0; q < from->process_count; q++) {
        const process_slots *a = &from->process[q], *b = &to->shape->process[q];
        CHECK(a->type == b->type);
        to->slots[b->pc] = slots[a->pc];
        memcpy(to->slots + b->locals, slots + a->locals, x->request->program->processes.data[a->type].local_count * sizeof *slots);
        keys[q] = space_key_now(&x->space, (process_ref){q}, HOLD_NONE);
    }
}

/* The ordinary states kept, as lists: by global the first, by state the next. */
typedef struct kept_lists {
    VEC(uint32_t) first, next;
} kept_lists;

static void list_kept(const explore *x, kept_lists *out)
{
    for (uint32_t i = 0; i < x->kept.states.count; i++) {
        const kept_state *k = &x->kept.states.data[i];
        while (out->first.count <= k->state.global.index)
            vec_push(&out->first, UINT32_MAX);
        vec_push(&out->next, out->first.data[k->state.global.index]);
        if (k->alive && process_is(k->state.holder, NO_HOLDER))
            out->first.data[k->state.global.index] = i;
    }
}

static bool find_state(comparison *c, explore *x, const kept_lists *kept, const shape *of, const int32_t *slots, pending *pendings)
{
    key_ref keys[PROGRAM_MAX_PROCESSES];
    VEC(int32_t) cells = {0};
    for (uint32_t q = 0; q < of->process_count; q++) {
        uint32_t type = of->process[q].type, count = c->rows->buffers->cell_count(c->rows->stores[type].count, c->rows->bound);
        vec_reserve(&cells, count + 1);
        memcpy(cells.data, slots + of->process[q].buffer, count * sizeof *slots);
        read_pending(c, &x->space, type, cells.data, &pendings[q]);
    }
    vec_release(&cells);
    carry_over(x, of, slots, keys);
    global_ref global = space_global_now(&x->space);
    for (uint32_t i = global.index < kept->first.count ? kept->first.data[global.index] : UINT32_MAX; i != UINT32_MAX; i = kept->next.data[i])
        if (is_in(x, &x->kept.states.data[i].state, keys, pendings))
            return true;
    return false;
}

void words_compare(comparison *c, explore *x)
{
    uint32_t processes = (uint32_t)c->program->start.count;
    pending *pendings = ARENA_ARRAY(x->space.rows->memory, pending, processes + 1);
    VEC(int32_t) slots = {0};
    item_row row = {0};
    kept_lists kept = {0};
    list_kept(x, &kept);
    for (uint32_t i = 0; i < c->search.store.count && c->troubles == 0; i++) {
        const uint64_t *packed = store_state(&c->search.store, (state_ref){i});
        const packing *packing_of = layout_of(c->search.layout, packed);
        const shape *of = packing_of->shape;
        if (of->process_count != processes)
            continue; /* one has ended and is gone; the state before that is compared */
        vec_reserve(&slots, of->slot_count + 1);
        packing_unpack(packing_of, packed, slots.data);
        if (!find_state(c, x, &kept, of, slots.data, pendings)) {
            item_of_slots(&row, ITEM_TUPLE, c->program, of, slots.data, ITEM_ALL);
            note_trouble(c, "events lacks the buffers of", row.data, (uint32_t)row.count);
        }
    }
    for (uint32_t q = 0; q < processes; q++)
        for (uint32_t k = 0; k < MAX_LOCATIONS; k++)
            vec_release(&pendings[q].words[k]);
    vec_release(&slots);
    vec_release(&row);
    vec_release(&kept.first);
    vec_release(&kept.next);
}
