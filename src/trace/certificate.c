/* certificate.c: the initial state is there, no step leads out, nothing is bad.
 *
 * What a process can do depends on its key, its view and the global alone (replay.c tells where that is not so), so each step is taken once by replay.c for
 * all words with that view, and for all that the others may be doing. Its image, a product of sets again, must be part of one state. */
#include "trace/certificate.h"

#include <string.h>

#include "trace/certificate_internal.h"

enum { NOTHING = UINT32_MAX };

typedef struct span {
    uint32_t first, count;
} span;

typedef struct pair {
    uint32_t a, b;
} pair;

/* A process with a key and any word that leads to a point of its set. */
typedef struct spot {
    uint32_t process, point, key;
    bool stuck; /* nothing is pending, and the process alone can do nothing */
} spot;

/* What a step makes of the words and keys of one process. */
typedef struct part {
    uint32_t set;        /* that they were of */
    uint32_t point, key; /* those of one spot; NOTHING: all that are at rest */
    bool empty;          /* of these only the empty word */
    uint32_t gone;       /* this store has left the words; NOTHING: none */
    uint32_t new_key;    /* in place of the old; NOTHING: the key stays */
    span added;          /* these letters (in `letters`) follow the words */
} part;

typedef struct check {
    certificate c;
    const property_list *properties;
    bool pso;
    uint32_t number, count;  /* of the state being checked; of its processes */
    const int32_t *state;    /* its row; NULL: none yet */
    VEC(spot) spots;         /* in it, by process */
    VEC(part) parts;         /* the image of a step, a part for each process */
    VEC(uint32_t) letters;
    VEC(uint32_t) choices;
    size_t global_count;     /* globals of states; steps may lead to others */
    uint32_t *last, *before; /* of each global its last state, plus one; of each state the one before with the same global, plus one */
    intern walks_known;      /* (point, point, letter) */
    VEC(span) walks;         /* in `pairs` */
    VEC(pair) pairs;
    strbuf *message;
    bool failed;
} check;

static void fail(check *k, uint32_t process, const char *what)
{
    if (!k->failed)
        strbuf_printf(k->message, "state %u, process %u: %s", k->number, process + k->c.r.program->pid_base, what);
    k->failed = true;
}

static const int32_t *row_of(const check *k, int table, uint32_t number)
{
    return intern_get(&k->c.tables[table], number);
}

static bool is_held(const check *k, uint32_t key)
{
    return row_of(k, KEYS, key)[KEY_HOLD] != HOLD_NONE;
}

static uint32_t type_number(const check *k, uint32_t process)
{
    return (uint32_t)row_of(k, GLOBALS, (uint32_t)k->state[STATE_GLOBAL])[GLOBAL_TYPES + process];
}

static const process_type *type_of(const check *k, uint32_t process)
{
    return &k->c.r.program->processes.data[type_number(k, process)];
}

static const node *node_of(const check *k, const spot *at)
{
    return &type_of(k, at->process)->nodes.data[row_of(k, KEYS, at->key)[KEY_NODE]];
}

/* ---- Words of two sets side by side ---- */
/* Letter and point of the point's i-th edge; NULL: it has no more. NOTHING is a point without keys and edges. */
static const int32_t *edge_of(const check *k, uint32_t point, uint32_t i)
{
    if (point == NOTHING)
        return NULL;
    uint32_t at = POINT_KEYS + (uint32_t)row_of(k, POINTS, point)[POINT_KEY_COUNT] + 2 * i;
    return at < intern_length(&k->c.tables[POINTS], point) ? row_of(k, POINTS, point) + at : NULL;
}

static uint32_t next_point(const check *k, uint32_t point, uint32_t letter)
{
    const int32_t *next;
    for (uint32_t i = 0; (next = edge_of(k, point, i)); i++)
        if ((uint32_t)next[0] == letter)
            return (uint32_t)next[1];
    return NOTHING;
}

/* The pairs of points to which a word from a, and the same word from b, lead; the empty word's is the first. With a letter: in b the word
 * without its first store to that location, where that is the letter; under TSO it must be the oldest of all. */
