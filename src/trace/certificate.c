/* certificate.c: the initial state is there, no step leads out, nothing is bad.
 *
 * What a process can do depends on its key, its view and the global alone (certificate_refuses turns other programs away), so each step is taken once by
 * replay.c for all words with that view, and for all that the others may be doing. Its image, a product of sets again, must be part of one state. */
#include "trace/certificate.h"

#include <string.h>

#include "trace/certificate_internal.h"

typedef struct outcome { /* of one step of one process */
    uint32_t global, key;
    bool flushes, syncs;
    uint32_t first_letter, letter_count; /* stores, in `numbers` */
    uint32_t first_born, born_count;     /* keys of processes that it creates, in `numbers` */
} outcome;

typedef struct span {
    uint32_t first, count;
} span;

/* What a step makes of one process: the words of a state of its set, with another key and perhaps more stores. */
typedef struct part {
    uint32_t process, state, key;
    bool flushes;
    uint32_t first_letter, letter_count;
} part;

/* What a step makes of a claimed state. Whoever is no part stays as it is, if at rest. */
typedef struct image {
    uint32_t global;
    int32_t holder;
    uint32_t part_count;
    part parts[2];
    uint32_t letter;         /* committed by the process of parts[0], which is no part then; NO_LETTER: none */
    bool syncs, removes;     /* all words are empty; the youngest process goes */
    uint32_t first_born, born_count;
} image;

typedef struct check {
    certificate c;
    bool pso;
    intern buckets;               /* (global, holder) */
    VEC(uint32_t) head, next;     /* the last state of each bucket plus one, and before each state; 0: none */
    intern steps_known;           /* (global, process, key, view) */
    VEC(span) steps;              /* in `outcomes` */
    VEC(outcome) outcomes;
    VEC(uint32_t) numbers;
    intern walks_known;           /* (set, set, letter) */
    VEC(span) walks;              /* in `pairs` */
    VEC(word_edge) pairs;         /* a state of the one and of the other set (NO_STATE: there the word is unknown) that one word leads to */
    bool **may_create;            /* by type and node */
    bool failed;
} check;

static bool fail(check *k, const claimed_state *s, uint32_t process, const char *what)
{
    if (!k->failed)
        strbuf_printf(k->c.message, "state %zu, process %u: %s", (size_t)(s - k->c.states.data), process + k->c.program->pid_base, what);
    k->failed = true;
    return false;
}

static const int32_t *key_row(const check *k, uint32_t key)
{
    return intern_get(&k->c.keys, key);
}

static bool is_held(const check *k, uint32_t key)
{
    return key_row(k, key)[KEY_HOLD] != HOLD_NONE;
}

static const process_type *type_of(const check *k, uint32_t global, uint32_t process)
{
    return &k->c.program->processes.data[intern_get(&k->c.globals, global)[1 + process]];
}

/* ---- Words of two sets side by side ---- */
static uint32_t next_state(const word_set *set, uint32_t state, uint32_t letter)
{
    for (uint32_t i = 0; state < set->count && i < set->states[state].edge_count; i++)
        if (set->states[state].edges[i].letter == letter)
            return set->states[state].edges[i].target;
    return NO_STATE;
}

static bool has_key(const word_set *set, uint32_t state, uint32_t key)
{
    for (uint32_t i = 0; state < set->count && i < set->states[state].key_count; i++)
        if (set->states[state].keys[i] == key)
            return true;
    return false;
}

/* All pairs of states that a word w of the set a, and w in b, lead to. With a letter: w with its first store to that location taken out, if it is the
 * letter, in b; under TSO it must be the first of all. */
