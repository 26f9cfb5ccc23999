/* certificate.c: the states kept at the end of a search, written down for a checker that shares nothing with it.
 *
 * Their union is an inductive invariant: it has the first state, it is closed under every step, and no state of it is bad. docs/certificates.md describes the
 * tables. The search leaves ended processes where they are while that makes no difference; for the checker every end is a step, so the states without
 * ended processes are added here. */
#include "engine/events/explore.h"

typedef VEC(int32_t) int_row;

typedef struct writer {
    explore *x;
    intern keys, globals, points, edges; /* rows as they are written; rows of points and edges have their number in front, since two points may be alike */
    intern states;                       /* (global, first point of each set) */
    VEC(int_row) states_of;              /* by global: the first points of all its states */
    size_t state_count;
    VEC(uint32_t) starts;                /* by set: its first point plus one; 0: not written */
    int_row row;
} writer;

static void add_values(writer *w, const int32_t *values, size_t count)
{
    for (size_t i = 0; i < count; i++)
        vec_push(&w->row, values[i]);
}

/* The number of w->row in the table; w->row is empty afterwards. */
static uint32_t number_of_row(writer *w, intern *table)
{
    uint32_t number = intern_row(table, w->row.data, w->row.count);
    vec_clear(&w->row);
    return number;
}

static int32_t number_of_key(writer *w, key_ref key)
{
    const intern *keys = &w->x->space.keys;
    return (int32_t)intern_row(&w->keys, intern_get(keys, key.index) + KEY_NODE, intern_length(keys, key.index) - KEY_NODE);
}

/* The point where the set's words start. An automaton state without keys may be reached with several views: it becomes a point for each view. */
static uint32_t number_of_set(writer *w, moore_ref a)
{
    space *s = &w->x->space;
    const moore_pool *pool = w->x->sets.pool;
    uint32_t type = sets_type(&w->x->sets, a), start = (uint32_t)intern_count(&w->points);
    while (w->starts.count <= a.index)
        vec_push(&w->starts, 0u);
    if (w->starts.data[a.index])
        return w->starts.data[a.index] - 1;
    w->starts.data[a.index] = start + 1;
    intern split = {0}; /* (state, view) */
    intern_row(&split, (int32_t[]){0, (int32_t)s->no_view.index}, 2);
    for (uint32_t i = 0; i < intern_count(&split); i++) {
        uint32_t state = (uint32_t)intern_get(&split, i)[0];
        view_ref view = {(uint32_t)intern_get(&split, i)[1]};
        size_t count;
        const uint32_t *keys = moore_label_keys(pool, moore_state_label(pool, a, state), &count);
        vec_push(&w->row, (int32_t)(start + i));
        for (size_t k = 0; k < count; k++)
            vec_push(&w->row, number_of_key(w, (key_ref){keys[k]}));
        number_of_row(w, &w->points);
        const moore_edge *edges = moore_state_edges(pool, a, state, &count);
        vec_push(&w->row, (int32_t)(start + i));
        for (size_t k = 0; k < count; k++) {
            if (i == 0 && space_is_barrier(s, (letter_ref){edges[k].letter}))
                continue; /* the oldest barrier leaves unseen */
            const int32_t next[] = {(int32_t)edges[k].target, (int32_t)space_view_with(s, type, view, (letter_ref){edges[k].letter}).index};
            add_values(w, (int32_t[]){(int32_t)edges[k].letter, (int32_t)(start + intern_row(&split, next, 2))}, 2);
        }
        number_of_row(w, &w->edges);
    }
    intern_release(&split);
    return start;
}

/* The number of the global with its first `count` processes only. */
static uint32_t number_of_global(writer *w, global_ref global, uint32_t count)
{
    const space *s = &w->x->space;
    const int32_t *row = intern_get(&s->globals, global.index) + GLOBAL_SLOTS;
    const shape *of = s->rows->shapes.data[row[GLOBAL_SHAPE - GLOBAL_SLOTS]];
    uint32_t channels = of->channel_count;
    for (uint32_t p = count; p < of->process_count; p++)
        channels -= (uint32_t)s->request->program->processes.data[of->process[p].type].channels.count;
    vec_push(&w->row, (int32_t)count);
    for (uint32_t p = 0; p < count; p++)
        vec_push(&w->row, (int32_t)of->process[p].type);
    add_values(w, row, s->request->program->global_count);
    for (int part = 0; part < 2; part++) { /* first the numbers of messages, then the messages */
        const int32_t *at = row + s->request->program->global_count;
        for (uint32_t c = 0; c < channels; c++) {
            const channel *type = of->channel[c].declaration;
            uint32_t slots = type->capacity * type->field_count, used = type->capacity ? (uint32_t)at[0] * type->field_count : 0;
            if (part == 0)
                vec_push(&w->row, type->capacity ? at[0] : 0);
            for (uint32_t i = 0; part == 1 && i < slots; i++)
                vec_push(&w->row, i < used ? at[1 + i] : 0);
            at += type->capacity ? 1 + slots : 0;
        }
    }
    return number_of_row(w, &w->globals);
}