static span walk(check *k, uint32_t a, uint32_t b, uint32_t letter)
{
    uint32_t number = intern_row(&k->walks_known, (int32_t[]){(int32_t)a, (int32_t)b, (int32_t)letter}, 3);
    if (number < k->walks.count)
        return k->walks.data[number];
    span found = {(uint32_t)k->pairs.count, 0};
    intern seen = {0}; /* (point, point, the letter has been taken out) */
    intern_row(&seen, (int32_t[]){(int32_t)a, (int32_t)b, letter == NOTHING}, 3);
    for (uint32_t i = 0; i < intern_count(&seen); i++) {
        pair at = {(uint32_t)intern_get(&seen, i)[0], (uint32_t)intern_get(&seen, i)[1]};
        bool taken = intern_get(&seen, i)[2];
        if (taken)
            vec_push(&k->pairs, at);
        const int32_t *next;
        for (uint32_t e = 0; (next = edge_of(k, at.a, e)); e++) {
            bool may_stay = k->pso && !taken && row_of(k, LETTERS, (uint32_t)next[0])[LETTER_ELEMENT] != row_of(k, LETTERS, letter)[LETTER_ELEMENT];
            if (taken || may_stay)
                intern_row(&seen, (int32_t[]){next[1], (int32_t)next_point(k, at.b, (uint32_t)next[0]), taken}, 3);
            else if ((uint32_t)next[0] == letter)
                intern_row(&seen, (int32_t[]){next[1], (int32_t)at.b, true}, 3);
        }
    }
    intern_release(&seen);
    found.count = (uint32_t)k->pairs.count - found.first;
    vec_push(&k->walks, found);
    return found;
}

static bool has_key(const check *k, uint32_t point, span added, uint32_t key)
{
    for (uint32_t i = 0; i < added.count; i++)
        point = next_point(k, point, k->letters.data[added.first + i]);
    for (int32_t i = 0; point != NOTHING && i < row_of(k, POINTS, point)[POINT_KEY_COUNT]; i++)
        if ((uint32_t)row_of(k, POINTS, point)[POINT_KEYS + i] == key)
            return true;
    return false;
}

/* Is all of the part in set b? In NOTHING it is where there is none of it. */
static bool is_in(check *k, const part *p, uint32_t b)
{
    if (p->empty && p->new_key != NOTHING)
        return has_key(k, b, p->added, p->new_key);
    if (p->set == b && p->point == NOTHING && p->gone == NOTHING)
        return true;
    span pairs = walk(k, p->set, b, p->gone);
    for (uint32_t i = 0; i < (p->empty ? 1 : pairs.count); i++) {
        pair at = k->pairs.data[pairs.first + i];
        const int32_t *from = row_of(k, POINTS, at.a);
        for (int32_t n = 0; n < from[POINT_KEY_COUNT]; n++) {
            uint32_t key = (uint32_t)from[POINT_KEYS + n];
            bool meant = p->point == NOTHING ? !is_held(k, key) : at.a == p->point && key == p->key;
            if (meant && !has_key(k, at.b, p->added, p->new_key == NOTHING ? key : p->new_key))
                return false;
        }
    }
    return true;
}

static bool may_rest(check *k, uint32_t process)
{
    return !is_in(k, &(part){.set = (uint32_t)k->state[STATE_SETS + process], .point = NOTHING, .gone = NOTHING, .new_key = NOTHING}, NOTHING);
}

/* ---- Images ---- */
static bool covers(check *k, const int32_t *state)
{
    for (uint32_t q = 0; q < k->parts.count; q++)
        if (!is_in(k, &k->parts.data[q], (uint32_t)state[STATE_SETS + q]))
            return false;
    return true;
}

/* Is the image, with what is global in r.now, nothing or part of one state? */
static bool is_covered(check *k)
{
    uint32_t global = certificate_global_now(&k->c);
    for (uint32_t q = 0; q < k->parts.count; q++)
        if (k->parts.data[q].new_key == NOTHING && is_in(k, &k->parts.data[q], NOTHING))
            return true;
    if (k->state && (uint32_t)k->state[STATE_GLOBAL] == global && covers(k, k->state))
        return true;
    for (uint32_t i = global < k->global_count ? k->last[global] : 0; i; i = k->before[i - 1])
        if (covers(k, row_of(k, STATES, i - 1)))
            return true;
    return false;
}

