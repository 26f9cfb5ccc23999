/* certificate.c: the initial state is there, no step leads out, nothing is bad.
 *
 * What a process can do depends on its key, its view and the global alone (replay.c tells where that is not so), so each step is taken once by replay.c for
 * all words with that view, and for all that the others may be doing. Its image, a product of sets again, must be part of one state. Rows of the text
 * are read through `at` alone, which fails where there is none. */
#include "trace/certificate.h"

#include <string.h>

#include "base/intern.h"
#include "base/limits.h"
#include "trace/replay.h"
#include "trace/trace_json.h"

/* The tables of the text (docs/certificates.md), then our own. A row is named by its number, from 0; from POINTS on the number also stands in front of the row. */
enum { FORMAT = 3 };
enum { KEYS, LETTERS, GLOBALS, POINTS, EDGES, STATES, TEXT_TABLES };
enum { VIEWS = TEXT_TABLES, WALKS, TABLES }; /* of each element: is a store pending, and the youngest value; (point, point, letter) */
enum { KEY_NODE, KEY_HOLD, KEY_LOCALS };
enum { LETTER_ELEMENT, LETTER_VALUE, LETTER_END }; /* the element after the last one: a barrier */
enum { NOTHING = -1 }; /* no row; a point without keys and edges */

/* A process with a key, and any word that leads to a point of its set and gives it the view. */
typedef struct stance {
    uint32_t process;
    int32_t point, view, key;
    bool stuck, ends; /* nothing is pending, and no statement is possible for the process alone; the process may be removed */
    bool meets;       /* some rendezvous with a stance of another process is possible */
} stance;

/* What a step makes of the words and keys of one process. */
typedef struct part {
    int32_t set;        /* where the words started; NOTHING: the process is new */
    int32_t point, key; /* those of one stance; NOTHING: all that are at rest */
    bool empty;         /* of these only the empty word */
    int32_t gone;       /* this store has left the words; NOTHING: none */
    int32_t new_key;    /* in place of the old; NOTHING: the key stays */
    size_t added, end;  /* these letters (in `letters`) follow the words */
} part;

typedef struct global {
    bool is_reached;  /* by some step */
    replay_state now; /* when the step had been taken; what the processes are doing is of no account */
} global;

typedef struct check {
    replay r;               /* takes the steps, */
    exempt exempt;          /* and notes who uses what is kept out of the buffers */
    const property_list *properties;
    footprints *footprints; /* of the program and these */
    intern tables[TABLES];
    VEC(intern) walks;      /* by number in WALKS: (point, point, phase) */
    global *globals;        /* those of the text; steps may lead to others */
    size_t global_count;
    VEC(int32_t) reached;   /* globals, in that order */
    int32_t here;           /* the state being checked: its global, */
    uint32_t first, count;  /* where it starts in the row, the number of its processes, */
    bool rests[PROGRAM_MAX_PROCESSES]; /* which of them may be at rest, */
    VEC(stance) stances;    /* and where they may be, by process */
    VEC(part) parts;        /* the image of a step, a part for each process */
    VEC(int32_t) letters, row;
    VEC(uint32_t) choices;
    strbuf *message;
    bool failed;
} check;

static void fail(check *k, const char *what, const char *more)
{
    if (!k->failed && k->here != NOTHING)
        strbuf_printf(k->message, "global %d, state %u: ", k->here, k->count ? (k->first - 1) / k->count : 0);
    if (!k->failed)
        strbuf_printf(k->message, "%s%s", what, more);
    k->failed = true;
}

/* ---- Rows ---- */
static uint32_t length_of(const check *k, int table, int32_t row)
{
    return row < 0 || (size_t)row >= intern_count(&k->tables[table]) ? 0 : intern_length(&k->tables[table], (uint32_t)row);
}

static int32_t at(check *k, int table, int32_t row, uint32_t column)
{
    if (column < length_of(k, table, row))
        return intern_get(&k->tables[table], (uint32_t)row)[column];
    fail(k, "it refers to something that is not there", "");
    return 0;
}

