/* certificate_read.c: a certificate's text, and globals as states that steps can be taken in.
 *
 * The text's lists are plain integers; every one is checked against the program when it is taken. */
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "trace/certificate_internal.h"

typedef VEC(uint32_t) number_vec;

typedef struct reader {
    certificate *c;
    const json_t *list;                /* being read */
    size_t at;
    bool bad;                          /* a number was missing or did not fit */
    VEC(int32_t) row;
    number_vec keys, letters, globals; /* our numbers of the i-th in the text */
} reader;

static int32_t take(reader *r, int64_t low, int64_t high)
{
    const json_t *next = json_array_get(r->list, r->at++);
    json_int_t value = json_integer_value(next);
    if (json_is_integer(next) && value >= low && value <= high)
        return (int32_t)value;
    r->bad = true;
    return (int32_t)low;
}

/* How many things follow: no more than there are integers left. */
static uint32_t take_count(reader *r)
{
    return (uint32_t)take(r, 0, (int64_t)json_array_size(r->list));
}

/* Our number of what the text names by its place. */
static uint32_t take_name(reader *r, const number_vec *known)
{
    int32_t at = take(r, 0, (int64_t)known->count - 1);
    return r->bad ? 0 : known->data[at];
}

static int32_t take_into_row(reader *r, int64_t low, int64_t high)
{
    vec_push(&r->row, take(r, low, high));
    return vec_last(&r->row);
}

static void take_values(reader *r, size_t count)
{
    for (size_t i = 0; i < count && !r->bad; i++)
        take_into_row(r, INT32_MIN, INT32_MAX);
}

/* ---- Keys, letters, globals ---- */
static void read_key(reader *r)
{
    uint32_t locals = take_count(r);
    take_into_row(r, 0, INT32_MAX);
    take_into_row(r, HOLD_NONE, HOLD_D_STEP);
    take_values(r, locals);
    vec_push(&r->keys, intern_row(&r->c->keys, r->row.data, r->row.count));
}

static void read_letter(reader *r)
{
    int32_t element = take_into_row(r, 0, (int64_t)r->c->program->global_count - 1);
    take_values(r, 1);
    r->bad = r->bad || !replay_is_buffered(&r->c->r, (uint32_t)element);
    vec_push(&r->letters, intern_row(&r->c->letters, r->row.data, r->row.count));
}

static void read_channels(reader *r, const channel *types, size_t count)
{
    for (size_t i = 0; i < count && !r->bad; i++) {
        int32_t values = take_into_row(r, 0, (int64_t)types[i].capacity * types[i].field_count);
        r->bad |= values && (uint32_t)values % types[i].field_count;
        take_values(r, (size_t)values);
    }
}

static void read_global(reader *r)
{
    const program *p = r->c->program;
    int32_t count = take_into_row(r, 0, PROGRAM_MAX_PROCESSES);
    for (int32_t i = 0; i < count && !r->bad; i++)
        take_into_row(r, 0, (int64_t)p->processes.count - 1);
    take_values(r, p->global_count);
    read_channels(r, p->channels.data, p->channels.count);
    for (int32_t i = 0; i < count && !r->bad; i++) {
        const process_type *t = &p->processes.data[r->row.data[1 + i]];
        read_channels(r, t->channels.data, t->channels.count);
    }
    vec_push(&r->globals, intern_row(&r->c->globals, r->row.data, r->row.count));
}

/* ---- Sets ---- */
static uint32_t view_after(reader *r, uint32_t view, uint32_t letter)
{
    certificate *c = r->c;
    const int32_t *old = intern_get(&c->views, view), *store = intern_get(&c->letters, letter);
    uint32_t count = intern_length(&c->views, view), i = 0;
    vec_clear(&r->row);
    for (; i < count && (i % 2 || old[i] < store[LETTER_ELEMENT]); i++)
        vec_push(&r->row, old[i]);
    vec_push(&r->row, store[LETTER_ELEMENT]);
    vec_push(&r->row, store[LETTER_VALUE]);
    for (i += i < count && old[i] == store[LETTER_ELEMENT] ? 2 : 0; i < count; i++)
        vec_push(&r->row, old[i]);
    return intern_row(&c->views, r->row.data, r->row.count);
}