static span walk(check *k, uint32_t a, uint32_t b, uint32_t letter)
{
    const word_set *from = &k->c.sets.data[a], *to = &k->c.sets.data[b];
    const int32_t name[] = {(int32_t)a, (int32_t)b, (int32_t)letter};
    uint32_t number = intern_row(&k->walks_known, name, 3);
    if (number < k->walks.count)
        return k->walks.data[number];
    span found = {.first = (uint32_t)k->pairs.count};
    intern seen = {0}; /* (state of a, state of b, the letter has been taken out) */
    if (from->count)
        intern_row(&seen, (int32_t[]){0, to->count ? 0 : (int32_t)NO_STATE, letter == NO_LETTER}, 3);
    for (uint32_t i = 0; i < intern_count(&seen); i++) {
        uint32_t p = (uint32_t)intern_get(&seen, i)[0], q = (uint32_t)intern_get(&seen, i)[1];
        int32_t taken = intern_get(&seen, i)[2];
        if (taken)
            vec_push(&k->pairs, ((word_edge){p, q}));
        for (uint32_t e = 0; e < from->states[p].edge_count; e++) {
            word_edge next = from->states[p].edges[e];
            bool passes = taken || (k->pso && intern_get(&k->c.letters, next.letter)[LETTER_ELEMENT] != intern_get(&k->c.letters, letter)[LETTER_ELEMENT]);
            if (passes)
                intern_row(&seen, (int32_t[]){(int32_t)next.target, (int32_t)next_state(to, q, next.letter), taken}, 3);
            else if (next.letter == letter)
                intern_row(&seen, (int32_t[]){(int32_t)next.target, (int32_t)q, 1}, 3);
        }
    }
    intern_release(&seen);
    found.count = (uint32_t)k->pairs.count - found.first;
    vec_push(&k->walks, found);
    return found;
}

/* The part of set a that is at rest, with the letter committed, is in b; with `start_only` the empty word's. */
static bool rest_is_in(check *k, uint32_t a, uint32_t b, uint32_t letter, bool start_only)
{
    if (a == b && letter == NO_LETTER)
        return true;
    span pairs = walk(k, a, b, letter);
    for (uint32_t i = 0; i < (start_only && pairs.count ? 1 : pairs.count); i++) {
        word_edge at = k->pairs.data[pairs.first + i];
        const word_state *s = &k->c.sets.data[a].states[at.letter];
        for (uint32_t n = 0; n < s->key_count; n++)
            if (!is_held(k, s->keys[n]) && !has_key(&k->c.sets.data[b], at.target, s->keys[n]))
                return false;
    }
    return true;
}

static bool part_is_in(check *k, uint32_t a, const part *p, uint32_t b)
{
    const word_set *to = &k->c.sets.data[b];
    span pairs = walk(k, a, b, NO_LETTER);
    for (uint32_t i = 0; i < pairs.count; i++) { /* the first is that of the empty word */
        uint32_t state = k->pairs.data[pairs.first + i].target;
        if (p->flushes ? i > 0 : k->pairs.data[pairs.first + i].letter != p->state)
            continue;
        for (uint32_t n = 0; n < p->letter_count; n++)
            state = next_state(to, state, k->numbers.data[p->first_letter + n]);
        if (!has_key(to, state, p->key))
            return false;
    }
    return true;
}

/* ---- Images ---- */
static bool covers(check *k, const claimed_state *s, const image *m, const claimed_state *by)
{
    uint32_t left = s->count - (m->removes ? 1 : 0);
    for (uint32_t q = 0; q < left; q++) {
        const part *moved = NULL;
        for (uint32_t i = 0; i < m->part_count; i++)
            moved = m->parts[i].process == q ? &m->parts[i] : moved;
        uint32_t letter = m->letter != NO_LETTER && m->parts[0].process == q ? m->letter : NO_LETTER;
        if (!(moved ? part_is_in(k, s->sets[q], moved, by->sets[q]) : rest_is_in(k, s->sets[q], by->sets[q], letter, m->syncs)))
            return false;
    }
    for (uint32_t i = 0; i < m->born_count; i++)
        if (!has_key(&k->c.sets.data[by->sets[left + i]], 0, k->numbers.data[m->first_born + i]))
            return false;
    return true;
}