static int32_t number_of(intern *rows, int32_t a, int32_t b, int32_t c)
{
    limits_poll();
    return (int32_t)intern_row(rows, (int32_t[]){a, b, c}, 3);
}

static void add(check *k, const int32_t *values, size_t count)
{
    for (size_t i = 0; i < count; i++)
        vec_push(&k->row, values[i]);
}

/* The number of the row that has been added since. */
static int32_t number_of_row(check *k, intern *rows)
{
    int32_t number = (int32_t)intern_row(rows, k->row.data, k->row.count);
    vec_clear(&k->row);
    return number;
}

static int32_t key_now(check *k, uint32_t process)
{
    const replay_state *s = &k->r.now;
    const replay_process *q = &s->processes.data[process];
    add(k, (int32_t[]){(int32_t)q->node, s->holder == (int32_t)process ? (int32_t)s->hold : HOLD_NONE}, KEY_LOCALS);
    add(k, s->locals.data + q->first_local, k->r.program->processes.data[q->type].local_count);
    return number_of_row(k, &k->tables[KEYS]);
}

static int32_t global_now(check *k)
{
    const replay_state *s = &k->r.now;
    vec_push(&k->row, (int32_t)s->processes.count);
    for (size_t i = 0; i < s->processes.count; i++)
        vec_push(&k->row, (int32_t)s->processes.data[i].type);
    add(k, s->globals.data, s->globals.count);
    for (size_t i = 0; i < s->channels.count; i++)
        vec_push(&k->row, (int32_t)s->channels.data[i].count);
    add(k, s->slots.data, s->slots.count);
    return number_of_row(k, &k->tables[GLOBALS]);
}

static bool is_barrier(check *k, int32_t letter)
{
    return at(k, LETTERS, letter, LETTER_ELEMENT) == (int32_t)k->r.program->global_count;
}

static int32_t view_after(check *k, int32_t view, int32_t letter)
{
    int32_t element = at(k, LETTERS, letter, LETTER_ELEMENT);
    if (k->failed || is_barrier(k, letter))
        return view;
    add(k, intern_get(&k->tables[VIEWS], (uint32_t)view), intern_length(&k->tables[VIEWS], (uint32_t)view));
    k->row.data[2 * element] = true;
    k->row.data[2 * element + 1] = at(k, LETTERS, letter, LETTER_VALUE);
    return number_of_row(k, &k->tables[VIEWS]);
}

static bool is_held(check *k, int32_t key)
{
    return at(k, KEYS, key, KEY_HOLD) != HOLD_NONE;
}

static const process_type *type_of(const check *k, uint32_t process)
{
    return &k->r.program->processes.data[k->globals[k->here].now.processes.data[process].type];
}

static const node *node_of(check *k, const stance *a)
{
    return &type_of(k, a->process)->nodes.data[at(k, KEYS, a->key, KEY_NODE)];
}

/* ---- The text ---- */
/* No row is there twice, so that its number in the text is the one that it gets here. */
static bool read_table(check *k, int table, json_t *list)
{
    bool fits = json_is_array(list);
    size_t number, i;
    json_t *row, *value;
    json_array_foreach(list, number, row) {
        fits &= json_is_array(row);
        if (table >= POINTS)
            vec_push(&k->row, (int32_t)number);
        json_array_foreach(row, i, value) {
            fits &= json_is_integer(value) && json_integer_value(value) >= INT32_MIN && json_integer_value(value) <= INT32_MAX;
            vec_push(&k->row, (int32_t)json_integer_value(value));
        }
        if (table == LETTERS)
            fits &= k->row.count == LETTER_END && k->row.data[LETTER_ELEMENT] >= 0 &&
                    (uint32_t)k->row.data[LETTER_ELEMENT] < k->r.program->global_count + (machine_traits(k->r.machine)->per_location);
        fits &= number_of_row(k, &k->tables[table]) == (int32_t)number;
    }
    return fits;
}

/* The elements that are kept out of the buffers, in ascending order. */
static bool read_exempt(check *k, json_t *list)
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