static uint32_t key_now(check *k, uint32_t process)
{
    const replay_state *s = &k->c.r.now;
    const replay_process *q = &s->processes.data[process];
    VEC(int32_t) row = {0};
    vec_push(&row, (int32_t)q->node);
    vec_push(&row, s->holder == (int32_t)process ? (int32_t)s->hold : HOLD_NONE);
    for (uint32_t i = 0; i < k->c.r.program->processes.data[q->type].local_count; i++)
        vec_push(&row, s->locals.data[q->first_local + i]);
    uint32_t key = intern_row(&k->c.tables[KEYS], row.data, row.count);
    vec_release(&row);
    return key;
}

/* The process has moved from that spot. Of its pending stores those that were put there have step 0; a step flushes all of them or none. */
static void set_moved(check *k, const spot *from)
{
    part *p = &k->parts.data[from->process];
    *p = (part){.set = p->set, .point = from->point, .key = from->key, .empty = k->c.view.data[from->point] != 0, .gone = NOTHING,
                .new_key = key_now(k, from->process), .added = {(uint32_t)k->letters.count, 0}};
    for (size_t i = 0; i < k->c.r.now.pending.count; i++) {
        const replay_pending *store = &k->c.r.now.pending.data[i];
        if (store->process == from->process && store->step)
            vec_push(&k->letters, intern_row(&k->c.tables[LETTERS], (int32_t[]){(int32_t)store->element, store->value}, 2));
        p->empty &= store->process != from->process || store->step;
    }
    p->added.count = (uint32_t)k->letters.count - p->added.first;
}

/* The processes at the spots (NULL: none) have moved, others are at rest (`syncs`: their words empty), new ones have just started. */
static void set_image(check *k, const spot *a, const spot *b, bool syncs)
{
    vec_clear(&k->parts);
    vec_clear(&k->letters);
    for (uint32_t q = 0; q < k->c.r.now.processes.count; q++) {
        part p = {.set = NOTHING, .point = NOTHING, .gone = NOTHING, .empty = syncs || q >= k->count, .new_key = NOTHING};
        if (q < k->count)
            p.set = (uint32_t)k->state[STATE_SETS + q];
        else
            p.new_key = key_now(k, q);
        vec_push(&k->parts, p);
    }
    if (a && a->process < k->parts.count)
        set_moved(k, a);
    if (b)
        set_moved(k, b);
}

/* ---- Steps ---- */
static void put(check *k, const spot *at)
{
    replay_state *s = &k->c.r.now;
    const int32_t *key = row_of(k, KEYS, at->key), *view = intern_get(&k->c.views, k->c.view.data[at->point]);
    replay_process *q = &s->processes.data[at->process];
    q->node = (uint32_t)key[KEY_NODE];
    memcpy(s->locals.data + q->first_local, key + KEY_LOCALS, (intern_length(&k->c.tables[KEYS], at->key) - KEY_LOCALS) * sizeof *key);
    for (uint32_t e = 0; e < s->globals.count; e++)
        if (view[2 * e])
            vec_push(&s->pending, ((replay_pending){.process = at->process, .element = e, .value = view[2 * e + 1]}));
    if (key[KEY_HOLD] != HOLD_NONE) {
        s->holder = (int32_t)at->process;
        s->hold = (hold_kind)key[KEY_HOLD];
    }
}

