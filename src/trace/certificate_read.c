/* certificate_read.c: a certificate's text, and globals as states that steps can be taken in. */
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "trace/certificate_internal.h"

typedef VEC(int32_t) int_vec;

static bool are_below(const int32_t *numbers, size_t count, size_t limit)
{
    for (size_t i = 0; i < count; i++)
        if (numbers[i] < 0 || (size_t)numbers[i] >= limit)
            return false;
    return true;
}

static uint32_t intern_and_release(intern *pool, int_vec *row)
{
    uint32_t number = intern_row(pool, row->data, row->count);
    vec_release(row);
    return number;
}

/* ---- Globals as states ---- */
bool certificate_load(certificate *c, uint32_t global)
{
    const program *p = c->r.program;
    const int32_t *row = intern_get(&c->tables[GLOBALS], global), *at = row + GLOBAL_TYPES;
    uint32_t length = intern_length(&c->tables[GLOBALS], global);
    replay_state *s = &c->r.now;
    s->holder = -1;
    s->processes.count = s->locals.count = s->channels.count = s->slots.count = s->pending.count = 0;
    if (!are_below(&row[GLOBAL_COUNT], 1, PROGRAM_MAX_PROCESSES + 1) || length < GLOBAL_TYPES + (uint32_t)row[GLOBAL_COUNT] ||
        !are_below(at, (size_t)row[GLOBAL_COUNT], p->processes.count))
        return false;
    for (size_t i = 0; i < p->channels.count; i++)
        replay_add_channel(s, &p->channels.data[i]);
    while (at < row + GLOBAL_TYPES + row[GLOBAL_COUNT])
        replay_add_process(s, p, (uint32_t)*at++);
    if (length != (size_t)(at - row) + s->globals.count + s->channels.count + s->slots.count)
        return false;
    for (size_t i = 0; i < s->globals.count; i++)
        s->globals.data[i] = *at++;
    for (size_t i = 0; i < s->channels.count; i++) {
        if (!are_below(at, 1, (size_t)s->channels.data[i].type->capacity + 1))
            return false;
        s->channels.data[i].count = (uint32_t)*at++;
    }
    for (size_t i = 0; i < s->slots.count; i++)
        s->slots.data[i] = *at++;
    return true;
}

uint32_t certificate_global_now(certificate *c)
{
    const replay_state *s = &c->r.now;
    int_vec row = {0};
    vec_push(&row, (int32_t)s->processes.count);
    for (size_t i = 0; i < s->processes.count; i++)
        vec_push(&row, (int32_t)s->processes.data[i].type);
    for (size_t i = 0; i < s->globals.count; i++)
        vec_push(&row, s->globals.data[i]);
    for (size_t i = 0; i < s->channels.count; i++)
        vec_push(&row, (int32_t)s->channels.data[i].count);
    for (size_t i = 0; i < s->slots.count; i++)
        vec_push(&row, s->slots.data[i]);
    return intern_and_release(&c->tables[GLOBALS], &row);
}

/* ---- What rows must be ---- */
static uint32_t view_after(certificate *c, uint32_t view, uint32_t letter)
{
    const int32_t *store = intern_get(&c->tables[LETTERS], letter);
    int_vec row = {0};
    for (uint32_t i = 0; i < intern_length(&c->views, view); i++)
        vec_push(&row, intern_get(&c->views, view)[i]);
    row.data[2 * store[LETTER_ELEMENT]] = true;
    row.data[2 * store[LETTER_ELEMENT] + 1] = store[LETTER_VALUE];
    return intern_and_release(&c->views, &row);
}

