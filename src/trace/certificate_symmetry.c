/* certificate_symmetry.c: whether an image lies in what a permutation of alike processes makes of a state.
 *
 * Which processes are alike is a fact about the program (program/symmetry.h). The permutation is found here, and applied here: the state that has the image is renamed,
 * its global and its sets, and then compared as any other. */
#include <string.h>

#include "trace/certificate_internal.h"

enum { MOST_TRIES = 100000 }; /* places given to processes, for one image */

/* How the processes of the image are called in the state that has it. */
typedef struct naming {
    uint8_t to[PROGRAM_MAX_PROCESSES], back[PROGRAM_MAX_PROCESSES];
    bool is_named[PROGRAM_MAX_PROCESSES], is_taken[PROGRAM_MAX_PROCESSES];
    uint32_t tries;
    state_place place; /* the state */
    const int32_t *from; /* row of the image's global; that of the state is looked up anew, as rows move */
    uint32_t length;
} naming;

/* ---- Rows of globals ---- */
/* number of processes, their types, memory, numbers of messages, messages */
static uint32_t first_element(const int32_t *row)
{
    return 1 + (uint32_t)row[0];
}

static uint32_t row_length(const proof_check *k, uint32_t processes)
{
    const program *p = k->r.program;
    uint32_t length = 1 + processes + p->global_count + (uint32_t)p->channels.count;
    for (size_t c = 0; c < p->channels.count; c++)
        length += p->channels.data[c].capacity * p->channels.data[c].field_count;
    return length;
}

/* Has the row the processes of the start, and all that belongs to a global? */
static bool is_whole(const proof_check *k, const int32_t *row, uint32_t length)
{
    const program *p = k->r.program;
    if (!length || row[0] < (int32_t)p->start.count || row[0] > PROGRAM_MAX_PROCESSES || length != row_length(k, (uint32_t)row[0]))
        return false;
    for (size_t i = 0; i < p->start.count; i++)
        if (row[1 + i] != (int32_t)p->start.data[i])
            return false;
    for (size_t c = 0; c < p->channels.count; c++) {
        int32_t count = row[first_element(row) + p->global_count + c];
        if (count < 0 || (uint32_t)count > p->channels.data[c].capacity)
            return false;
    }
    return true;
}

/* The row with the processes renamed. */
static void rename_global(const proof_check *k, const int32_t *row, const uint8_t *to, int32_t *out)
{
    const symmetry *s = k->alike;
    const program *p = k->r.program;
    uint32_t first = first_element(row), counts = first + p->global_count, slots = counts + (uint32_t)p->channels.count, at = slots;
    memcpy(out, row, row_length(k, (uint32_t)row[0]) * sizeof *row);
    for (uint32_t e = 0; e < p->global_count; e++)
        out[first + symmetry_slot(s->globals, to, e)] = symmetry_value(s, s->globals[e].value, to, row[first + e]);
    for (uint32_t c = 0; c < p->channels.count; c++) {
        const channel *of = &p->channels.data[c];
        uint32_t target = symmetry_slot(s->channels, to, c), into = slots;
        for (uint32_t i = 0; i < target; i++)
            into += p->channels.data[i].capacity * p->channels.data[i].field_count;
        out[counts + target] = row[counts + c];
        for (uint32_t i = 0; i < of->capacity * of->field_count; i++, at++) {
            bool is_used = i < (uint32_t)row[counts + c] * of->field_count;
            out[into + i] = is_used ? symmetry_value(s, s->fields[c][i % of->field_count], to, row[at]) : row[at];
        }
    }
}

/* ---- What no permutation changes of a global ---- */
static uint64_t mix(uint64_t a, uint64_t b)
{
    uint64_t x = (a * 0x9e3779b97f4a7c15u) ^ (b + (a >> 7));
    x *= 0xd6e8feb86659fd93u;
    return x ^ x >> 29;
}

/* The process that the value names; -1: none. */
static int32_t named_by(const symmetry *s, number_kind kind, int32_t value)
{
    for (int32_t p = 0; p < (int32_t)s->program->start.count && kind.groups; p++)
        if (value == kind.base + p && s->group_of[p] < SYMMETRY_MAX_GROUPS && (kind.groups >> s->group_of[p] & 1))
            return p;
    return -1;
}

static int32_t owner_of(const cell_kind *cell, uint32_t slot)
{
    return cell->is_owned ? (int32_t)slot - cell->first : -1;
}

