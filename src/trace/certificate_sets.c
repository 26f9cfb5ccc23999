/* certificate_sets.c: the rows of a certificate, words of two sets side by side, and whether an image lies in a state. */
#include "base/limits.h"
#include "trace/certificate_internal.h"

void proof_fail(proof_check *k, const char *what, const char *more)
{
    if (!k->failed && k->here.global != NOTHING)
        strbuf_printf(k->message, "global %d, state %u: ", k->here.global, k->count ? (k->here.first - 1) / k->count : 0);
    if (!k->failed)
        strbuf_printf(k->message, "%s%s", what, more);
    k->failed = true;
}

/* ---- Rows ---- */
uint32_t proof_length(const proof_check *k, int table, int32_t row)
{
    return row < 0 || (size_t)row >= intern_count(&k->tables[table]) ? 0 : intern_length(&k->tables[table], (uint32_t)row);
}

int32_t proof_at(proof_check *k, int table, int32_t row, uint32_t column)
{
    if (column < proof_length(k, table, row))
        return intern_get(&k->tables[table], (uint32_t)row)[column];
    proof_fail(k, "it refers to something that is not there", "");
    return 0;
}

int32_t proof_number(intern *rows, int32_t a, int32_t b, int32_t c)
{
    limits_poll();
    return (int32_t)intern_row(rows, (int32_t[]){a, b, c}, 3);
}

void proof_add(proof_check *k, const int32_t *values, size_t count)
{
    for (size_t i = 0; i < count; i++)
        vec_push(&k->row, values[i]);
}

int32_t proof_number_row(proof_check *k, intern *rows)
{
    int32_t number = (int32_t)intern_row(rows, k->row.data, k->row.count);
    vec_clear(&k->row);
    return number;
}

int32_t proof_key_now(proof_check *k, uint32_t process)
{
    const replay_state *s = &k->r.now;
    const replay_process *q = &s->processes.data[process];
    proof_add(k, (int32_t[]){(int32_t)q->node, s->holder == (int32_t)process ? (int32_t)s->hold : HOLD_NONE}, KEY_LOCALS);
    proof_add(k, s->locals.data + q->first_local, k->r.program->processes.data[q->type].local_count);
    return proof_number_row(k, &k->tables[KEYS]);
}

int32_t proof_global_now(proof_check *k)
{
    const replay_state *s = &k->r.now;
    vec_push(&k->row, (int32_t)s->processes.count);
    for (size_t i = 0; i < s->processes.count; i++)
        vec_push(&k->row, (int32_t)s->processes.data[i].type);
    proof_add(k, s->globals.data, s->globals.count);
    for (size_t i = 0; i < s->channels.count; i++)
        vec_push(&k->row, (int32_t)s->channels.data[i].count);
    proof_add(k, s->slots.data, s->slots.count);
    return proof_number_row(k, &k->tables[GLOBALS]);
}

bool proof_is_barrier(proof_check *k, int32_t letter)
{
    return proof_at(k, LETTERS, letter, LETTER_ELEMENT) == (int32_t)k->r.program->global_count;
}

int32_t proof_view_after(proof_check *k, int32_t view, int32_t letter)
{
    int32_t element = proof_at(k, LETTERS, letter, LETTER_ELEMENT);
    if (k->failed || proof_is_barrier(k, letter))
        return view;
    proof_add(k, intern_get(&k->tables[VIEWS], (uint32_t)view), intern_length(&k->tables[VIEWS], (uint32_t)view));
    k->row.data[2 * element] = true;
    k->row.data[2 * element + 1] = proof_at(k, LETTERS, letter, LETTER_VALUE);
    return proof_number_row(k, &k->tables[VIEWS]);
}

bool proof_is_held(proof_check *k, int32_t key)
{
    return proof_at(k, KEYS, key, KEY_HOLD) != HOLD_NONE;
}

void proof_add_letter(proof_check *k, uint32_t element, int32_t value)
{
    proof_add(k, (int32_t[]){(int32_t)element, value}, LETTER_END);
    vec_push(&k->letters, proof_number_row(k, &k->tables[LETTERS]));
}

/* ---- Words of two sets side by side ---- */
static int32_t next_point(proof_check *k, int32_t point, int32_t letter)
{
    for (uint32_t i = 1; i < proof_length(k, EDGES, point); i += 2)
        if (proof_at(k, EDGES, point, i) == letter)
            return proof_at(k, EDGES, point, i + 1);
    return NOTHING;
}

/* The pairs of points to which a word from a, and the same word from b, lead; the empty word's is the first. With a letter: in b the word without its first store
 * to that location, where that is the letter. Under TSO it must be the oldest of all, under PSO it may pass others, but no barrier. A barrier with nothing
 * before it is dropped. Only the last two phases count. */
enum { OLDEST, BEHIND, BARE, DONE }; /* nothing was read; only what was passed; the letter and barriers were taken out; and something followed */