/* Takes a step of a, with b where that is not NULL; without a step a leaves its block. False: that is impossible. */
static bool take(check *k, const spot *a, const spot *b, const step *taken, bool syncs)
{
    replay *r = &k->c.r;
    certificate_load(&k->c, (uint32_t)k->state[STATE_GLOBAL]);
    put(k, a);
    if (b)
        put(k, b);
    r->looked_out = false;
    r->step = 1;
    replay_result result = taken ? replay_take_unsettled(r, taken) : STEP_DONE;
    if (r->looked_out)
        fail(k, a->process, "what a statement may do depends on other processes");
    else if (result == STEP_ERROR || result == STEP_OVERFLOW)
        fail(k, a->process, r->why);
    else if (taken && result == STEP_DONE && r->seen.failed.count)
        fail(k, a->process, "an assertion is violated");
    else if (!taken)
        r->now.holder = -1;
    if (result != STEP_DONE || k->failed)
        return result != STEP_IMPOSSIBLE;
    set_image(k, a, b, syncs);
    if (!is_covered(k))
        fail(k, a->process, b ? "a rendezvous leads out of the states given" : "a step leads out of the states given");
    return true;
}

/* The sender's edge with all edges of all others that may be its partner. */
static void take_meetings(check *k, const spot *a, uint32_t sends)
{
    for (size_t i = 0; i < k->spots.count; i++) {
        const spot *b = &k->spots.data[i];
        const node *n = node_of(k, b);
        for (uint32_t e = n->first_edge; e < n->first_edge + n->edge_count && b->process != a->process && !is_held(k, b->key) && !k->failed; e++)
            if (edge_has_effect(&type_of(k, b->process)->edges.data[e], EFFECT_RECEIVE))
                take(k, a, b, &(step){.kind = STEP_EDGE, .process = a->process, .edge = sends, .partner = (int32_t)b->process, .partner_edge = e}, false);
    }
}

static void check_steps(check *k, spot *a)
{
    const node *n = node_of(k, a);
    bool possible = false; /* something that does not need others */
    for (uint32_t q = 0; q < k->count; q++)
        if (q != a->process && !may_rest(k, q))
            return; /* somebody else is in the middle of a block */
    for (uint32_t e = n->first_edge; e < n->first_edge + n->edge_count && !k->failed; e++) {
        const edge *tried = &type_of(k, a->process)->edges.data[e];
        bool syncs = edge_has_effect(tried, EFFECT_SYNC);
        possible |= take(k, a, NULL, &(step){.kind = STEP_EDGE, .process = a->process, .edge = e, .partner = -1}, syncs) && !syncs;
        if (edge_has_effect(tried, EFFECT_SEND))
            take_meetings(k, a, e);
    }
    if (n->is_final && !k->failed)
        take(k, a, NULL, &(step){.kind = STEP_END, .process = a->process}, false);
    if (is_held(k, a->key) && !possible && row_of(k, KEYS, a->key)[KEY_HOLD] == HOLD_D_STEP)
        fail(k, a->process, "d_step blocks in its middle");
    else if (is_held(k, a->key) && !possible && !k->failed)
        take(k, a, NULL, NULL, false);
    a->stuck = !possible && !k->c.view.data[a->point];
}

static void check_commits(check *k, uint32_t process)
{
    for (uint32_t letter = 0; letter < intern_count(&k->c.tables[LETTERS]) && !k->failed; letter++) {
        const int32_t *store = row_of(k, LETTERS, letter);
        certificate_load(&k->c, (uint32_t)k->state[STATE_GLOBAL]);
        k->c.r.now.globals.data[store[LETTER_ELEMENT]] = store[LETTER_VALUE];
        set_image(k, NULL, NULL, false);
        k->parts.data[process].gone = letter;
        if (!is_covered(k))
            fail(k, process, "a commit leads out of the states given");
    }
}

/* ---- Bad states: somebody's spot at rest for each process ---- */
enum { LOOKS_AT_NODE = 1, LOOKS_AT_LOCALS = 2, LOOKS_AT_VIEW = 4 };

static void find_looks(const expr *e, void *data)
{
    uint8_t *looks = data; /* by process type */
    if (e->kind == EXPR_AT || e->kind == EXPR_REMOTE || e->kind == EXPR_VIEW)
        looks[e->process] |= e->kind == EXPR_AT ? LOOKS_AT_NODE : e->kind == EXPR_REMOTE ? LOOKS_AT_LOCALS : LOOKS_AT_VIEW;
}

/* The spots at rest of each process, by number in `choices`, one for each thing that the condition looks at. Without a condition: of those that are stuck,
 * one for each node and, where somebody might be met, what would be said. `end` gets where the choices of each process end. */