static uint64_t look_of(const symmetry *s, number_kind kind, int32_t owner, int32_t value)
{
    int32_t named = named_by(s, kind, value);
    return named < 0 ? mix(1, (uint32_t)value) : named == owner ? 2 : 3;
}

static uint64_t signature(const proof_check *k, const int32_t *row)
{
    const symmetry *s = k->alike;
    const program *p = k->r.program;
    uint64_t of[PROGRAM_MAX_PROCESSES] = {0}, all = (uint32_t)row[0];
    uint32_t first = first_element(row), counts = first + p->global_count, at = counts + (uint32_t)p->channels.count;
    for (uint32_t e = 0; e < p->global_count; e++) {
        int32_t owner = owner_of(&s->globals[e], e);
        uint64_t look = mix(owner < 0 ? e : (uint32_t)s->globals[e].first + 1000000u, look_of(s, s->globals[e].value, owner, row[first + e]));
        *(owner < 0 ? &all : &of[owner]) += look;
    }
    for (uint32_t c = 0; c < p->channels.count; c++) {
        const channel *t = &p->channels.data[c];
        int32_t owner = owner_of(&s->channels[c], c);
        uint64_t *into = owner < 0 ? &all : &of[owner], name = owner < 0 ? c : (uint32_t)s->channels[c].first + 2000000u;
        *into += mix(name, (uint32_t)row[counts + c]);
        for (uint32_t i = 0; i < t->capacity * t->field_count; i++, at++)
            if (i < (uint32_t)row[counts + c] * t->field_count)
                *into += mix(name + i, look_of(s, s->fields[c][i % t->field_count], owner, row[at]));
    }
    for (size_t q = 0; q < p->start.count; q++)
        all += mix(of[q], s->group_of[q] < SYMMETRY_MAX_GROUPS ? s->group_of[q] : 100 + q);
    return all;
}

static uint32_t class_of(proof_check *k, const int32_t *row)
{
    uint64_t all = signature(k, row);
    return intern_row(&k->classes, (int32_t[]){(int32_t)(uint32_t)all, (int32_t)(uint32_t)(all >> 32)}, 2);
}

/* The globals of the text by what no permutation changes. */
static void sort_globals(proof_check *k)
{
    for (uint32_t g = 0; g < k->global_count; g++) {
        const int32_t *row = intern_get(&k->tables[GLOBALS], g);
        if (!is_whole(k, row, intern_length(&k->tables[GLOBALS], g)))
            continue;
        uint32_t class = class_of(k, row);
        while (k->members.count <= class)
            vec_push(&k->members, (global_list){0});
        vec_push(&k->members.data[class], (int32_t)g);
    }
    k->is_sorted = true;
}

/* ---- Sets ---- */
static int32_t rename_key(proof_check *k, uint32_t type, int32_t key, const uint8_t *to)
{
    const cell_kind *cells = k->alike->locals[type];
    uint32_t locals = k->r.program->processes.data[type].local_count, first = (uint32_t)k->row.count;
    if (proof_length(k, KEYS, key) != KEY_LOCALS + locals)
        return key; /* none of this process: find_stances complains */
    proof_add(k, intern_get(&k->tables[KEYS], (uint32_t)key), KEY_LOCALS + locals);
    for (uint32_t i = 0; i < locals; i++)
        k->row.data[first + KEY_LOCALS + symmetry_slot(cells, to, i)] =
            symmetry_value(k->alike, cells[i].value, to, intern_get(&k->tables[KEYS], (uint32_t)key)[KEY_LOCALS + i]);
    return proof_number_row(k, &k->tables[KEYS]);
}

static int32_t rename_letter(proof_check *k, int32_t letter, const uint8_t *to)
{
    const symmetry *s = k->alike;
    if (proof_is_barrier(k, letter) || k->failed)
        return letter;
    uint32_t element = (uint32_t)proof_at(k, LETTERS, letter, LETTER_ELEMENT);
    int32_t value = symmetry_value(s, s->globals[element].value, to, proof_at(k, LETTERS, letter, LETTER_VALUE));
    proof_add(k, (int32_t[]){(int32_t)symmetry_slot(s->globals, to, element), value}, LETTER_END);
    return proof_number_row(k, &k->tables[LETTERS]);
}