static bool is_covered(check *k, const claimed_state *s, const image *m)
{
    if (s->global == m->global && (s->holder < 0 || s->holder == m->holder) && covers(k, s, m, s))
        return true;
    for (int32_t holder = -1;; holder = m->holder) {
        uint32_t bucket = intern_row(&k->buckets, (int32_t[]){(int32_t)m->global, holder}, 2);
        for (uint32_t i = bucket < k->head.count ? k->head.data[bucket] : 0; i; i = k->next.data[i - 1])
            if (covers(k, s, m, &k->c.states.data[i - 1]))
                return true;
        if (holder == m->holder)
            return false;
    }
}

/* ---- Steps of one process ---- */
static void put(check *k, uint32_t process, uint32_t key, uint32_t view)
{
    replay_state *s = &k->c.r.now;
    const int32_t *row = key_row(k, key), *pending = intern_get(&k->c.views, view);
    replay_process *q = &s->processes.data[process];
    q->node = (uint32_t)row[KEY_NODE];
    memcpy(s->locals.data + q->first_local, row + KEY_LOCALS, (intern_length(&k->c.keys, key) - KEY_LOCALS) * sizeof *row);
    for (uint32_t i = 0; i < intern_length(&k->c.views, view); i += 2)
        vec_push(&s->pending, ((replay_pending){.process = process, .element = (uint32_t)pending[i], .value = pending[i + 1]}));
    if (is_held(k, key)) {
        s->holder = (int32_t)process;
        s->hold = (hold_kind)row[KEY_HOLD];
    }
}

static uint32_t key_now(check *k, uint32_t process)
{
    const replay_state *s = &k->c.r.now;
    const replay_process *q = &s->processes.data[process];
    uint32_t locals = k->c.program->processes.data[q->type].local_count;
    int32_t *row = ARENA_ARRAY(k->c.r.memory, int32_t, KEY_LOCALS + locals);
    row[KEY_NODE] = (int32_t)q->node;
    row[KEY_HOLD] = s->holder == (int32_t)process ? (int32_t)s->hold : HOLD_NONE;
    memcpy(row + KEY_LOCALS, s->locals.data + q->first_local, locals * sizeof *row);
    return intern_row(&k->c.keys, row, KEY_LOCALS + locals);
}

/* What the process has become: the stores that the last step made, and whether older ones are gone. */
static part part_now(check *k, uint32_t process, uint32_t state, uint32_t view)
{
    const replay_state *s = &k->c.r.now;
    part p = {.process = process, .state = state, .key = key_now(k, process), .flushes = view != EMPTY_VIEW, .first_letter = (uint32_t)k->numbers.count};
    for (size_t i = 0; i < s->pending.count; i++) {
        const replay_pending *store = &s->pending.data[i];
        const int32_t letter[] = {(int32_t)store->element, store->value};
        if (store->process == process && store->step)
            vec_push(&k->numbers, intern_row(&k->c.letters, letter, 2));
        p.flushes &= store->process != process || store->step;
    }
    p.letter_count = (uint32_t)k->numbers.count - p.first_letter;
    return p;
}

static bool has_effect(const edge *e, effect_kind kind)
{
    for (uint32_t i = 0; i < e->effect_count; i++)
        if (e->effects[i].kind == kind)
            return true;
    return false;
}

/* Takes the step from the state that was loaded; false where it is impossible, or wrong. */
static bool take(check *k, const claimed_state *s, const step *taken)
{
    replay_result result = replay_take_unsettled(&k->c.r, taken);
    if (result == STEP_DONE && k->c.r.seen.failed.count)
        fail(k, s, taken->process, "an assertion is violated");
    else if (result != STEP_DONE && result != STEP_IMPOSSIBLE)
        fail(k, s, taken->process, k->c.r.why);
    return result == STEP_DONE;
}