static void find_choices(check *k, const expr *condition, uint32_t *end)
{
    uint8_t *looks_of_type = ARENA_ARRAY(k->c.r.memory, uint8_t, k->c.r.program->processes.count + 1);
    intern known = {0};
    VEC(int32_t) row = {0};
    expr_each(condition, find_looks, looks_of_type);
    vec_clear(&k->choices);
    for (uint32_t i = 0; i < k->spots.count; i++) {
        const spot *at = &k->spots.data[i];
        const int32_t *key = row_of(k, KEYS, at->key);
        bool may_meet = node_of(k, at)->edge_count && k->c.r.now.channels.count;
        int looks = condition ? looks_of_type[type_number(k, at->process)] : may_meet ? LOOKS_AT_NODE | LOOKS_AT_LOCALS : LOOKS_AT_NODE;
        vec_clear(&row);
        vec_push(&row, (int32_t)at->process);
        vec_push(&row, looks & LOOKS_AT_NODE ? key[KEY_NODE] : 0);
        vec_push(&row, looks & LOOKS_AT_VIEW ? (int32_t)k->c.view.data[at->point] : 0);
        for (uint32_t n = KEY_LOCALS; n < intern_length(&k->c.tables[KEYS], at->key) && looks & LOOKS_AT_LOCALS; n++)
            vec_push(&row, key[n]);
        if (!is_held(k, at->key) && (condition || at->stuck) && intern_row(&known, row.data, row.count) == k->choices.count)
            vec_push(&k->choices, i);
        end[at->process] = (uint32_t)k->choices.count;
    }
    intern_release(&known);
    vec_release(&row);
}

/* Is a combination bad? Without a condition: a deadlock. */
static bool some_is_bad(check *k, const expr *condition)
{
    uint32_t ends[PROGRAM_MAX_PROCESSES + 1] = {0}, *end = ends + 1, chosen[PROGRAM_MAX_PROCESSES]; /* the choices of p start at end[p - 1] */
    bool more = true, bad = false;
    find_choices(k, condition, end);
    for (uint32_t p = 0; p < k->count; p++) {
        chosen[p] = ends[p];
        more &= ends[p] < end[p];
    }
    while (more && !bad) {
        certificate_load(&k->c, (uint32_t)k->state[STATE_GLOBAL]);
        for (uint32_t p = 0; p < k->count; p++)
            put(k, &k->spots.data[k->choices.data[chosen[p]]]);
        bad = condition ? replay_is_true(&k->c.r, condition) : replay_is_deadlock(&k->c.r);
        uint32_t p = 0;
        for (; p < k->count && ++chosen[p] == end[p]; p++)
            chosen[p] = ends[p];
        more = p < k->count;
    }
    return bad;
}

static bool two_at_label(const check *k, const char *name)
{
    uint32_t labelled, other = NOTHING;
    for (size_t i = 0; i < k->spots.count; i++) {
        const spot *at = &k->spots.data[i];
        const process_type *t = type_of(k, at->process);
        if (is_held(k, at->key) || !process_find_label(t, name, &labelled) || node_of(k, at) != &t->nodes.data[labelled])
            continue;
        if (other != NOTHING && other != at->process)
            return true;
        other = at->process;
    }
    return false;
}

static void check_properties(check *k)
{
    for (uint32_t p = 0; p < k->count; p++)
        if (!may_rest(k, p))
            return;
    for (size_t i = 0; i < k->properties->items.count && !k->failed; i++) {
        const property *p = &k->properties->items.data[i];
        bool combines = p->kind == PROPERTY_DEADLOCK || p->bad;
        k->failed = (combines && some_is_bad(k, p->bad)) || (p->kind == PROPERTY_MUTEX && two_at_label(k, p->label)) || p->kind == PROPERTY_CLAIM;
        if (k->failed)
            strbuf_printf(k->message, "state %u may violate \"%s\"", k->number, p->name);
    }
}