/* The points that can be reached from this one, renamed, as points of their own. */
static int32_t rename_points(proof_check *k, uint32_t type, int32_t set, const uint8_t *to)
{
    intern seen = {0};
    int32_t base = (int32_t)intern_count(&k->tables[POINTS]);
    VEC(int32_t) made = {0};
    intern_row(&seen, &set, 1);
    for (uint32_t i = 0; i < intern_count(&seen) && !k->failed; i++) {
        int32_t point = intern_get(&seen, i)[0];
        vec_clear(&made);
        for (uint32_t n = 1; n < proof_length(k, POINTS, point); n++)
            vec_push(&made, rename_key(k, type, proof_at(k, POINTS, point, n), to));
        vec_push(&k->row, base + (int32_t)i);
        proof_add(k, made.data, made.count);
        proof_number_row(k, &k->tables[POINTS]);
        vec_clear(&made);
        for (uint32_t e = 1; e < proof_length(k, EDGES, point); e += 2) {
            int32_t target = proof_at(k, EDGES, point, e + 1);
            vec_push(&made, rename_letter(k, proof_at(k, EDGES, point, e), to));
            vec_push(&made, base + (int32_t)intern_row(&seen, &target, 1));
        }
        vec_push(&k->row, base + (int32_t)i);
        proof_add(k, made.data, made.count);
        proof_number_row(k, &k->tables[EDGES]);
    }
    vec_release(&made);
    intern_release(&seen);
    return base;
}

static int32_t rename_set(proof_check *k, uint32_t type, int32_t set, const uint8_t *to)
{
    if (k->alike->is_plain)
        return set;
    proof_add(k, (int32_t[]){set, (int32_t)type}, 2);
    for (size_t p = 0; p < k->r.program->start.count; p++)
        vec_push(&k->row, to[p]);
    size_t number = (size_t)proof_number_row(k, &k->renamings);
    if (number == k->renamed.count) {
        int32_t made = rename_points(k, type, set, to);
        vec_push(&k->renamed, made);
    }
    return k->renamed.data[number];
}

/* ---- The permutation ---- */
static uint32_t type_at(const proof_check *k, uint32_t process)
{
    return k->r.now.processes.data[process].type;
}

/* Is the part of process p in the set of the state's process q, with the names that the processes have so far? */
static bool fits_part(proof_check *k, const naming *n, uint32_t p, uint32_t q)
{
    int32_t set = proof_at(k, STATES, n->place.global, n->place.first + q);
    return proof_is_in(k, &k->parts.data[p], rename_set(k, type_at(k, p), set, n->back));
}

/* Can a slot that belongs to `owner`, or to nobody, be the other, when p is called q? */
static bool fits_slot(const proof_check *k, const naming *n, number_kind kind, int32_t value, int32_t other)
{
    int32_t named = named_by(k->alike, kind, value), then = named_by(k->alike, kind, other);
    if (named < 0 || then < 0)
        return named == then && value == other;
    return n->is_named[named] ? n->to[named] == (uint32_t)then : !n->is_taken[then];
}

/* Do the elements of p, and those that are nobody's, allow that it is called as it is? */
static bool fits_global(const proof_check *k, const naming *n, uint32_t p)
{
    const symmetry *s = k->alike;
    const int32_t *to_row = intern_get(&k->tables[GLOBALS], (uint32_t)n->place.global);
    uint32_t first = first_element(n->from);
    for (uint32_t e = 0; e < k->r.program->global_count; e++) {
        int32_t owner = owner_of(&s->globals[e], e);
        if (owner >= 0 && owner != (int32_t)p)
            continue;
        if (!fits_slot(k, n, s->globals[e].value, n->from[first + e], to_row[first + symmetry_slot(s->globals, n->to, e)]))
            return false;
    }
    return true;
}

static bool is_renamed_right(proof_check *k, const naming *n)
{
    bool same;
    VEC(int32_t) renamed = {0};
    vec_reserve(&renamed, n->length);
    rename_global(k, n->from, n->to, renamed.data);
    same = !memcmp(renamed.data, intern_get(&k->tables[GLOBALS], (uint32_t)n->place.global), n->length * sizeof *renamed.data);
    vec_release(&renamed);
    for (uint32_t p = 0; p < k->parts.count && same; p++)
        same = fits_part(k, n, p, n->to[p]);
    return same;
}

static void call(naming *n, uint32_t p, uint32_t q, bool is_named)
{
    n->is_named[p] = n->is_taken[q] = is_named;
    n->to[p] = (uint8_t)q;
    n->back[q] = (uint8_t)p;
}