static span steps_of(check *k, const claimed_state *s, uint32_t process, uint32_t key, uint32_t view)
{
    const int32_t name[] = {(int32_t)s->global, (int32_t)process, (int32_t)key, (int32_t)view};
    uint32_t number = intern_row(&k->steps_known, name, 4);
    if (number < k->steps.count)
        return k->steps.data[number];
    const process_type *t = type_of(k, s->global, process);
    const node *n = &t->nodes.data[key_row(k, key)[KEY_NODE]];
    span found = {.first = (uint32_t)k->outcomes.count};
    for (uint32_t e = n->first_edge; e < n->first_edge + n->edge_count; e++) {
        certificate_load(&k->c, s->global);
        put(k, process, key, view);
        if (!take(k, s, &(step){.kind = STEP_EDGE, .process = process, .edge = e, .partner = -1}))
            continue;
        part p = part_now(k, process, 0, view);
        outcome o = {.global = certificate_global_now(&k->c), .key = p.key, .flushes = p.flushes, .syncs = has_effect(&t->edges.data[e], EFFECT_SYNC),
                     .first_letter = p.first_letter, .letter_count = p.letter_count, .first_born = (uint32_t)k->numbers.count};
        for (uint32_t i = s->count; i < k->c.r.now.processes.count; i++)
            vec_push(&k->numbers, key_now(k, i));
        o.born_count = (uint32_t)k->numbers.count - o.first_born;
        vec_push(&k->outcomes, o);
    }
    if (found.first == k->outcomes.count && is_held(k, key)) { /* blocked: atomicity is lost */
        certificate_load(&k->c, s->global);
        put(k, process, key, view);
        if (k->c.r.now.hold == HOLD_D_STEP)
            fail(k, s, process, "d_step blocks in its middle");
        k->c.r.now.holder = -1;
        vec_push(&k->outcomes, ((outcome){.global = s->global, .key = key_now(k, process)}));
    }
    found.count = (uint32_t)k->outcomes.count - found.first;
    vec_push(&k->steps, found);
    return found;
}

static bool steps_stay(check *k, const claimed_state *s, uint32_t process, uint32_t state, uint32_t key)
{
    span steps = steps_of(k, s, process, key, k->c.sets.data[s->sets[process]].states[state].view);
    for (uint32_t i = 0; i < steps.count && !k->failed; i++) {
        outcome o = k->outcomes.data[steps.first + i];
        image m = {.global = o.global, .holder = is_held(k, o.key) ? (int32_t)process : -1, .letter = NO_LETTER, .syncs = o.syncs, .part_count = 1,
                   .parts = {{process, state, o.key, o.flushes, o.first_letter, o.letter_count}}, .first_born = o.first_born, .born_count = o.born_count};
        if (!is_covered(k, s, &m))
            fail(k, s, process, "a step leads out of the states given");
    }
    return !k->failed;
}

/* ---- Rendezvous ---- */
typedef struct spot {
    uint32_t process, state, key, view;
} spot;

static bool has_edge_with(const check *k, uint32_t global, const spot *at, effect_kind kind)
{
    const process_type *t = type_of(k, global, at->process);
    const node *n = &t->nodes.data[key_row(k, at->key)[KEY_NODE]];
    for (uint32_t i = 0; i < n->edge_count && !is_held(k, at->key); i++)
        if (has_effect(&t->edges.data[n->first_edge + i], kind))
            return true;
    return false;
}

