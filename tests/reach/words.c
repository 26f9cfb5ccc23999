/* words.c: every state of the explicit engine with all that is pending in its buffers must be in some product of the events engine. Under
 * PSO the buffers of one process are a word for each location; the set must hold one of their interleavings, with a barrier or several between two stages. */
#include <string.h>

#include "base/bug.h"
#include "sides.h"

enum { MAX_LOCATIONS = 64 };

typedef VEC(letter_ref) word;

/* What is pending, oldest first: one word, or one a location. Barriers divide it into stages. */
typedef struct pending {
    uint32_t count;
    word words[MAX_LOCATIONS];
    VEC(uint32_t) stages[MAX_LOCATIONS]; /* of the stores in the words */
    uint32_t last;                       /* the stage of a store that would be made now */
    letter_ref barrier;
} pending;

static int32_t get_cell(void *data, uint32_t position)
{
    return ((int32_t *)data)[position];
}

static void set_cell(void *data, uint32_t position, int32_t value)
{
    ((int32_t *)data)[position] = value;
}

/* Empties the cells, which are a copy, and notes what comes out. Where there are barriers, the first cell tells how many stages are left. */
static void read_pending(const comparison *c, space *sp, uint32_t type, int32_t *cells, pending *out)
{
    const type_stores *stores = &c->rows->stores[type];
    buffer_cells access = {.get = get_cell, .set = set_cell, .data = cells, .locations = stores->count, .bound = c->rows->bound};
    buffered_store s;
    bool has_stages = c->rows->buffers == &memory_pso_barriers;
    out->count = c->rows->buffers->choices(stores->count, c->rows->bound);
    out->last = has_stages ? (uint32_t)cells[0] : 0;
    out->barrier = out->last ? space_letter(sp, c->program->global_count, 0) : LETTER_NONE;
    CHECK(out->count <= MAX_LOCATIONS);
    for (uint32_t k = 0; k < out->count; k++)
        vec_clear(&out->words[k]), vec_clear(&out->stages[k]);
    for (uint32_t stage = 0; stage <= out->last; stage++)
        for (uint32_t k = 0; k < out->count; k++)
            while (out->last - stage == (has_stages ? (uint32_t)cells[0] : 0) && c->rows->buffers->commit(&access, k, &s)) {
                vec_push(&out->words[k], space_letter(sp, stores_element(stores, s.location), s.value));
                vec_push(&out->stages[k], stage);
            }
}

typedef struct asked_word {
    const moore_pool *pool;
    moore_ref set;
    key_ref key;
    const pending *of;
    uint32_t done[MAX_LOCATIONS]; /* letters of the words that were read */
} asked_word;

static bool holds(asked_word *w, uint32_t state, uint32_t stage);

/* The same, behind one barrier or more. */
static bool holds_behind_barrier(asked_word *w, uint32_t state, uint32_t stage)
{
    uint32_t next = state;
    for (uint32_t n = 0; n < moore_state_count(w->pool, w->set); n++) {
        next = moore_next(w->pool, w->set, next, w->of->barrier.index);
        if (next == MOORE_NOWHERE)
            return false;
        if (holds(w, next, stage))
            return true;
    }
    return false;
}

/* Does the set, from a state on, hold the key with an interleaving of what is left of the words? */
static bool holds(asked_word *w, uint32_t state, uint32_t stage)
{
    const pending *p = w->of;
    bool stage_ends = true;
    for (uint32_t k = 0; k < p->count; k++) {
        if (w->done[k] == p->words[k].count || p->stages[k].data[w->done[k]] != stage)
            continue;
        stage_ends = false;
        uint32_t next = moore_next(w->pool, w->set, state, p->words[k].data[w->done[k]].index);
        w->done[k]++;
        bool found = next != MOORE_NOWHERE && holds(w, next, stage);
        w->done[k]--;
        if (found)
            return true;
    }
    if (stage_ends && stage < p->last)
        return holds_behind_barrier(w, state, stage + 1);
    size_t count = 0;
    const uint32_t *keys = stage_ends ? moore_label_keys(w->pool, moore_state_label(w->pool, w->set, state), &count) : NULL;
    for (size_t i = 0; i < count; i++)
        if (keys[i] == w->key.index)
            return true;
    return false;
}

static bool is_in(explore *x, const event_state *s, const key_ref *keys, const pending *pendings)
{
    for (uint32_t q = 0; q < s->process_count; q++) {
        asked_word w = {.pool = x->sets.pool, .set = s->sets[q], .key = keys[q], .of = &pendings[q]};
        if (s->sets[q].index == MOORE_EMPTY.index || !holds(&w, 0, 0))
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
        for (uint32_t k = 0; k < MAX_LOCATIONS; k++) {
            vec_release(&pendings[q].words[k]);
            vec_release(&pendings[q].stages[k]);
        }
    vec_release(&slots);
    vec_release(&row);
    vec_release(&kept.first);
    vec_release(&kept.next);
}