/* False after a message: the text is no certificate of the program. */
static bool read_text(check *k, const char *json_text, size_t length)
{
    static const char *const names[TEXT_TABLES] = {"keys", "letters", "globals", "points", "edges", "states"};
    json_error_t error;
    json_t *text = trace_json_load(json_text, length, &error);
    json_t *proof = json_object_get(text, "proof");
    memory_guest *held = trace_json_hold(text);
    if (!proof)
        strbuf_add(k->message, "this is no certificate");
    else if (!trace_json_is_for(text, k->r.program))
        strbuf_add(k->message, "it was made for another input: the model, or a file that it includes, has changed");
    else if (json_integer_value(json_object_get(proof, "format")) != FORMAT)
        strbuf_add(k->message, "its format is that of another version");
    else if (!read_exempt(k, json_object_get(proof, "unbuffered")))
        strbuf_add(k->message, "this is no certificate of the model: \"unbuffered\" is no list of its locations");
    for (int i = 0; i < TEXT_TABLES && !k->message->length; i++)
        if (!read_table(k, i, json_object_get(proof, names[i])))
            strbuf_printf(k->message, "this is no certificate of the model: \"%s\" is no list of such rows", names[i]);
    trace_json_release(text, held);
    return !k->message->length;
}

/* ---- Words of two sets side by side ---- */
static int32_t next_point(check *k, int32_t point, int32_t letter)
{
    for (uint32_t i = 1; i < length_of(k, EDGES, point); i += 2)
        if (at(k, EDGES, point, i) == letter)
            return at(k, EDGES, point, i + 1);
    return NOTHING;
}

/* The pairs of points to which a word from a, and the same word from b, lead; the empty word's is the first. With a letter: in b the word without its first store
 * to that location, where that is the letter. Under TSO it must be the oldest of all, under PSO it may pass others, but no barrier. A barrier with nothing
 * before it is dropped. Only the last two phases count. */
enum { OLDEST, BEHIND, BARE, DONE }; /* nothing was read; only what was passed; the letter and barriers were taken out; and something followed */

static intern walk(check *k, int32_t a, int32_t b, int32_t gone)
{
    size_t number = (size_t)number_of(&k->tables[WALKS], a, b, gone);
    if (number < k->walks.count)
        return k->walks.data[number];
    intern seen = {0};
    number_of(&seen, a, b, gone == NOTHING ? DONE : OLDEST);
    for (uint32_t i = 0; i < intern_count(&seen); i++) {
        int32_t from = intern_get(&seen, i)[0], beside = intern_get(&seen, i)[1], phase = intern_get(&seen, i)[2];
        for (uint32_t e = 1; e < length_of(k, EDGES, from); e += 2) {
            int32_t letter = at(k, EDGES, from, e), to = at(k, EDGES, from, e + 1);
            if (phase < BARE ? letter == gone : phase == BARE && is_barrier(k, letter))
                number_of(&seen, to, beside, phase == BEHIND ? DONE : BARE);
            else if (phase >= BARE)
                number_of(&seen, to, next_point(k, beside, letter), DONE);
            else if (machine_traits(k->r.machine)->per_location && !is_barrier(k, letter) && at(k, LETTERS, letter, LETTER_ELEMENT) != at(k, LETTERS, gone, LETTER_ELEMENT))
                number_of(&seen, to, next_point(k, beside, letter), BEHIND);
        }
    }
    vec_push(&k->walks, seen);
    return seen;
}

/* Does the key go with the words that lead to the point, when the part's letters follow? */
static bool has_key(check *k, int32_t point, const part *p, int32_t key)
{
    for (size_t i = p->added; i < p->end; i++)
        point = next_point(k, point, k->letters.data[i]);
    for (uint32_t i = 1; i < length_of(k, POINTS, point); i++)
        if (at(k, POINTS, point, i) == key)
            return true;
    return false;
}