/* How many ways there are to meet; with `stay` each must lead to a state given. */
static uint32_t meet(check *k, const claimed_state *s, const spot *a, const spot *b, bool stay)
{
    uint32_t ways = 0;
    if (a->process == b->process || !has_edge_with(k, s->global, a, EFFECT_SEND) || !has_edge_with(k, s->global, b, EFFECT_RECEIVE))
        return 0;
    const node *from = &type_of(k, s->global, a->process)->nodes.data[key_row(k, a->key)[KEY_NODE]];
    const node *to = &type_of(k, s->global, b->process)->nodes.data[key_row(k, b->key)[KEY_NODE]];
    for (uint32_t i = 0; i < from->edge_count * to->edge_count; i++) {
        certificate_load(&k->c, s->global);
        put(k, a->process, a->key, a->view);
        put(k, b->process, b->key, b->view);
        step taken = {.kind = STEP_EDGE, .process = a->process, .edge = from->first_edge + i % from->edge_count, .partner = (int32_t)b->process,
                      .partner_edge = to->first_edge + i / from->edge_count};
        if (!take(k, s, &taken))
            continue;
        ways++;
        image m = {.global = certificate_global_now(&k->c), .holder = k->c.r.now.holder, .letter = NO_LETTER, .part_count = 2};
        m.parts[0] = part_now(k, a->process, a->state, a->view);
        m.parts[1] = part_now(k, b->process, b->state, b->view);
        if (stay && !is_covered(k, s, &m))
            fail(k, s, a->process, "a rendezvous leads out of the states given");
    }
    return ways;
}

typedef VEC(spot) spot_vec;

static void find_spots(const check *k, const claimed_state *s, uint32_t process, spot_vec *out)
{
    const word_set *set = &k->c.sets.data[s->sets[process]];
    vec_clear(out);
    for (uint32_t q = 0; q < set->count; q++)
        for (uint32_t i = 0; i < set->states[q].key_count; i++)
            vec_push(out, ((spot){process, q, set->states[q].keys[i], set->states[q].view}));
}

static void meetings_stay(check *k, const claimed_state *s, const spot_vec *spots)
{
    for (uint32_t a = 0; a < s->count; a++)
        for (size_t i = 0; i < spots[a].count; i++)
            for (uint32_t b = 0; b < s->count && has_edge_with(k, s->global, &spots[a].data[i], EFFECT_SEND); b++)
                for (size_t n = 0; n < spots[b].count && !k->failed; n++)
                    meet(k, s, &spots[a].data[i], &spots[b].data[n], true);
}

/* ---- Commits and ends ---- */
static void commit_stays(check *k, const claimed_state *s, uint32_t process, uint32_t letter)
{
    span pairs = walk(k, s->sets[process], s->sets[process], letter);
    bool any = false; /* is there somebody at rest to commit it? */
    for (uint32_t i = 0; i < pairs.count && !any; i++) {
        const word_state *q = &k->c.sets.data[s->sets[process]].states[k->pairs.data[pairs.first + i].letter];
        for (uint32_t n = 0; n < q->key_count; n++)
            any |= !is_held(k, q->keys[n]);
    }
    certificate_load(&k->c, s->global);
    k->c.r.now.globals.data[intern_get(&k->c.letters, letter)[LETTER_ELEMENT]] = intern_get(&k->c.letters, letter)[LETTER_VALUE];
    image m = {.global = certificate_global_now(&k->c), .holder = -1, .letter = letter, .parts = {{.process = process}}};
    if (any && !is_covered(k, s, &m))
        fail(k, s, process, "a commit leads out of the states given");
}

static void commits_stay(check *k, const claimed_state *s, uint32_t process)
{
    const word_set *set = &k->c.sets.data[s->sets[process]];
    intern letters = {0};
    for (uint32_t q = 0; q < (k->pso || !set->count ? set->count : 1); q++)
        for (uint32_t i = 0; i < set->states[q].edge_count; i++)
            intern_row(&letters, (const int32_t *)&set->states[q].edges[i].letter, 1);
    for (uint32_t i = 0; i < intern_count(&letters) && !k->failed; i++)
        commit_stays(k, s, process, (uint32_t)*intern_get(&letters, i));
    intern_release(&letters);
}

static void find_label_of_final(const expr *e, void *data)
{
    const process_type **t = data;
    if (e->kind == EXPR_AT && *t && (*t)->nodes.data[e->value].is_final)
        *t = NULL;
}