/* A state comes after one that leads to it, and has one view. */
static void read_word_state(reader *r, word_state *states, uint32_t count, word_state *s)
{
    s->key_count = take_count(r);
    uint32_t *keys = ARENA_ARRAY(r->c->memory, uint32_t, s->key_count + 1);
    for (uint32_t i = 0; i < s->key_count && !r->bad; i++)
        keys[i] = take_name(r, &r->keys);
    s->edge_count = take_count(r);
    word_edge *edges = ARENA_ARRAY(r->c->memory, word_edge, s->edge_count + 1);
    r->bad |= s->view == NOTHING;
    for (uint32_t i = 0; i < s->edge_count && !r->bad; i++) {
        edges[i] = (word_edge){take_name(r, &r->letters), (uint32_t)take(r, 0, (int64_t)count - 1)};
        for (uint32_t k = 0; k < i; k++)
            r->bad |= edges[k].letter == edges[i].letter;
        uint32_t view = r->bad ? EMPTY_VIEW : view_after(r, s->view, edges[i].letter), *known = &states[edges[i].target].view;
        r->bad |= *known != NOTHING && *known != view;
        *known = view;
    }
    s->keys = keys;
    s->edges = edges;
}

static void read_set(reader *r)
{
    uint32_t count = take_count(r);
    word_state *states = ARENA_ARRAY(r->c->memory, word_state, count + 1);
    for (uint32_t i = 0; i < count; i++)
        states[i].view = i ? NOTHING : EMPTY_VIEW;
    for (uint32_t i = 0; i < count && !r->bad; i++)
        read_word_state(r, states, count, &states[i]);
    vec_push(&r->c->sets, ((word_set){count, states}));
}

/* ---- States ---- */
static bool keys_fit(const certificate *c, const word_set *set, const process_type *t)
{
    bool fit = true;
    for (uint32_t q = 0; q < set->count; q++)
        for (uint32_t i = 0; i < set->states[q].key_count; i++) {
            uint32_t key = set->states[q].keys[i];
            fit &= intern_length(&c->keys, key) == KEY_LOCALS + t->local_count && (uint32_t)intern_get(&c->keys, key)[KEY_NODE] < t->nodes.count;
        }
    return fit;
}

static void read_state(reader *r)
{
    certificate *c = r->c;
    claimed_state s = {.global = take_name(r, &r->globals)};
    if (r->bad)
        return;
    const int32_t *global = intern_get(&c->globals, s.global);
    s.holder = take(r, -1, global[0] - 1);
    s.count = (uint32_t)global[0];
    uint32_t *sets = ARENA_ARRAY(c->memory, uint32_t, s.count + 1);
    for (uint32_t p = 0; p < s.count && !r->bad; p++) {
        sets[p] = (uint32_t)take(r, 0, (int64_t)c->sets.count - 1);
        r->bad = r->bad || !keys_fit(c, &c->sets.data[sets[p]], &c->program->processes.data[global[1 + p]]);
    }
    s.sets = sets;
    vec_push(&c->states, s);
}

static bool read_list(reader *r, const json_t *proof, const char *name, void (*read)(reader *r))
{
    r->list = json_object_get(proof, name);
    r->at = 0;
    while (!r->bad && r->at < json_array_size(r->list)) {
        vec_clear(&r->row);
        read(r);
    }
    r->bad |= !json_is_array(r->list);
    if (r->bad)
        strbuf_printf(r->c->message, "this is no certificate of the model: \"%s\" does not fit before integer %zu", name, r->at);
    return !r->bad;
}