/* ---- The whole ---- */
static void find_spots(check *k)
{
    vec_clear(&k->spots);
    for (uint32_t p = 0; p < k->count; p++) {
        const process_type *t = type_of(k, p);
        span all = walk(k, (uint32_t)k->state[STATE_SETS + p], NOTHING, NOTHING);
        for (uint32_t i = 0; i < all.count; i++) {
            uint32_t point = k->pairs.data[all.first + i].a;
            const int32_t *row = row_of(k, POINTS, point);
            for (int32_t n = 0; n < row[POINT_KEY_COUNT]; n++) {
                spot at = {.process = p, .point = point, .key = (uint32_t)row[POINT_KEYS + n]};
                vec_push(&k->spots, at);
                if (intern_length(&k->c.tables[KEYS], at.key) != KEY_LOCALS + t->local_count || (uint32_t)row_of(k, KEYS, at.key)[KEY_NODE] >= t->nodes.count)
                    fail(k, p, "it has a key of another process");
            }
        }
    }
}

static void check_state(check *k, uint32_t number)
{
    k->number = number;
    k->state = row_of(k, STATES, number);
    k->count = intern_length(&k->c.tables[STATES], number) - STATE_SETS;
    if (!certificate_load(&k->c, (uint32_t)k->state[STATE_GLOBAL]))
        fail(k, 0, "this is no global of the model");
    else
        find_spots(k);
    for (size_t i = 0; i < k->spots.count && !k->failed; i++)
        check_steps(k, &k->spots.data[i]);
    for (uint32_t p = 0; p < k->count && !k->failed; p++)
        check_commits(k, p);
    if (!k->failed)
        check_properties(k);
}

/* r.now is the initial state. */
static void check_all(check *k)
{
    size_t states = intern_count(&k->c.tables[STATES]);
    k->global_count = intern_count(&k->c.tables[GLOBALS]);
    k->last = ARENA_ARRAY(k->c.r.memory, uint32_t, k->global_count + 1);
    k->before = ARENA_ARRAY(k->c.r.memory, uint32_t, states + 1);
    for (uint32_t i = 0; i < states; i++) {
        k->before[i] = k->last[row_of(k, STATES, i)[STATE_GLOBAL]];
        k->last[row_of(k, STATES, i)[STATE_GLOBAL]] = i + 1;
    }
    set_image(k, NULL, NULL, false);
    k->failed = !is_covered(k);
    if (k->failed)
        strbuf_add(k->message, "the initial state is in none of the states given");
    for (uint32_t i = 0; i < states && !k->failed; i++)
        check_state(k, i);
    if (!k->failed)
        strbuf_printf(k->message, "%zu states hold every reachable one, and none of them is bad", states);
}

/* What the states of a certificate cannot tell. */
static const char *refuses(const program *p, const property_list *properties)
{
    if (program_has_effect(p, EFFECT_BARRIER))
        return "the model has store-store barriers";
    return property_of_kind(properties, PROPERTY_FINAL) != UINT32_MAX ? "a property asks for final states" : NULL;
}

certificate_verdict certificate_check(const program *p, const property_list *properties, memory_kind memory, const bool *unbuffered,
                                      const char *json_text, size_t length, strbuf *message)
{
    check k = {.properties = properties, .pso = memory == MEMORY_PSO, .message = message};
    k.failed = replay_init(&k.c.r, p, (machine){.memory = memory}, unbuffered) != STEP_DONE;
    bool read = certificate_read(&k.c, json_text, length, message);
    const char *refused = refuses(p, properties);
    if (read && (k.failed || refused)) {
        strbuf_add(message, k.failed ? "the initial state is an error" : refused);
        k.failed = true;
    }
    else if (read)
        check_all(&k);
    for (int i = 0; i < TABLES; i++)
        intern_release(&k.c.tables[i]);
    intern_release(&k.c.views);
    intern_release(&k.walks_known);
    vec_release(&k.c.view);
    vec_release(&k.spots);
    vec_release(&k.parts);
    vec_release(&k.letters);
    vec_release(&k.choices);
    vec_release(&k.walks);
    vec_release(&k.pairs);
    replay_release(&k.c.r);
    return !read ? CERTIFICATE_UNREADABLE : k.failed ? CERTIFICATE_REJECTED : CERTIFICATE_CONFIRMED;
}