/* The removal of an ended process changes nothing for the others unless its number is given again, or its channels are missed, or a condition looks at it. */
static bool removal_matters(const check *k, const claimed_state *s, const spot_vec *spots)
{
    const process_type *youngest = type_of(k, s->global, s->count - 1), *seen = youngest;
    for (uint32_t p = 0; p < s->count; p++)
        for (size_t i = 0; i < spots[p].count; i++)
            if (k->may_create[intern_get(&k->c.globals, s->global)[1 + p]][key_row(k, spots[p].data[i].key)[KEY_NODE]])
                return true;
    for (size_t i = 0; i < k->c.properties->items.count; i++)
        if (k->c.properties->items.data[i].bad)
            expr_each(k->c.properties->items.data[i].bad, find_label_of_final, &seen);
    return youngest->channels.count || !seen;
}

static void removal_stays(check *k, const claimed_state *s, const spot_vec *spots)
{
    bool ends = false;
    for (size_t i = 0; s->count && i < spots[s->count - 1].count; i++) {
        const spot *at = &spots[s->count - 1].data[i];
        ends |= at->view == EMPTY_VIEW && !is_held(k, at->key) && type_of(k, s->global, s->count - 1)->nodes.data[key_row(k, at->key)[KEY_NODE]].is_final;
    }
    if (!ends || !k->c.program->processes_die || !removal_matters(k, s, spots))
        return;
    certificate_load(&k->c, s->global);
    replay_remove_youngest(&k->c.r.now);
    image m = {.global = certificate_global_now(&k->c), .holder = -1, .letter = NO_LETTER, .removes = true};
    if (!is_covered(k, s, &m))
        fail(k, s, s->count - 1, "the end of the process leads out of the states given");
}

/* ---- Bad states ---- */
enum { LOOKS_AT_NODE = 1, LOOKS_AT_LOCALS = 2, LOOKS_AT_VIEW = 4 };

static void find_looks(const expr *e, void *data)
{
    uint8_t *looks = data; /* by type */
    if (e->kind == EXPR_AT || e->kind == EXPR_REMOTE || e->kind == EXPR_VIEW)
        looks[e->process] |= e->kind == EXPR_AT ? LOOKS_AT_NODE : e->kind == EXPR_REMOTE ? LOOKS_AT_LOCALS : LOOKS_AT_VIEW;
}

static bool is_valid_end(const check *k, const claimed_state *s, const spot *at)
{
    const node *n = &type_of(k, s->global, at->process)->nodes.data[key_row(k, at->key)[KEY_NODE]];
    return n->is_end || n->is_final;
}

/* The configurations at rest that a condition can tell apart; for deadlock (NULL) those that are stuck. */
static void find_choices(check *k, const claimed_state *s, const spot_vec *from, const expr *condition, spot_vec *out)
{
    uint8_t *looks = ARENA_ARRAY(k->c.r.memory, uint8_t, k->c.program->processes.count + 1);
    intern known = {0};
    VEC(int32_t) row = {0};
    expr_each(condition, find_looks, looks);
    vec_clear(out);
    for (size_t i = 0; i < from->count && !k->failed; i++) {
        const spot *at = &from->data[i];
        uint8_t look = looks[intern_get(&k->c.globals, s->global)[1 + at->process]];
        if (is_held(k, at->key) || (!condition && (at->view != EMPTY_VIEW || steps_of(k, s, at->process, at->key, at->view).count)))
            continue;
        bool meets = has_edge_with(k, s->global, at, EFFECT_SEND) || has_edge_with(k, s->global, at, EFFECT_RECEIVE);
        vec_clear(&row);
        vec_push(&row, condition ? 0 : meets ? (int32_t)at->key + 2 : is_valid_end(k, s, at));
        vec_push(&row, look & LOOKS_AT_NODE ? key_row(k, at->key)[KEY_NODE] : 0);
        vec_push(&row, look & LOOKS_AT_VIEW ? (int32_t)at->view : 0);
        for (uint32_t n = KEY_LOCALS; n < intern_length(&k->c.keys, at->key) && (look & LOOKS_AT_LOCALS); n++)
            vec_push(&row, key_row(k, at->key)[n]);
        size_t before = intern_count(&known);
        if (intern_row(&known, row.data, row.count) == before)
            vec_push(out, *at);
    }
    intern_release(&known);
    vec_release(&row);
}

