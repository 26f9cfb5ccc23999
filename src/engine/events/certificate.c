/* certificate.c: the states kept at the end of a search, written down for a checker that shares nothing with it.
 *
 * Their union is an inductive invariant: it has the first state, it is closed under every step, and no state of it is bad. Each list is plain integers,
 * one entry after the other; an entry is named by its place.
 *   keys     number of locals, node, hold, locals
 *   letters  element, value
 *   globals  number of processes, their types, memory, and for each channel the number of values that it holds and these
 *   sets     number of states, and for each: number of keys, keys, number of edges, and for each edge letter and target; the first is the start
 *   states   global, holder (-1: none), and for each process its set */
#include "engine/events/explore.h"

typedef VEC(uint32_t) number_list;

typedef struct writer {
    explore *x;
    strbuf *out;
    number_list keys, letters, sets, globals; /* the engine's number of the i-th that was written */
    VEC(uint32_t) place[4];                   /* of each of the four: by the engine's number, place plus one; 0: not written */
} writer;

enum { KEYS, LETTERS, SETS, GLOBALS };

/* The place of the engine's number in the list; a new one is put at the end. */
static uint32_t place_of(writer *w, int which, uint32_t number)
{
    number_list *const lists[] = {&w->keys, &w->letters, &w->sets, &w->globals};
    while (w->place[which].count <= number)
        vec_push(&w->place[which], 0u);
    if (!w->place[which].data[number]) {
        vec_push(lists[which], number);
        w->place[which].data[number] = (uint32_t)lists[which]->count;
    }
    return w->place[which].data[number] - 1;
}

static void add_values(writer *w, const int32_t *values, size_t count)
{
    for (size_t i = 0; i < count; i++)
        strbuf_printf(w->out, "%d,", values[i]);
}

static void add_number(writer *w, size_t number)
{
    strbuf_printf(w->out, "%zu,", number);
}

/* A state without keys may be reached with several views: it is written once for each. */
static void add_set(writer *w, uint32_t number)
{
    space *s = &w->x->space;
    const moore_pool *pool = w->x->sets.pool;
    moore_ref a = {number};
    uint32_t type = sets_type(&w->x->sets, a);
    intern split = {0}; /* (state, view) */
    intern_row(&split, (int32_t[]){0, (int32_t)s->no_view}, 2);
    strbuf states = {0}, *out = w->out;
    w->out = &states;
    for (uint32_t i = 0; i < intern_count(&split); i++) {
        uint32_t state = (uint32_t)intern_get(&split, i)[0], view = (uint32_t)intern_get(&split, i)[1];
        size_t count;
        const uint32_t *keys = moore_label_keys(pool, moore_state_label(pool, a, state), &count);
        add_number(w, count);
        for (size_t k = 0; k < count; k++)
            add_number(w, place_of(w, KEYS, keys[k]));
        const moore_edge *edges = moore_state_edges(pool, a, state, &count);
        add_number(w, count);
        for (size_t k = 0; k < count; k++) {
            const int32_t next[] = {(int32_t)edges[k].target, (int32_t)space_view_with(s, type, view, edges[k].letter)};
            add_number(w, place_of(w, LETTERS, edges[k].letter));
            add_number(w, intern_row(&split, next, 2));
        }
    }
    w->out = out;
    add_number(w, intern_count(&split));
    strbuf_add(out, strbuf_text(&states));
    strbuf_release(&states);
    intern_release(&split);
}

static void add_key(writer *w, uint32_t key)
{
    const space *s = &w->x->space;
    add_number(w, intern_length(&s->keys, key) - KEY_LOCALS);
    add_values(w, intern_get(&s->keys, key) + KEY_NODE, intern_length(&s->keys, key) - KEY_NODE);
}

static void add_letter(writer *w, uint32_t letter)
{
    add_values(w, intern_get(&w->x->space.letters, letter), 2);
}

static void add_global(writer *w, uint32_t global)
{
    const space *s = &w->x->space;
    const int32_t *row = intern_get(&s->globals, global);
    const shape *of = s->model->shapes.data[row[GLOBAL_SHAPE]];
    add_number(w, of->process_count);
    for (uint32_t p = 0; p < of->process_count; p++)
        add_number(w, of->process[p].type);
    add_values(w, row + GLOBAL_SLOTS, s->request->program->global_count);
    const int32_t *at = row + GLOBAL_SLOTS + s->request->program->global_count;
    for (uint32_t c = 0; c < of->channel_count; c++) {
        const channel *type = of->channel[c].declaration;
        size_t values = type->capacity ? (size_t)at[0] * type->field_count : 0;
        add_number(w, values);
        add_values(w, at + 1, values);
        at += type->capacity ? 1 + type->capacity * type->field_count : 0;
    }
}

static void add_state(writer *w, uint32_t number)
{
    const event_state *s = &w->x->kept.states.data[number].state;
    add_number(w, place_of(w, GLOBALS, s->global));
    add_values(w, &(int32_t){s->holder == NO_HOLDER ? -1 : (int32_t)s->holder}, 1);
    for (uint32_t q = 0; q < s->process_count; q++)
        add_number(w, place_of(w, SETS, s->sets[q].index));
}

/* The last entry's comma goes. What an entry names is put into later lists. */
static void add_list(writer *w, const char *name, const number_list *list, void (*add)(writer *w, uint32_t number))
{
    strbuf_printf(w->out, "%s\"%s\": [", w->out->text[w->out->length - 1] == '{' ? "" : ",\n", name);
    for (size_t i = 0; i < list->count; i++) {
        strbuf_add_char(w->out, '\n');
        add(w, list->data[i]);
    }
    if (list->count)
        w->out->length--;
    strbuf_add_char(w->out, ']');
}

void explore_certificate(explore *x, strbuf *out)
{
    writer w = {.x = x, .out = out};
    number_list alive = {0};
    for (uint32_t i = 0; i < x->kept.states.count; i++)
        if (x->kept.states.data[i].alive)
            vec_push(&alive, i);
    strbuf_add_char(out, '{');
    add_list(&w, "states", &alive, add_state);
    add_list(&w, "globals", &w.globals, add_global);
    add_list(&w, "sets", &w.sets, add_set);
    add_list(&w, "letters", &w.letters, add_letter);
    add_list(&w, "keys", &w.keys, add_key);
    strbuf_add_char(out, '}');
    vec_release(&alive);
    vec_release(&w.keys);
    vec_release(&w.letters);
    vec_release(&w.sets);
    vec_release(&w.globals);
    for (size_t i = 0; i < sizeof w.place / sizeof *w.place; i++)
        vec_release(&w.place[i]);
}