/* Is all of the part in set b? In NOTHING an empty part alone is. */
static bool is_in(check *k, const part *p, int32_t b)
{
    if (p->empty && p->new_key != NOTHING)
        return has_key(k, b, p, p->new_key);
    if (p->set == b && p->point == NOTHING && p->gone == NOTHING)
        return true;
    intern pairs = walk(k, p->set, b, p->gone);
    for (uint32_t i = 0; i < (p->empty ? 1 : intern_count(&pairs)); i++) {
        int32_t from = intern_get(&pairs, i)[0], to = intern_get(&pairs, i)[1], phase = intern_get(&pairs, i)[2];
        for (uint32_t n = 1; n < length_of(k, POINTS, from) && phase >= BARE; n++) {
            int32_t key = at(k, POINTS, from, n);
            bool meant = p->point == NOTHING ? !is_held(k, key) : from == p->point && key == p->key;
            if (meant && !has_key(k, to, p, p->new_key == NOTHING ? key : p->new_key))
                return false;
        }
    }
    return true;
}

/* ---- Images ---- */
static bool covers(check *k, int32_t number, uint32_t first)
{
    for (uint32_t q = 0; q < k->parts.count; q++)
        if (!is_in(k, &k->parts.data[q], at(k, STATES, number, first + q)))
            return false;
    return true;
}

/* Those that exist in r.now. */
static void note_processes(check *k)
{
    uint32_t *count = ARENA_ARRAY(k->r.memory, uint32_t, k->r.program->processes.count + 1);
    for (size_t i = 0; i < k->r.now.processes.count; i++) {
        uint32_t type = k->r.now.processes.data[i].type;
        exempt_note_processes(&k->exempt, type, ++count[type]);
    }
}

/* Is the image, with what is global in r.now, nothing or part of one state? */
static bool is_covered(check *k)
{
    int32_t number = global_now(k);
    uint32_t count = (uint32_t)k->parts.count;
    for (uint32_t q = 0; q < count; q++)
        if (k->parts.data[q].new_key == NOTHING && is_in(k, &k->parts.data[q], NOTHING))
            return true;
    if ((size_t)number >= k->global_count)
        return false;
    if (!k->globals[number].is_reached) {
        k->globals[number].is_reached = true;
        note_processes(k);
        replay_state_copy(&k->globals[number].now, &k->r.now);
        vec_push(&k->reached, number);
    }
    bool covered = number == k->here && covers(k, number, k->first); /* where most steps lead */
    for (uint32_t first = 1; first + count <= length_of(k, STATES, number) && !covered; first += count)
        covered = covers(k, number, first);
    return covered;
}

static void add_letter(check *k, uint32_t element, int32_t value)
{
    add(k, (int32_t[]){(int32_t)element, value}, LETTER_END);
    vec_push(&k->letters, number_of_row(k, &k->tables[LETTERS]));
}

/* The process has moved from that stance. Of its pending stores those that were put there have step 0; a step flushes all of them or none. A barrier is the
 * only effect of its step, and with nothing before it does nothing. */
static void set_moved(check *k, const stance *from)
{
    part *p = &k->parts.data[from->process];
    *p = (part){.set = p->set, .point = from->point, .key = from->key, .empty = from->view != 0, .gone = NOTHING, .new_key = key_now(k, from->process),
                .added = k->letters.count};
    bool divides = machine_traits(k->r.machine)->per_location && k->r.now.processes.data[from->process].barriers;
    for (size_t i = 0; i < k->r.now.pending.count; i++) {
        const replay_pending *store = &k->r.now.pending.data[i];
        if (store->process == from->process && store->step)
            add_letter(k, store->element, store->value);
        p->empty &= store->process != from->process || store->step;
    }
    if (divides && k->letters.count > p->added)
        fail(k, "a step has a store and a barrier", "");
    if (divides && !p->empty && from->view)
        add_letter(k, k->r.program->global_count, 0);
    p->end = k->letters.count;
}