static bool is_bad(check *k, const claimed_state *s, const spot_vec *choices, const size_t *choice, const expr *condition)
{
    bool all_end = true;
    certificate_load(&k->c, s->global);
    for (uint32_t p = 0; p < s->count; p++) {
        const spot *at = &choices[p].data[choice[p]];
        put(k, p, at->key, at->view);
        all_end &= is_valid_end(k, s, at);
    }
    if (condition)
        return replay_is_true(&k->c.r, condition);
    for (uint32_t p = 0; p < s->count && !all_end; p++)
        for (uint32_t q = 0; q < s->count; q++)
            if (meet(k, s, &choices[p].data[choice[p]], &choices[q].data[choice[q]], false))
                return false;
    return !all_end;
}

/* Tries all combinations. */
static bool some_is_bad(check *k, const claimed_state *s, const spot_vec *spots, const expr *condition)
{
    spot_vec *choices = ARENA_ARRAY(k->c.r.memory, spot_vec, s->count + 1);
    size_t *choice = ARENA_ARRAY(k->c.r.memory, size_t, s->count + 1);
    bool possible = true, bad = false;
    for (uint32_t p = 0; p < s->count; p++) {
        find_choices(k, s, &spots[p], condition, &choices[p]);
        possible &= choices[p].count > 0;
    }
    while (possible && !bad && !k->failed) {
        bad = is_bad(k, s, choices, choice, condition);
        uint32_t p = 0;
        while (p < s->count && ++choice[p] == choices[p].count)
            choice[p++] = 0;
        possible = p < s->count;
    }
    for (uint32_t p = 0; p < s->count; p++)
        vec_release(&choices[p]);
    return bad;
}

static bool two_at_label(const check *k, const claimed_state *s, const spot_vec *spots, const char *name)
{
    uint32_t together = 0, labelled;
    for (uint32_t p = 0; p < s->count; p++) {
        bool there = false;
        for (size_t i = 0; i < spots[p].count && process_find_label(type_of(k, s->global, p), name, &labelled); i++)
            there |= !is_held(k, spots[p].data[i].key) && (uint32_t)key_row(k, spots[p].data[i].key)[KEY_NODE] == labelled;
        together += there;
    }
    return together >= 2;
}

static void is_safe(check *k, const claimed_state *s, const spot_vec *spots)
{
    for (size_t i = 0; i < k->c.properties->items.count && !k->failed; i++) {
        const property *p = &k->c.properties->items.data[i];
        bool judged = p->kind == PROPERTY_DEADLOCK || p->kind == PROPERTY_NEVER || p->kind == PROPERTY_ALWAYS;
        if (judged ? some_is_bad(k, s, spots, p->bad) : p->kind == PROPERTY_MUTEX && two_at_label(k, s, spots, p->label)) {
            strbuf_printf(k->c.message, "state %zu violates \"%s\"", (size_t)(s - k->c.states.data), p->name);
            k->failed = true;
        }
    }
}

/* ---- The whole ---- */
static void check_state(check *k, const claimed_state *s)
{
    spot_vec *spots = ARENA_ARRAY(k->c.r.memory, spot_vec, s->count + 1);
    for (uint32_t p = 0; p < s->count; p++) {
        find_spots(k, s, p, &spots[p]);
        for (size_t i = 0; i < spots[p].count && (s->holder < 0 || s->holder == (int32_t)p) && !k->failed; i++)
            steps_stay(k, s, p, spots[p].data[i].state, spots[p].data[i].key);
        if (s->holder < 0 && !k->failed)
            commits_stay(k, s, p);
    }
    if (s->holder < 0 && !k->failed)
        meetings_stay(k, s, spots);
    if (s->holder < 0 && !k->failed)
        removal_stays(k, s, spots);
    if (s->holder < 0 && !k->failed)
        is_safe(k, s, spots);
    for (uint32_t p = 0; p < s->count; p++)
        vec_release(&spots[p]);
}