static intern walk(proof_check *k, int32_t a, int32_t b, int32_t gone)
{
    size_t number = (size_t)proof_number(&k->tables[WALKS], a, b, gone);
    if (number < k->walks.count)
        return k->walks.data[number];
    intern seen = {0};
    proof_number(&seen, a, b, gone == NOTHING ? DONE : OLDEST);
    for (uint32_t i = 0; i < intern_count(&seen); i++) {
        int32_t from = intern_get(&seen, i)[0], beside = intern_get(&seen, i)[1], phase = intern_get(&seen, i)[2];
        for (uint32_t e = 1; e < proof_length(k, EDGES, from); e += 2) {
            int32_t letter = proof_at(k, EDGES, from, e), to = proof_at(k, EDGES, from, e + 1);
            if (phase < BARE ? letter == gone : phase == BARE && proof_is_barrier(k, letter))
                proof_number(&seen, to, beside, phase == BEHIND ? DONE : BARE);
            else if (phase >= BARE)
                proof_number(&seen, to, next_point(k, beside, letter), DONE);
            else if (machine_traits(k->r.machine)->per_location && !proof_is_barrier(k, letter) && proof_at(k, LETTERS, letter, LETTER_ELEMENT) != proof_at(k, LETTERS, gone, LETTER_ELEMENT))
                proof_number(&seen, to, next_point(k, beside, letter), BEHIND);
        }
    }
    vec_push(&k->walks, seen);
    return seen;
}

/* Does the key go with the words that lead to the point, when the part's letters follow? */
static bool has_key(proof_check *k, int32_t point, const part *p, int32_t key)
{
    for (size_t i = p->added; i < p->end; i++)
        point = next_point(k, point, k->letters.data[i]);
    for (uint32_t i = 1; i < proof_length(k, POINTS, point); i++)
        if (proof_at(k, POINTS, point, i) == key)
            return true;
    return false;
}

/* Does the part speak of the key at the point? */
static bool is_meant(proof_check *k, const part *p, int32_t point, int32_t key)
{
    if (p->key == NOTHING)
        return p->held_too || !proof_is_held(k, key);
    bool found = false;
    for (uint32_t i = p->spots; i != NO_SPOT && key == p->key && !found; i = k->spots.data[i].next)
        found = k->spots.data[i].point == point;
    return found;
}

bool proof_is_in(proof_check *k, const part *p, int32_t b)
{
    if (p->empty && p->new_key != NOTHING)
        return has_key(k, b, p, p->new_key);
    if (p->set == b && p->key == NOTHING && p->gone == NOTHING)
        return true;
    intern pairs = walk(k, p->set, b, p->gone);
    for (uint32_t i = 0; i < (p->empty ? 1 : intern_count(&pairs)); i++) {
        int32_t from = intern_get(&pairs, i)[0], to = intern_get(&pairs, i)[1], phase = intern_get(&pairs, i)[2];
        for (uint32_t n = 1; n < proof_length(k, POINTS, from) && phase >= BARE; n++) {
            int32_t key = proof_at(k, POINTS, from, n);
            if (is_meant(k, p, from, key) && !has_key(k, to, p, p->new_key == NOTHING ? key : p->new_key))
                return false;
        }
    }
    return true;
}

/* ---- Images ---- */
bool proof_image_is_nothing(proof_check *k)
{
    for (uint32_t q = 0; q < k->parts.count; q++)
        if (k->parts.data[q].new_key == NOTHING && proof_is_in(k, &k->parts.data[q], NOTHING))
            return true;
    return false;
}

static bool covers(proof_check *k, state_place state)
{
    for (uint32_t q = 0; q < k->parts.count; q++)
        if (!proof_is_in(k, &k->parts.data[q], proof_at(k, STATES, state.global, state.first + q)))
            return false;
    return true;
}

void proof_note_processes(proof_check *k)
{
    uint32_t *count = ARENA_ARRAY(k->r.memory, uint32_t, k->r.program->processes.count + 1);
    for (size_t i = 0; i < k->r.now.processes.count; i++) {
        uint32_t type = k->r.now.processes.data[i].type;
        exempt_note_processes(&k->exempt, type, ++count[type]);
    }
}

/* In a state with this very global. */
static bool find_same(proof_check *k, int32_t number, state_place *cover)
{
    uint32_t count = (uint32_t)k->parts.count;
    if ((size_t)number >= k->global_count)
        return false;
    if (!k->globals[number].is_reached) {
        k->globals[number].is_reached = true;
        proof_note_processes(k);
        replay_state_copy(&k->globals[number].now, &k->r.now);
        vec_push(&k->reached, number);
    }
    *cover = k->here;
    if (number == k->here.global && covers(k, k->here)) /* where most steps lead */
        return true;
    for (*cover = (state_place){number, 1}; cover->first + count <= proof_length(k, STATES, number); cover->first += count)
        if (covers(k, *cover))
            return true;
    return false;
}

bool proof_find_cover(proof_check *k, state_place *cover)
{
    int32_t number = proof_global_now(k);
    return find_same(k, number, cover) || (k->alike && proof_find_alike(k, number, cover));
}