/* The processes at the stances (NULL: none) have moved, others are at rest (`syncs`: their words empty), new ones have just started. */
static void set_image(check *k, const stance *a, const stance *b, bool syncs)
{
    vec_clear(&k->parts);
    vec_clear(&k->letters);
    for (uint32_t q = 0; q < k->r.now.processes.count; q++) {
        bool is_new = q >= k->count;
        vec_push(&k->parts, ((part){.set = is_new ? NOTHING : at(k, STATES, k->here, k->first + q), .point = NOTHING, .empty = syncs || is_new,
                                    .gone = NOTHING, .new_key = is_new ? key_now(k, q) : NOTHING}));
    }
    if (a && a->process < k->parts.count)
        set_moved(k, a);
    if (b)
        set_moved(k, b);
}

/* ---- Steps ---- */
static void load(check *k)
{
    replay_state_copy(&k->r.now, &k->globals[k->here].now);
    k->r.now.pending.count = 0;
    k->r.now.holder = -1;
}

static void put(check *k, const stance *a)
{
    replay_state *s = &k->r.now;
    const int32_t *key = intern_get(&k->tables[KEYS], (uint32_t)a->key), *view = intern_get(&k->tables[VIEWS], (uint32_t)a->view);
    replay_process *q = &s->processes.data[a->process];
    q->node = (uint32_t)key[KEY_NODE];
    q->barriers = 0;
    memcpy(s->locals.data + q->first_local, key + KEY_LOCALS, (length_of(k, KEYS, a->key) - KEY_LOCALS) * sizeof *key);
    for (uint32_t e = 0; e < s->globals.count; e++)
        if (view[2 * e])
            vec_push(&s->pending, ((replay_pending){.process = a->process, .element = e, .value = view[2 * e + 1]}));
    if (key[KEY_HOLD] != HOLD_NONE) {
        s->holder = (int32_t)a->process;
        s->hold = (hold_kind)key[KEY_HOLD];
    }
}

/* Takes a step of a, with b where that is not NULL; without a step a leaves its block. False: that is impossible. */
static bool take(check *k, const stance *a, const stance *b, const step *taken, bool syncs)
{
    replay *r = &k->r;
    load(k);
    put(k, a);
    if (b)
        put(k, b);
    r->looked_out = false;
    r->step = 1;
    replay_result result = taken ? replay_take_unsettled(r, taken) : STEP_DONE;
    if (!taken)
        r->now.holder = -1;
    if (r->looked_out)
        fail(k, "what a statement may do depends on other processes", "");
    else if (result == STEP_ERROR || result == STEP_OVERFLOW)
        fail(k, r->why, "");
    else if (taken && result == STEP_DONE && r->seen.failed.count)
        fail(k, "an assertion is violated", "");
    if (result != STEP_DONE || k->failed)
        return result != STEP_IMPOSSIBLE;
    set_image(k, a, b, syncs);
    if (!is_covered(k))
        fail(k, b ? "a rendezvous" : "a step", " leads out of the states given");
    return true;
}

/* The sender's edge with all edges of all others that may be its partner. */
static void take_meetings(check *k, stance *a, uint32_t sends)
{
    for (size_t i = 0; i < k->stances.count; i++) {
        stance *b = &k->stances.data[i];
        const node *n = node_of(k, b);
        for (uint32_t e = n->first_edge; e < n->first_edge + n->edge_count && b->process != a->process && !is_held(k, b->key) && !k->failed; e++)
            if (edge_has_effect(&type_of(k, b->process)->edges.data[e], EFFECT_RECEIVE) &&
                take(k, a, b, &(step){.kind = STEP_EDGE, .process = a->process, .edge = sends, .partner = (int32_t)b->process, .partner_edge = e}, false))
                a->meets = b->meets = true;
    }
}