static void find_creating(check *k)
{
    const program *p = k->c.program;
    k->may_create = ARENA_ARRAY(k->c.memory, bool *, p->processes.count + 1);
    for (size_t t = 0; t < p->processes.count; t++) {
        const process_type *type = &p->processes.data[t];
        bool *may = k->may_create[t] = ARENA_ARRAY(k->c.memory, bool, type->nodes.count + 1);
        for (bool changed = true; changed;) {
            changed = false;
            for (size_t i = 0; i < type->edges.count; i++) {
                const edge *e = &type->edges.data[i];
                bool now = may[e->source] || may[e->target] || has_effect(e, EFFECT_RUN);
                changed |= now != may[e->source];
                may[e->source] = now;
            }
        }
    }
}

/* The initial configuration is one of a state without a holder. */
static bool has_initial(check *k)
{
    uint32_t global = certificate_global_now(&k->c), count = (uint32_t)k->c.r.now.processes.count;
    for (size_t i = 0; i < k->c.states.count; i++) {
        const claimed_state *s = &k->c.states.data[i];
        bool has = s->global == global && s->holder < 0;
        for (uint32_t p = 0; p < count && has; p++)
            has = has_key(&k->c.sets.data[s->sets[p]], 0, key_now(k, p));
        if (has)
            return true;
    }
    return false;
}

static const char *find_fault(check *k, bool starts)
{
    const char *refused = certificate_refuses(k->c.program);
    if (refused || property_of_kind(k->c.properties, PROPERTY_CLAIM) != UINT32_MAX)
        return refused ? refused : "LTL formulas and never claims are not supported";
    if (!starts)
        return "the initial state is an error";
    if (!has_initial(k))
        return "the initial state is in none of the states given";
    find_creating(k);
    for (uint32_t i = 0; i < k->c.states.count; i++) {
        uint32_t bucket = intern_row(&k->buckets, (int32_t[]){(int32_t)k->c.states.data[i].global, k->c.states.data[i].holder}, 2);
        if (bucket == k->head.count)
            vec_push(&k->head, 0u);
        vec_push(&k->next, k->head.data[bucket]);
        k->head.data[bucket] = i + 1;
    }
    for (size_t i = 0; i < k->c.states.count && !k->failed; i++)
        check_state(k, &k->c.states.data[i]);
    return NULL;
}

certificate_verdict certificate_check(const program *p, const property_list *properties, memory_kind memory, const bool *unbuffered,
                                      const char *json_text, size_t length, strbuf *message)
{
    check k = {.c = {.program = p, .properties = properties, .memory = arena_new(), .message = message}, .pso = memory == MEMORY_PSO};
    bool starts = replay_init(&k.c.r, p, (machine){.memory = memory}, unbuffered) == STEP_DONE;
    certificate_verdict verdict = CERTIFICATE_UNREADABLE;
    if (certificate_read(&k.c, json_text, length)) {
        const char *fault = find_fault(&k, starts);
        verdict = fault || k.failed ? CERTIFICATE_REJECTED : CERTIFICATE_CONFIRMED;
        if (fault)
            strbuf_add(message, fault);
        else if (!k.failed)
            strbuf_printf(message, "%zu states hold every reachable one, and none of them is bad", k.c.states.count);
    }
    intern_release(&k.buckets);
    intern_release(&k.steps_known);
    intern_release(&k.walks_known);
    intern_release(&k.c.keys);
    intern_release(&k.c.letters);
    intern_release(&k.c.views);
    intern_release(&k.c.globals);
    vec_release(&k.head);
    vec_release(&k.next);
    vec_release(&k.steps);
    vec_release(&k.outcomes);
    vec_release(&k.numbers);
    vec_release(&k.walks);
    vec_release(&k.pairs);
    vec_release(&k.c.sets);
    vec_release(&k.c.states);
    replay_release(&k.c.r);
    arena_free(k.c.memory);
    return verdict;
}