static bool read_proof(reader *r, const json_t *text)
{
    char hash[17];
    const char *given = json_string_value(json_object_get(text, "input_hash"));
    const json_t *proof = json_object_get(text, "proof");
    snprintf(hash, sizeof hash, "%016" PRIx64, r->c->program->input_hash);
    if (!given || !proof)
        strbuf_add(r->c->message, "this is no certificate");
    else if (strcmp(given, hash))
        strbuf_add(r->c->message, "it was made for another input: the model, or a file that it includes, has changed");
    else
        return read_list(r, proof, "keys", read_key) && read_list(r, proof, "letters", read_letter) && read_list(r, proof, "globals", read_global) &&
               read_list(r, proof, "sets", read_set) && read_list(r, proof, "states", read_state);
    return false;
}

bool certificate_read(certificate *c, const char *json_text, size_t length)
{
    json_error_t error;
    json_t *text = json_loadb(json_text, length, JSON_REJECT_DUPLICATES, &error);
    reader r = {.c = c};
    intern_row(&c->views, NULL, 0); /* EMPTY_VIEW */
    bool read = text && read_proof(&r, text);
    if (!text)
        strbuf_printf(c->message, "this is no JSON: line %d: %s", error.line, error.text);
    vec_release(&r.row);
    vec_release(&r.keys);
    vec_release(&r.letters);
    vec_release(&r.globals);
    json_decref(text);
    return read;
}

/* ---- Globals as states ---- */
static void load_channels(certificate *c, const channel *types, size_t count, const int32_t **at)
{
    replay_state *s = &c->r.now;
    for (size_t i = 0; i < count; i++) {
        replay_add_channel(s, &types[i]);
        uint32_t values = (uint32_t)*(*at)++;
        vec_last(&s->channels).count = values ? values / types[i].field_count : 0;
        for (uint32_t k = 0; k < values; k++)
            s->slots.data[vec_last(&s->channels).first_slot + k] = *(*at)++;
    }
}

void certificate_load(certificate *c, uint32_t global)
{
    const program *p = c->program;
    const int32_t *row = intern_get(&c->globals, global), *at = row + 1 + row[0];
    replay_state *s = &c->r.now;
    s->holder = -1;
    s->hold = HOLD_NONE;
    c->r.step = 1;
    vec_clear(&s->pending);
    vec_clear(&s->processes);
    vec_clear(&s->locals);
    vec_clear(&s->channels);
    vec_clear(&s->slots);
    for (uint32_t i = 0; i < p->global_count; i++)
        s->globals.data[i] = *at++;
    load_channels(c, p->channels.data, p->channels.count, &at);
    for (int32_t i = 0; i < row[0]; i++) {
        const process_type *t = &p->processes.data[row[1 + i]];
        vec_push(&s->processes, ((replay_process){.type = (uint32_t)row[1 + i], .node = t->entry, .first_local = (uint32_t)s->locals.count,
                                                  .first_channel = (uint32_t)s->channels.count}));
        for (uint32_t k = 0; k < t->local_count; k++)
            vec_push(&s->locals, 0);
        load_channels(c, t->channels.data, t->channels.count, &at);
    }
}

uint32_t certificate_global_now(certificate *c)
{
    const replay_state *s = &c->r.now;
    VEC(int32_t) row = {0};
    vec_push(&row, (int32_t)s->processes.count);
    for (size_t i = 0; i < s->processes.count; i++)
        vec_push(&row, (int32_t)s->processes.data[i].type);
    for (size_t i = 0; i < s->globals.count; i++)
        vec_push(&row, s->globals.data[i]);
    for (uint32_t i = 0; i < s->channels.count; i++) {
        uint32_t values = s->channels.data[i].count * s->channels.data[i].type->field_count;
        vec_push(&row, (int32_t)values);
        for (uint32_t k = 0; k < values; k++)
            vec_push(&row, replay_message(s, i, 0)[k]);
    }
    uint32_t number = intern_row(&c->globals, row.data, row.count);
    vec_release(&row);
    return number;
}