static void check_steps(check *k, stance *a)
{
    const process_type *t = type_of(k, a->process);
    const node *n = node_of(k, a);
    bool held = is_held(k, a->key), possible = false; /* inside a block: without others */
    for (uint32_t q = 0; q < k->count; q++)
        if (q != a->process && !k->rests[q])
            return; /* somebody else is in the middle of a block */
    for (uint32_t e = n->first_edge; e < n->first_edge + n->edge_count && !k->failed; e++) {
        bool syncs = edge_has_effect(&t->edges.data[e], EFFECT_SYNC);
        possible |= take(k, a, NULL, &(step){.kind = STEP_EDGE, .process = a->process, .edge = e, .partner = -1}, syncs) && !(syncs && held);
        if (edge_has_effect(&t->edges.data[e], EFFECT_SEND))
            take_meetings(k, a, e);
    }
    a->ends = !k->failed && take(k, a, NULL, &(step){.kind = STEP_END, .process = a->process}, false);
    a->stuck = !possible && !a->view;
    if (held && !possible && at(k, KEYS, a->key, KEY_HOLD) == HOLD_D_STEP)
        fail(k, "d_step blocks in its middle", "");
    else if (held && !possible && !k->failed)
        take(k, a, NULL, NULL, false);
}

static void check_commits(check *k, uint32_t process)
{
    for (int32_t letter = 0; (size_t)letter < intern_count(&k->tables[LETTERS]) && !k->failed; letter++) {
        if (is_barrier(k, letter))
            continue;
        load(k);
        k->r.now.globals.data[at(k, LETTERS, letter, LETTER_ELEMENT)] = at(k, LETTERS, letter, LETTER_VALUE);
        set_image(k, NULL, NULL, false);
        k->parts.data[process].gone = letter;
        if (!is_covered(k))
            fail(k, "a commit", " leads out of the states given");
    }
}

/* ---- Bad states: a stance at rest for each process ---- */
enum { LOOKS_AT_NOTHING, LOOKS_AT_NODE, LOOKS_AT_ALL };

static uint8_t looks_at_type(const footprints *of, const footprint *f, uint32_t type)
{
    if (index_set_has(&f->remotes, type) || index_set_has(&f->viewed, type))
        return LOOKS_AT_ALL;
    return footprint_asks_where(of, f, type) ? LOOKS_AT_NODE : LOOKS_AT_NOTHING;
}

static bool is_part_of_bad(check *k, const property *p, const stance *a)
{
    uint32_t labelled;
    switch (p->kind) {
    case PROPERTY_DEADLOCK: return a->stuck && !a->ends;
    case PROPERTY_FINAL: return a->stuck;
    case PROPERTY_MUTEX: return process_find_label(type_of(k, a->process), p->label, &labelled) && at(k, KEYS, a->key, KEY_NODE) == (int32_t)labelled;
    case PROPERTY_NEVER:
    case PROPERTY_ALWAYS: return true;
    case PROPERTY_ASSERTION:
    case PROPERTY_RUNTIME:
    case PROPERTY_OVERFLOW:
    case PROPERTY_LTL: case PROPERTY_CLAIM: case PROPERTY_ACCEPTANCE: case PROPERTY_PROGRESS: break;
    }
    return false; /* steps show the first three */
}

/* The choices for a deadlock. Stances at which a process meets nobody do the others no harm: one is enough, best one where the process may not end; then no other of
 * its stances is needed. */
static void find_stuck_choices(check *k, const property *p, uint32_t *end)
{
    vec_clear(&k->choices);
    for (uint32_t q = 0, i = 0; q < k->count; q++) {
        size_t first = k->choices.count;
        bool has_bad = false, has_free = false;
        for (; i < k->stances.count && k->stances.data[i].process == q; i++) {
            const stance *a = &k->stances.data[i];
            const node *n = node_of(k, a);
            bool is_bad = !a->meets && !n->is_end && !n->is_final;
            if (is_held(k, a->key) || !is_part_of_bad(k, p, a) || has_bad || (!a->meets && !is_bad && has_free))
                continue;
            if (is_bad)
                k->choices.count = first;
            vec_push(&k->choices, i);
            has_bad = is_bad;
            has_free |= !a->meets;
        }
        end[q] = (uint32_t)k->choices.count;
    }
}

/* The stances that may be part of something bad, by number in `choices`: of each process one for each thing that the property looks at. Of a process that is stuck this
 * is the node, and all where it might meet others. `end` gets where the choices of each process end. */