/* Calls the processes from p on by names that make the image a part of the state. */
static bool name_from(proof_check *k, naming *n, uint32_t p)
{
    const symmetry *s = k->alike;
    if (p == k->r.program->start.count)
        return is_renamed_right(k, n);
    bool is_member = s->group_of[p] < SYMMETRY_MAX_GROUPS, found = false;
    const symmetry_group *g = is_member ? &s->groups[s->group_of[p]] : NULL;
    uint32_t first = is_member ? g->first : p, end = is_member ? g->first + g->count : p + 1;
    for (uint32_t q = first; q < end && !found && !k->failed && n->tries < MOST_TRIES; q++) {
        if (n->is_taken[q])
            continue;
        n->tries++;
        call(n, p, q, true);
        found = fits_global(k, n, p) && name_from(k, n, p + 1);
        if (!found)
            call(n, p, q, false);
    }
    return found;
}

/* Where numbers do not matter: finds a place for p, moving others on where need be. */
static bool find_place(proof_check *k, naming *n, uint32_t p, bool *tried)
{
    const symmetry_group *g = &k->alike->groups[k->alike->group_of[p]];
    for (uint32_t q = g->first; q < g->first + g->count; q++) {
        if (tried[q] || !fits_part(k, n, p, q))
            continue;
        tried[q] = true;
        if (!n->is_taken[q] || find_place(k, n, n->back[q], tried)) {
            call(n, p, q, true);
            return true;
        }
    }
    return false;
}

static bool place_all(proof_check *k, naming *n)
{
    for (uint32_t p = 0; p < k->parts.count; p++) {
        bool tried[PROGRAM_MAX_PROCESSES] = {0};
        bool is_member = p < k->r.program->start.count && k->alike->group_of[p] < SYMMETRY_MAX_GROUPS;
        if (is_member ? !find_place(k, n, p, tried) : !fits_part(k, n, p, p))
            return false;
    }
    return true;
}

static bool has_name(proof_check *k, naming *n)
{
    memset(n->is_named, 0, sizeof n->is_named);
    memset(n->is_taken, 0, sizeof n->is_taken);
    for (uint32_t p = 0; p < PROGRAM_MAX_PROCESSES; p++)
        n->to[p] = n->back[p] = (uint8_t)p;
    if (!k->alike->is_plain)
        return name_from(k, n, 0);
    return !memcmp(n->from, intern_get(&k->tables[GLOBALS], (uint32_t)n->place.global), n->length * sizeof *n->from) && place_all(k, n);
}

/* ---- Covers ---- */
/* r.now becomes the interpreter's state for the global of the text. */
static void keep_global(proof_check *k, const naming *n)
{
    global *g = &k->globals[n->place.global];
    const int32_t *row = intern_get(&k->tables[GLOBALS], (uint32_t)n->place.global);
    if (g->is_reached)
        return;
    g->is_reached = true;
    proof_note_processes(k);
    replay_state_copy(&g->now, &k->r.now);
    row += first_element(row);
    memcpy(g->now.globals.data, row, g->now.globals.count * sizeof *row);
    row += g->now.globals.count;
    for (size_t c = 0; c < g->now.channels.count; c++)
        g->now.channels.data[c].count = (uint32_t)*row++;
    if (g->now.slots.count)
        memcpy(g->now.slots.data, row, g->now.slots.count * sizeof *row);
    vec_push(&k->reached, n->place.global);
}

bool proof_find_alike(proof_check *k, int32_t number, state_place *cover)
{
    uint32_t length = intern_length(&k->tables[GLOBALS], (uint32_t)number), count = (uint32_t)k->parts.count;
    if (!k->is_sorted)
        sort_globals(k);
    if (!is_whole(k, intern_get(&k->tables[GLOBALS], (uint32_t)number), length))
        return false;
    uint32_t class = class_of(k, intern_get(&k->tables[GLOBALS], (uint32_t)number));
    for (size_t i = 0; class < k->members.count && i < k->members.data[class].count && !k->failed; i++) {
        int32_t other = k->members.data[class].data[i];
        naming n = {.place = {other, 1}, .length = length};
        if (intern_length(&k->tables[GLOBALS], (uint32_t)other) != length)
            continue;
        for (; n.place.first + count <= proof_length(k, STATES, other) && !k->failed; n.place.first += count) {
            n.from = intern_get(&k->tables[GLOBALS], (uint32_t)number);
            if (!has_name(k, &n))
                continue;
            keep_global(k, &n);
            *cover = n.place;
            return true;
        }
    }
    return false;
}