/* May the youngest of the state's first processes have ended, while the others are at rest? */
static bool youngest_ends(const writer *w, const event_state *s, uint32_t count)
{
    const program *p = w->x->request->program;
    moore_ref a = s->sets[count - 1];
    size_t keys;
    const uint32_t *key = moore_label_keys(w->x->sets.pool, moore_state_label(w->x->sets.pool, a, 0), &keys);
    bool ends = false;
    for (size_t i = 0; i < keys && p->processes_die; i++)
        ends |= !key_is_held(&w->x->space, (key_ref){key[i]}) &&
                p->processes.data[sets_type(&w->x->sets, a)].nodes.data[key_get(&w->x->space, (key_ref){key[i]}, KEY_NODE)].is_final;
    return ends;
}

static void add_state(writer *w, const event_state *s)
{
    for (uint32_t count = s->process_count;; count--) {
        uint32_t global = number_of_global(w, s->global, count);
        int_row row = {0};
        vec_push(&row, (int32_t)global);
        for (uint32_t q = 0; q < count; q++)
            vec_push(&row, (int32_t)number_of_set(w, s->sets[q]));
        while (w->states_of.count <= global)
            vec_push(&w->states_of, (int_row){0});
        bool is_new = intern_row(&w->states, row.data, row.count) == w->state_count;
        for (uint32_t q = 1; q <= count && is_new; q++)
            vec_push(&w->states_of.data[global], row.data[q]);
        w->state_count += is_new;
        vec_release(&row);
        if (!count || !youngest_ends(w, s, count))
            break;
    }
}

/* Writes the table; of each row the first `skipped` columns are left out. */
static void print_table(const char *name, const intern *table, uint32_t skipped, strbuf *out)
{
    strbuf_printf(out, ",\n\"%s\": [", name);
    for (uint32_t i = 0; i < intern_count(table); i++) {
        strbuf_add(out, i ? ",\n[" : "\n[");
        for (uint32_t k = skipped; k < intern_length(table, i); k++)
            strbuf_printf(out, k > skipped ? ",%d" : "%d", intern_get(table, i)[k]);
        strbuf_add_char(out, ']');
    }
    strbuf_add_char(out, ']');
}

static void print_unbuffered(const rows *r, strbuf *out)
{
    const char *separator = "";
    strbuf_add(out, ",\n\"unbuffered\": [");
    for (uint32_t e = 0; e < r->program->global_count && r->buffers->has_buffers; e++)
        if (r->unbuffered[e]) {
            strbuf_printf(out, "%s%u", separator, e);
            separator = ",";
        }
    strbuf_add_char(out, ']');
}

/* The types whose processes are alike. */
static void print_symmetry(const symmetry *s, strbuf *out)
{
    for (uint32_t g = 0; s && g < s->group_count; g++)
        strbuf_printf(out, "%s\"%s\"%s", g ? ", " : ",\n\"symmetry\": [", s->program->processes.data[s->groups[g].type].name, g + 1 == s->group_count ? "]" : "");
}

void explore_certificate(explore *x, const char *head, strbuf *out)
{
    writer w = {.x = x};
    intern states = {0}; /* rows by global; the number of the global stands in front */
    for (size_t i = 0; i < x->kept.states.count; i++)
        if (x->kept.states.data[i].alive)
            add_state(&w, &x->kept.states.data[i].state);
    for (size_t g = 0; g < w.states_of.count; g++) {
        vec_push(&w.row, (int32_t)g);
        add_values(&w, w.states_of.data[g].data, w.states_of.data[g].count);
        number_of_row(&w, &states);
        vec_release(&w.states_of.data[g]);
    }
    strbuf_printf(out, "{%s", x->request->symmetry ? EXPLORE_CERTIFICATE_SYMMETRIC : head);
    print_symmetry(x->request->symmetry, out);
    print_unbuffered(x->space.rows, out);
    print_table("keys", &w.keys, 0, out);
    print_table("letters", &x->space.letters, 0, out);
    print_table("globals", &w.globals, 0, out);
    print_table("points", &w.points, 1, out);
    print_table("edges", &w.edges, 1, out);
    print_table("states", &states, 1, out);
    strbuf_add_char(out, '}');
    intern *const pools[] = {&w.keys, &w.globals, &w.points, &w.edges, &w.states, &states};
    for (size_t i = 0; i < sizeof pools / sizeof *pools; i++)
        intern_release(pools[i]);
    vec_release(&w.states_of);
    vec_release(&w.starts);
    vec_release(&w.row);
}