static void find_choices(check *k, const property *p, uint32_t *end)
{
    uint8_t *looks_of_type = ARENA_ARRAY(k->r.memory, uint8_t, k->r.program->processes.count + 1);
    bool of_stuck = p->kind == PROPERTY_FINAL;
    intern known = {0}; /* (process, key or node, view) */
    for (uint32_t t = 0; t < k->r.program->processes.count; t++)
        looks_of_type[t] = looks_at_type(k->footprints, &k->footprints->questions[p - k->properties->items.data], t);
    vec_clear(&k->choices);
    for (uint32_t i = 0; i < k->stances.count; i++) {
        const stance *a = &k->stances.data[i];
        int looks = looks_of_type[type_of(k, a->process) - k->r.program->processes.data];
        if (of_stuck && looks < LOOKS_AT_ALL)
            looks = node_of(k, a)->edge_count && k->globals[k->here].now.channels.count ? LOOKS_AT_ALL : LOOKS_AT_NODE;
        int32_t seen = looks == LOOKS_AT_ALL ? a->key : looks == LOOKS_AT_NODE ? -1 - at(k, KEYS, a->key, KEY_NODE) : NOTHING;
        if (!is_held(k, a->key) && is_part_of_bad(k, p, a) &&
            number_of(&known, (int32_t)a->process, seen, looks == LOOKS_AT_ALL ? a->view : 0) == (int32_t)k->choices.count)
            vec_push(&k->choices, i);
        end[a->process] = (uint32_t)k->choices.count;
    }
    intern_release(&known);
}

/* Is some combination of choices of process q and those after it bad, with what r.now has of those before it? As deep as there are processes. */
static bool some_is_bad(check *k, const property *p, uint32_t q, const uint32_t *end)
{
    size_t pending = k->r.now.pending.count;
    bool bad = false;
    limits_poll();
    if (q == k->count && p->kind == PROPERTY_DEADLOCK)
        return replay_is_deadlock(&k->r);
    if (q == k->count)
        return p->bad && replay_is_true(&k->r, p->bad) && (p->kind != PROPERTY_FINAL || replay_is_final(&k->r));
    for (uint32_t i = q ? end[q - 1] : 0; i < end[q] && !bad; i++) {
        k->r.now.pending.count = pending;
        put(k, &k->stances.data[k->choices.data[i]]);
        bad = some_is_bad(k, p, q + 1, end);
    }
    return bad;
}

static bool is_violated(check *k, const property *p)
{
    uint32_t end[PROGRAM_MAX_PROCESSES] = {0}, able = 0;
    if (property_is_temporal(p) || p->is_wanted)
        return true; /* not to be seen in states one by one */
    if (p->kind == PROPERTY_DEADLOCK)
        find_stuck_choices(k, p, end);
    else
        find_choices(k, p, end);
    for (uint32_t q = 0; q < k->count; q++)
        able += end[q] > (q ? end[q - 1] : 0);
    load(k);
    k->exempt.is_final = p->kind == PROPERTY_FINAL;
    return p->kind == PROPERTY_MUTEX ? able >= 2 : able == k->count && some_is_bad(k, p, 0, end);
}

/* ---- The whole ---- */
/* What each process may be doing in the state. */
static void find_spots(check *k)
{
    vec_clear(&k->stances);
    for (uint32_t p = 0; p < k->count; p++) {
        const process_type *t = type_of(k, p);
        intern seen = {0}; /* (point, view, 0) */
        number_of(&seen, at(k, STATES, k->here, k->first + p), 0, 0);
        k->rests[p] = false;
        for (uint32_t i = 0; i < intern_count(&seen) && !k->failed; i++) {
            stance a = {.process = p, .point = intern_get(&seen, i)[0], .view = intern_get(&seen, i)[1]};
            for (uint32_t e = 1; e < length_of(k, EDGES, a.point); e += 2)
                number_of(&seen, at(k, EDGES, a.point, e + 1), view_after(k, a.view, at(k, EDGES, a.point, e)), 0);
            for (uint32_t n = 1; n < length_of(k, POINTS, a.point); n++) {
                a.key = at(k, POINTS, a.point, n);
                k->rests[p] |= !is_held(k, a.key);
                vec_push(&k->stances, a);
                if (length_of(k, KEYS, a.key) != KEY_LOCALS + t->local_count || (uint32_t)at(k, KEYS, a.key, KEY_NODE) >= t->nodes.count)
                    fail(k, "it has a key of another process", "");
            }
        }
        intern_release(&seen);
    }
}