/* All words that lead to a point give it the same view. One that no point before it leads to is a start: only the empty word leads there. */
static bool point_fits(certificate *c, uint32_t number, const int32_t *row, uint32_t length)
{
    if (length < POINT_KEYS || row[POINT_NUMBER] != (int32_t)number || !are_below(&row[POINT_KEY_COUNT], 1, (size_t)length - POINT_KEYS + 1))
        return false;
    uint32_t keys = (uint32_t)row[POINT_KEY_COUNT], first_edge = POINT_KEYS + keys;
    if (!are_below(row + POINT_KEYS, keys, intern_count(&c->tables[KEYS])) || (length - first_edge) % 2)
        return false;
    if (c->view.data[number] == UINT32_MAX)
        c->view.data[number] = 0;
    for (const int32_t *out = row + first_edge; out < row + length; out += 2) {
        bool ascends = out == row + first_edge || out[0] > out[-2]; /* so that no letter has two edges */
        if (!ascends || !are_below(out, 1, intern_count(&c->tables[LETTERS])) || !are_below(out + 1, 1, c->view.count))
            return false;
        uint32_t view = view_after(c, c->view.data[number], (uint32_t)out[0]), *known = &c->view.data[out[1]];
        if (*known != UINT32_MAX && *known != view)
            return false;
        *known = view;
    }
    return true;
}

/* Rows of earlier tables are right. Nodes and locals of a key, and a global, are looked at where they are used. */
static bool row_fits(certificate *c, int table, uint32_t number)
{
    const int32_t *row = intern_get(&c->tables[table], number);
    uint32_t length = intern_length(&c->tables[table], number);
    switch (table) {
    case KEYS: return length >= KEY_LOCALS && row[KEY_NODE] >= 0 && are_below(&row[KEY_HOLD], 1, HOLD_D_STEP + 1);
    case LETTERS: return length == LETTER_END && are_below(&row[LETTER_ELEMENT], 1, c->r.program->global_count);
    case POINTS: return point_fits(c, number, row, length);
    case GLOBALS: return length >= GLOBAL_TYPES;
    default: break;
    }
    if (length < STATE_SETS || !are_below(&row[STATE_GLOBAL], 1, intern_count(&c->tables[GLOBALS])) ||
        length != STATE_SETS + (size_t)intern_get(&c->tables[GLOBALS], (uint32_t)row[STATE_GLOBAL])[GLOBAL_COUNT] ||
        !are_below(row + STATE_SETS, length - STATE_SETS, c->view.count))
        return false;
    for (uint32_t i = STATE_SETS; i < length; i++)
        if (c->view.data[row[i]])
            return false; /* no start */
    return true;
}

/* ---- The text ---- */
/* No row is there twice: its place is the number that it gets here. `number` is that of the row which does not fit. */
static bool read_table(certificate *c, int table, const json_t *list, uint32_t *number)
{
    for (*number = 0; *number < json_array_size(list); ++*number) {
        const json_t *from = json_array_get(list, *number);
        int_vec row = {0};
        bool fits = json_is_array(from);
        for (size_t i = 0; i < json_array_size(from); i++) {
            json_int_t value = json_integer_value(json_array_get(from, i));
            fits &= json_is_integer(json_array_get(from, i)) && value >= INT32_MIN && value <= INT32_MAX;
            vec_push(&row, (int32_t)value);
        }
        if (intern_and_release(&c->tables[table], &row) != *number || !fits)
            return false;
        if (table == POINTS)
            vec_push(&c->view, UINT32_MAX);
    }
    for (*number = 0; *number < intern_count(&c->tables[table]); ++*number)
        if (!row_fits(c, table, *number))
            return false;
    return json_is_array(list);
}

bool certificate_read(certificate *c, const char *json_text, size_t length, strbuf *message)
{
    static const char *const names[TABLES] = {"keys", "letters", "points", "globals", "states"};
    json_t *text = json_loadb(json_text, length, JSON_REJECT_DUPLICATES, NULL);
    const char *given = json_string_value(json_object_get(text, "input_hash"));
    char hash[17];
    snprintf(hash, sizeof hash, "%016" PRIx64, c->r.program->input_hash);
    bool read = given && !strcmp(given, hash);
    if (!read)
        strbuf_add(message, given ? "it was made for another input: the model, or a file that it includes, has changed" : "this is no certificate");
    int_vec empty = {0};
    for (size_t i = 0; i < 2 * (size_t)c->r.program->global_count; i++)
        vec_push(&empty, 0);
    intern_and_release(&c->views, &empty);
    for (int i = 0; i < TABLES && read; i++) {
        uint32_t number;
        read = read_table(c, i, json_object_get(json_object_get(text, "proof"), names[i]), &number);
        if (!read)
            strbuf_printf(message, "this is no certificate of the model: \"%s\" does not fit in row %u", names[i], number);
    }
    json_decref(text);
    return read;
}
