/* certificate_text.c: reads the tables of a certificate (docs/certificates.md). */
#include "trace/certificate_text.h"

#include <string.h>

enum { FORMAT = 3, SYMMETRIC = 4, MAX_LENGTH = 1000 };

bool certificate_text_is_symmetric(const json_t *proof)
{
    return json_integer_value(json_object_get(proof, "format")) == SYMMETRIC;
}

bool certificate_text_has_groups(const json_t *proof, const symmetry *s)
{
    const json_t *names = json_object_get(proof, "symmetry");
    bool same = json_is_array(names) && json_array_size(names) == s->group_count && s->group_count;
    for (uint32_t g = 0; g < s->group_count && same; g++) {
        const char *name = json_string_value(json_array_get(names, g));
        same = name && !strcmp(name, s->program->processes.data[s->groups[g].type].name);
    }
    return same;
}

bool certificate_text_fits(const json_t *text, const program *p, strbuf *message)
{
    const json_t *proof = json_object_get(text, "proof");
    if (!proof)
        strbuf_add(message, "this is no certificate");
    else if (!trace_json_is_for(text, p))
        strbuf_add(message, "it was made for another input: the model, or a file that it includes, has changed");
    else if (json_integer_value(json_object_get(proof, "format")) != FORMAT && !certificate_text_is_symmetric(proof))
        strbuf_add(message, "its format is that of another version");
    return !message->length;
}

static bool add_integers(proof_check *k, const json_t *list)
{
    bool fits = json_is_array(list);
    size_t i;
    json_t *value;
    json_array_foreach(list, i, value) {
        fits &= json_is_integer(value) && json_integer_value(value) >= INT32_MIN && json_integer_value(value) <= INT32_MAX;
        vec_push(&k->row, (int32_t)json_integer_value(value));
    }
    return fits;
}

/* No row is there twice, so that its number in the text is the one that it gets here. */
static bool read_table(proof_check *k, int table, const json_t *list)
{
    bool fits = json_is_array(list);
    size_t number;
    json_t *row;
    json_array_foreach(list, number, row) {
        if (table >= POINTS)
            vec_push(&k->row, (int32_t)number);
        fits &= add_integers(k, row);
        if (table == LETTERS)
            fits &= k->row.count == LETTER_END && k->row.data[LETTER_ELEMENT] >= 0 &&
                    (uint32_t)k->row.data[LETTER_ELEMENT] < k->r.program->global_count + (machine_traits(k->r.machine)->per_location);
        fits &= proof_number_row(k, &k->tables[table]) == (int32_t)number;
    }
    return fits;
}

/* The elements that are kept out of the buffers, in ascending order. */
static bool read_exempt(proof_check *k, const json_t *list)
{
    bool fits = json_is_array(list);
    json_int_t last = -1;
    size_t i;
    json_t *value;
    json_array_foreach(list, i, value) {
        json_int_t element = json_integer_value(value);
        fits &= json_is_integer(value) && element > last && element < k->r.program->global_count;
        if (fits)
            k->exempt.elements[element] = true;
        last = element;
    }
    return fits;
}

static bool has_rows(proof_check *k, bool fits, const char *name, const char *what)
{
    if (!fits)
        strbuf_printf(k->message, "this is no certificate of the model: \"%s\" is no %s", name, what);
    return fits;
}

bool certificate_text_read(proof_check *k, const json_t *proof)
{
    static const char *const names[TEXT_TABLES] = {"keys", "letters", "globals", "points", "edges", "states"};
    bool fits = has_rows(k, read_exempt(k, json_object_get(proof, "unbuffered")), "unbuffered", "list of its locations");
    for (int i = 0; i < TEXT_TABLES && fits; i++)
        fits = has_rows(k, read_table(k, i, json_object_get(proof, names[i])), names[i], "list of such rows");
    return fits;
}

/* ---- How runs are refuted ---- */

/* The row of an edge of the automaton: its states, its marks, and the atoms that it reads, from 1 on; negative ones must be false. */
static void add_way(proof_check *k, uint32_t from, const buchi_edge *way)
{
    proof_add(k, (int32_t[]){(int32_t)from, (int32_t)way->target, (int32_t)way->marks}, 3);
    for (int32_t i = 0; i < FORMULA_MAX_ATOMS; i++) {
        if (way->with >> i & 1)
            vec_push(&k->row, i + 1);
        if (way->without >> i & 1)
            vec_push(&k->row, -i - 1);
    }
}

/* Is this the automaton of the formula? */
static bool is_automaton(proof_check *k, const json_t *rows)
{
    const buchi *a = &k->runs->of->violating;
    bool same = json_is_array(rows) && json_array_size(rows) == a->edges.count;
    size_t number = 0;
    for (uint32_t s = 0; s < a->states.count && same; s++)
        for (uint32_t i = 0; i < a->states.data[s].edge_count && same; i++) {
            add_way(k, s, &a->edges.data[a->states.data[s].first_edge + i]);
            size_t length = k->row.count;
            same = add_integers(k, json_array_get(rows, number++)) && k->row.count == 2 * length;
            for (size_t n = 0; n < length && same; n++)
                same = k->row.data[n] == k->row.data[length + n];
            vec_clear(&k->row);
        }
    return same;
}

/* Sets of processes, in ascending order each. */
static bool read_groups(proof_check *k, const json_t *list)
{
    bool fits = json_is_array(list);
    size_t i;
    json_t *group;
    json_array_foreach(list, i, group) {
        run_play p = {0};
        fits &= add_integers(k, group);
        for (size_t n = 0; n < k->row.count; n++) {
            fits &= k->row.data[n] > (n ? k->row.data[n - 1] : -1) && k->row.data[n] < PROGRAM_MAX_PROCESSES;
            vec_push(&p.processes, (uint32_t)k->row.data[n]);
        }
        vec_clear(&k->row);
        vec_push(&k->runs->plays, p);
    }
    return fits;
}

bool certificate_text_read_runs(proof_check *k, const json_t *proof)
{
    json_int_t length = json_integer_value(json_object_get(proof, "length"));
    k->runs->length = (uint32_t)length;
    bool fits = has_rows(k, length >= 1 && length <= MAX_LENGTH, "length", "number of stores") &&
                has_rows(k, read_groups(k, json_object_get(proof, "groups")), "groups", "list of sets of its processes") && certificate_text_read(k, proof);
    if (fits && !is_automaton(k, json_object_get(proof, "automaton")))
        proof_fail(k, "its automaton is not that of the formula", "");
    return fits;
}