static void check_state(check *k)
{
    bool all_rest = true;
    find_spots(k);
    for (size_t i = 0; i < k->stances.count && !k->failed; i++)
        check_steps(k, &k->stances.data[i]);
    for (uint32_t p = 0; p < k->count && !k->failed; p++) {
        check_commits(k, p);
        all_rest &= k->rests[p];
    }
    for (size_t i = 0; i < k->properties->items.count && all_rest && !k->failed; i++)
        if (is_violated(k, &k->properties->items.data[i]))
            fail(k, "it may violate ", k->properties->items.data[i].name);
}

/* r.now is the initial state: an image in which all processes are new. */
static void check_all(check *k)
{
    size_t states = 0;
    k->globals = ARENA_ARRAY(k->r.memory, global, k->global_count + 1);
    set_image(k, NULL, NULL, false);
    if (!is_covered(k))
        fail(k, "the initial state is in none of the states given", "");
    for (size_t g = 0; g < k->reached.count && !k->failed; g++) {
        k->here = k->reached.data[g];
        k->count = (uint32_t)k->globals[k->here].now.processes.count;
        for (k->first = 1; k->first + k->count <= length_of(k, STATES, k->here) && !k->failed; k->first += k->count + !k->count, states++)
            check_state(k);
    }
    if (!k->failed && k->reached.count < k->global_count)
        fail(k, "no step leads to other globals given", "");
    k->failed |= !k->failed && !exempt_is_harmless(&k->exempt, k->message);
    if (!k->failed)
        strbuf_printf(k->message, "%zu states hold every reachable one, and none of them is bad", states);
    for (size_t g = 0; g < k->reached.count; g++)
        replay_state_release(&k->globals[k->reached.data[g]].now);
}

certificate_verdict certificate_check(const program *p, const property_list *properties, memory_kind memory, const char *json_text, size_t length,
                                      strbuf *message)
{
    check k = {.properties = properties, .footprints = property_footprints(properties, p), .here = NOTHING, .message = message};
    arena *kept = arena_new();
    exempt_init(&k.exempt, p, kept);
    bool starts = replay_init(&k.r, p, (machine){.memory = memory}, &k.exempt) == STEP_DONE;
    for (size_t i = 0; i < 2 * (size_t)p->global_count; i++)
        vec_push(&k.row, 0);
    number_of_row(&k, &k.tables[VIEWS]);
    bool read = read_text(&k, json_text, length);
    uint32_t temporal_at = property_first_temporal(properties);
    k.global_count = intern_count(&k.tables[GLOBALS]);
    if (read && !starts)
        fail(&k, "the initial state is an error", "");
    else if (read && temporal_at < properties->items.count) /* states are no proof of what infinite runs do */
        fail(&k, "no certificate proves ", properties->items.data[temporal_at].name);
    else if (read)
        check_all(&k);
    for (int i = 0; i < TABLES; i++)
        intern_release(&k.tables[i]);
    for (size_t i = 0; i < k.walks.count; i++)
        intern_release(&k.walks.data[i]);
    vec_release(&k.walks);
    vec_release(&k.reached);
    vec_release(&k.stances);
    vec_release(&k.parts);
    vec_release(&k.letters);
    vec_release(&k.row);
    vec_release(&k.choices);
    footprints_free(k.footprints);
    replay_release(&k.r);
    arena_free(kept);
    return !read ? CERTIFICATE_UNREADABLE : k.failed ? CERTIFICATE_REJECTED : CERTIFICATE_CONFIRMED;
}
