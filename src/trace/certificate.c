/* certificate.c: the initial state is there, no step leads out, nothing is bad.
 *
 * What a process can do depends on its key, its view and the global alone (certificate_refuses turns other programs away), so each step is taken once by replay.c for
 * all words with that view, and for all that the others may be doing. Its image, a product of sets again, must be part of one state. */
#include "trace/certificate.h"

#include <string.h>

#include "trace/certificate_internal.h"

typedef struct span {
    uint32_t first, count;
} span;

/* A process with a key and any word that leads to a state of its set. */
typedef struct spot {
    uint32_t process, state, view, key;
} spot;

typedef VEC(spot) spot_vec;

/* What a step makes of that: another key, and more stores; or these stores alone. */
typedef struct part {
    uint32_t process, state, key;
    bool flushes;
    span letters; /* in `numbers` */
} part;

/* What a step makes of a claimed state. Whoever is no part of it stays as it is, if at rest. */
typedef struct image {
    uint32_t global;
    int32_t holder;
    uint32_t part_count;
    part parts[2];
    uint32_t letter, committer; /* this process commits that; NOTHING: no commit */
    bool syncs, removes;        /* all words are empty; the youngest process goes */
    span born;                  /* keys of new processes, in `numbers` */
} image;

typedef struct check {
    certificate c;
    const property_list *properties;
    bool pso;
    intern buckets;           /* (global, holder) */
    VEC(uint32_t) head, next; /* the last state of each bucket plus one, and the one before each state; 0: none */
    intern walks_known;       /* (set, set, letter) */
    VEC(span) walks;          /* in `pairs` */
    VEC(word_edge) pairs;     /* of two states: see walk */
    VEC(uint32_t) numbers;
    spot_vec *spots;          /* of each process in the state being checked */
    bool **may_create;        /* by type and node: a new process may follow */
    bool failed;
} check;

static bool fail(check *k, const claimed_state *s, uint32_t process, const char *what)
{
    if (!k->failed)
        strbuf_printf(k->c.message, "state %zu, process %u: %s", (size_t)(s - k->c.states.data), process + k->c.program->pid_base, what);
    k->failed = true;
    return false;
}

static bool is_held(const check *k, uint32_t key)
{
    return intern_get(&k->c.keys, key)[KEY_HOLD] != HOLD_NONE;
}

static const process_type *type_of(const check *k, const claimed_state *s, uint32_t process)
{
    return &k->c.program->processes.data[intern_get(&k->c.globals, s->global)[1 + process]];
}

static const node *node_of(const check *k, const claimed_state *s, const spot *at)
{
    return &type_of(k, s, at->process)->nodes.data[intern_get(&k->c.keys, at->key)[KEY_NODE]];
}

/* ---- Words of two sets side by side ---- */
static uint32_t next_state(const word_set *set, uint32_t state, uint32_t letter)
{
    for (uint32_t i = 0; state < set->count && i < set->states[state].edge_count; i++)
        if (set->states[state].edges[i].letter == letter)
            return set->states[state].edges[i].target;
    return NOTHING;
}

static bool has_key(const word_set *set, uint32_t state, uint32_t key)
{
    for (uint32_t i = 0; state < set->count && i < set->states[state].key_count; i++)
        if (set->states[state].keys[i] == key)
            return true;
    return false;
}

/* The pairs of states to which a word of the set a, and the same word in b, lead (NOTHING: b does not know it); the empty word's is the first. With a
 * letter: in b the word without its first store to that location, where that is the letter; under TSO it must be the oldest of all. */
static span walk(check *k, uint32_t a, uint32_t b, uint32_t letter)
{
    const word_set *from = &k->c.sets.data[a], *to = &k->c.sets.data[b];
    uint32_t number = intern_row(&k->walks_known, (int32_t[]){(int32_t)a, (int32_t)b, (int32_t)letter}, 3);
    if (number < k->walks.count)
        return k->walks.data[number];
    span found = {.first = (uint32_t)k->pairs.count};
    intern seen = {0}; /* (state of a, state of b, the letter has been taken out) */
    if (from->count)
        intern_row(&seen, (int32_t[]){0, 0, letter == NOTHING}, 3);
    for (uint32_t i = 0; i < intern_count(&seen); i++) {
        uint32_t p = (uint32_t)intern_get(&seen, i)[0], q = (uint32_t)intern_get(&seen, i)[1];
        int32_t taken = intern_get(&seen, i)[2];
        if (taken)
            vec_push(&k->pairs, ((word_edge){p, q}));
        for (uint32_t e = 0; e < from->states[p].edge_count; e++) {
            word_edge next = from->states[p].edges[e];
            if (taken || (k->pso && intern_get(&k->c.letters, next.letter)[LETTER_ELEMENT] != intern_get(&k->c.letters, letter)[LETTER_ELEMENT]))
                intern_row(&seen, (int32_t[]){(int32_t)next.target, (int32_t)next_state(to, q, next.letter), taken}, 3);
            else if (next.letter == letter)
                intern_row(&seen, (int32_t[]){(int32_t)next.target, (int32_t)q, true}, 3);
        }
    }
    intern_release(&seen);
    found.count = (uint32_t)k->pairs.count - found.first;
    vec_push(&k->walks, found);
    return found;
}

/* Is the part of set a that is at rest, with the letter committed, in b? With `start_only` that of the empty word. b NOTHING: a set that has nothing. */
static bool rest_is_in(check *k, uint32_t a, uint32_t b, uint32_t letter, bool start_only)
{
    if (a == b && letter == NOTHING)
        return true;
    span pairs = walk(k, a, b == NOTHING ? a : b, letter);
    for (uint32_t i = 0; i < (start_only && pairs.count ? 1 : pairs.count); i++) {
        word_edge at = k->pairs.data[pairs.first + i];
        const word_state *s = &k->c.sets.data[a].states[at.letter];
        for (uint32_t n = 0; n < s->key_count; n++)
            if (!is_held(k, s->keys[n]) && (b == NOTHING || !has_key(&k->c.sets.data[b], at.target, s->keys[n])))
                return false;
    }
    return true;
}

static bool part_is_in(check *k, uint32_t a, const part *p, uint32_t b)
{
    const word_set *to = &k->c.sets.data[b];
    span pairs = walk(k, a, b, NOTHING);
    for (uint32_t i = 0; i < pairs.count; i++) {
        uint32_t state = k->pairs.data[pairs.first + i].target;
        if (p->flushes ? i > 0 : k->pairs.data[pairs.first + i].letter != p->state)
            continue;
        for (uint32_t n = 0; n < p->letters.count; n++)
            state = next_state(to, state, k->numbers.data[p->letters.first + n]);
        if (!has_key(to, state, p->key))
            return false;
    }
    return true;
}

/* ---- Images ---- */
static bool covers(check *k, const claimed_state *s, const image *m, const claimed_state *by)
{
    uint32_t left = s->count - m->removes;
    for (uint32_t q = 0; q < left; q++) {
        const part *moved = m->part_count > 0 && m->parts[0].process == q ? &m->parts[0] : m->part_count > 1 && m->parts[1].process == q ? &m->parts[1] : NULL;
        if (!(moved ? part_is_in(k, s->sets[q], moved, by->sets[q])
                    : rest_is_in(k, s->sets[q], by->sets[q], q == m->committer ? m->letter : NOTHING, m->syncs)))
            return false;
    }
    for (uint32_t i = 0; i < m->born.count; i++)
        if (!has_key(&k->c.sets.data[by->sets[left + i]], 0, k->numbers.data[m->born.first + i]))
            return false;
    return true;
}

static bool is_covered(check *k, const claimed_state *s, const image *m)
{
    for (uint32_t q = 0; q < s->count && m->syncs; q++)
        if (q != m->parts[0].process && rest_is_in(k, s->sets[q], NOTHING, NOTHING, true))
            return true; /* somebody's word is never empty */
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

/* ---- Steps ---- */
static void put(check *k, const spot *at)
{
    replay_state *s = &k->c.r.now;
    const int32_t *row = intern_get(&k->c.keys, at->key), *pending = intern_get(&k->c.views, at->view);
    replay_process *q = &s->processes.data[at->process];
    q->node = (uint32_t)row[KEY_NODE];
    memcpy(s->locals.data + q->first_local, row + KEY_LOCALS, (intern_length(&k->c.keys, at->key) - KEY_LOCALS) * sizeof *row);
    for (uint32_t i = 0; i < intern_length(&k->c.views, at->view); i += 2)
        vec_push(&s->pending, ((replay_pending){.process = at->process, .element = (uint32_t)pending[i], .value = pending[i + 1]}));
    if (row[KEY_HOLD] != HOLD_NONE) {
        s->holder = (int32_t)at->process;
        s->hold = (hold_kind)row[KEY_HOLD];
    }
}

static uint32_t key_now(check *k, uint32_t process)
{
    const replay_state *s = &k->c.r.now;
    const replay_process *q = &s->processes.data[process];
    uint32_t locals = k->c.program->processes.data[q->type].local_count;
    VEC(int32_t) row = {0};
    vec_push(&row, (int32_t)q->node);
    vec_push(&row, s->holder == (int32_t)process ? (int32_t)s->hold : HOLD_NONE);
    for (uint32_t i = 0; i < locals; i++)
        vec_push(&row, s->locals.data[q->first_local + i]);
    uint32_t key = intern_row(&k->c.keys, row.data, row.count);
    vec_release(&row);
    return key;
}

/* Of pending stores those that were put have step 0. */
static part part_now(check *k, const spot *from)
{
    const replay_state *s = &k->c.r.now;
    part p = {from->process, from->state, key_now(k, from->process), from->view != EMPTY_VIEW, {(uint32_t)k->numbers.count, 0}};
    for (size_t i = 0; i < s->pending.count; i++) {
        const replay_pending *store = &s->pending.data[i];
        if (store->process == from->process && store->step)
            vec_push(&k->numbers, intern_row(&k->c.letters, (int32_t[]){(int32_t)store->element, store->value}, 2));
        p.flushes &= store->process != from->process || store->step;
    }
    p.letters.count = (uint32_t)k->numbers.count - p.letters.first;
    return p;
}

static bool has_effect(const edge *e, effect_kind kind)
{
    for (uint32_t i = 0; i < e->effect_count; i++)
        if (e->effects[i].kind == kind)
            return true;
    return false;
}

/* What has become of the state, in which a (and b, with which it met) have taken a step. */
static image image_now(check *k, const claimed_state *s, const spot *a, const spot *b, bool syncs)
{
    vec_clear(&k->numbers);
    image m = {.global = certificate_global_now(&k->c), .holder = k->c.r.now.holder, .letter = NOTHING, .committer = NOTHING, .syncs = syncs};
    m.parts[m.part_count++] = part_now(k, a);
    if (b)
        m.parts[m.part_count++] = part_now(k, b);
    m.born.first = (uint32_t)k->numbers.count;
    for (uint32_t i = s->count; i < k->c.r.now.processes.count; i++)
        vec_push(&k->numbers, key_now(k, i));
    m.born.count = (uint32_t)k->numbers.count - m.born.first;
    return m;
}

/* Takes every step of a alone, or with b's where b is not NULL; how many there are. With `stay` each must lead to a state given. */
static uint32_t take_steps(check *k, const claimed_state *s, const spot *a, const spot *b, bool stay)
{
    const node *from = node_of(k, s, a), *to = b ? node_of(k, s, b) : NULL;
    uint32_t found = 0, partners = b ? to->edge_count : 1;
    for (uint32_t i = 0; i <= from->edge_count * partners && !k->failed; i++) {
        bool blocked = i == from->edge_count * partners; /* there is no edge left: a block may lose its atomicity */
        if (blocked && (found || b || !is_held(k, a->key)))
            break;
        certificate_load(&k->c, s->global);
        put(k, a);
        if (b)
            put(k, b);
        step taken = {.kind = STEP_EDGE, .process = a->process, .edge = from->first_edge + i / partners, .partner = b ? (int32_t)b->process : -1,
                      .partner_edge = b ? to->first_edge + i % partners : 0};
        replay_result result = blocked ? STEP_DONE : replay_take_unsettled(&k->c.r, &taken);
        found += result != STEP_IMPOSSIBLE;
        if (blocked && k->c.r.now.hold == HOLD_D_STEP)
            fail(k, s, a->process, "d_step blocks in its middle");
        if (blocked)
            k->c.r.now.holder = -1;
        else if (result != STEP_DONE && result != STEP_IMPOSSIBLE)
            fail(k, s, a->process, k->c.r.why);
        else if (result == STEP_DONE && k->c.r.seen.failed.count)
            fail(k, s, a->process, "an assertion is violated");
        if (result != STEP_DONE || !stay || k->failed)
            continue;
        image m = image_now(k, s, a, b, !blocked && has_effect(&type_of(k, s, a->process)->edges.data[taken.edge], EFFECT_SYNC));
        if (!is_covered(k, s, &m))
            fail(k, s, a->process, b ? "a rendezvous leads out of the states given" : "a step leads out of the states given");
    }
    return found;
}

static bool offers(const check *k, const claimed_state *s, const spot *at, effect_kind kind)
{
    const node *n = node_of(k, s, at);
    for (uint32_t i = 0; i < n->edge_count && !is_held(k, at->key); i++)
        if (has_effect(&type_of(k, s, at->process)->edges.data[n->first_edge + i], kind))
            return true;
    return false;
}

static bool may_meet(const check *k, const claimed_state *s, const spot *a, const spot *b)
{
    return a->process != b->process && offers(k, s, a, EFFECT_SEND) && offers(k, s, b, EFFECT_RECEIVE);
}

static void meetings_stay(check *k, const claimed_state *s, const spot *a)
{
    for (uint32_t q = 0; q < s->count && offers(k, s, a, EFFECT_SEND); q++)
        for (size_t i = 0; i < k->spots[q].count && !k->failed; i++)
            if (may_meet(k, s, a, &k->spots[q].data[i]))
                take_steps(k, s, a, &k->spots[q].data[i], true);
}

static void commits_stay(check *k, const claimed_state *s, uint32_t process)
{
    uint32_t set = s->sets[process];
    for (uint32_t letter = 0; letter < intern_count(&k->c.letters) && !k->failed; letter++) {
        if (rest_is_in(k, set, NOTHING, letter, false))
            continue; /* nobody at rest can commit it */
        const int32_t *store = intern_get(&k->c.letters, letter);
        certificate_load(&k->c, s->global);
        k->c.r.now.globals.data[store[LETTER_ELEMENT]] = store[LETTER_VALUE];
        image m = {.global = certificate_global_now(&k->c), .holder = -1, .letter = letter, .committer = process};
        if (!is_covered(k, s, &m))
            fail(k, s, process, "a commit leads out of the states given");
    }
}

/* ---- The end of a process ---- */
typedef struct looks { /* what a condition looks at, by process type */
    const program *program;
    bool *node, *locals, *view, *end; /* `end`: a node where processes end */
} looks;

static void find_looks(const expr *e, void *data)
{
    looks *l = data;
    if (e->kind == EXPR_AT) {
        l->node[e->process] = true;
        l->end[e->process] |= l->program->processes.data[e->process].nodes.data[e->value].is_final;
    }
    if (e->kind == EXPR_REMOTE)
        l->locals[e->process] = true;
    if (e->kind == EXPR_VIEW)
        l->view[e->process] = true;
}

static looks looks_of(check *k, const expr *condition)
{
    size_t types = k->c.program->processes.count;
    bool *flags = ARENA_ARRAY(k->c.r.memory, bool, 4 * types + 1);
    looks l = {k->c.program, flags, flags + types, flags + 2 * types, flags + 3 * types};
    expr_each(condition, find_looks, &l);
    return l;
}

/* The removal of an ended process changes nothing for the others unless its number is given again, its channels are missed, or a condition looks for it. */
static bool removal_matters(check *k, const claimed_state *s)
{
    const int32_t *types = intern_get(&k->c.globals, s->global) + 1;
    for (uint32_t p = 0; p < s->count; p++)
        for (size_t i = 0; i < k->spots[p].count; i++)
            if (k->may_create[types[p]][intern_get(&k->c.keys, k->spots[p].data[i].key)[KEY_NODE]])
                return true;
    for (size_t i = 0; i < k->properties->items.count; i++)
        if (looks_of(k, k->properties->items.data[i].bad).end[types[s->count - 1]])
            return true;
    return k->c.program->processes.data[types[s->count - 1]].channels.count > 0;
}

static void removal_stays(check *k, const claimed_state *s)
{
    bool ends = false;
    for (size_t i = 0; s->count && i < k->spots[s->count - 1].count; i++) {
        const spot *at = &k->spots[s->count - 1].data[i];
        ends |= at->view == EMPTY_VIEW && !is_held(k, at->key) && node_of(k, s, at)->is_final;
    }
    if (!ends || !k->c.program->processes_die || !removal_matters(k, s))
        return;
    certificate_load(&k->c, s->global);
    replay_remove_youngest(&k->c.r.now);
    image m = {.global = certificate_global_now(&k->c), .holder = -1, .letter = NOTHING, .committer = NOTHING, .removes = true};
    if (!is_covered(k, s, &m))
        fail(k, s, s->count - 1, "the end of the process leads out of the states given");
}

/* ---- Bad states ---- */
/* The spots at rest that a condition can tell apart; without one those that are stuck, as far as it matters for a deadlock. */
static void find_choices(check *k, const claimed_state *s, const looks *l, bool stuck, uint32_t process, spot_vec *out)
{
    intern known = {0};
    VEC(int32_t) row = {0};
    int32_t type = intern_get(&k->c.globals, s->global)[1 + process];
    for (size_t i = 0; i < k->spots[process].count && !k->failed; i++) {
        const spot *at = &k->spots[process].data[i];
        if (is_held(k, at->key) || (stuck && (at->view != EMPTY_VIEW || take_steps(k, s, at, NULL, false))))
            continue;
        vec_clear(&row);
        bool meets = stuck && (offers(k, s, at, EFFECT_SEND) || offers(k, s, at, EFFECT_RECEIVE));
        vec_push(&row, stuck && (node_of(k, s, at)->is_end || node_of(k, s, at)->is_final));
        vec_push(&row, l->view[type] ? (int32_t)at->view : 0);
        vec_push(&row, l->node[type] || meets ? intern_get(&k->c.keys, at->key)[KEY_NODE] : 0);
        for (uint32_t n = KEY_LOCALS; n < intern_length(&k->c.keys, at->key) && (l->locals[type] || meets); n++)
            vec_push(&row, intern_get(&k->c.keys, at->key)[n]);
        size_t before = intern_count(&known);
        if (intern_row(&known, row.data, row.count) == before)
            vec_push(out, *at);
    }
    intern_release(&known);
    vec_release(&row);
}

/* Nobody can move alone; can no two together, and is somebody not at a valid end? */
static bool is_deadlock(check *k, const claimed_state *s, const spot *chosen)
{
    bool all_end = true;
    for (uint32_t p = 0; p < s->count; p++)
        all_end &= node_of(k, s, &chosen[p])->is_end || node_of(k, s, &chosen[p])->is_final;
    for (uint32_t p = 0; p < s->count && !all_end; p++)
        for (uint32_t q = 0; q < s->count; q++)
            if (may_meet(k, s, &chosen[p], &chosen[q]) && take_steps(k, s, &chosen[p], &chosen[q], false))
                return false;
    return !all_end;
}

/* Tries all combinations; without a condition for a deadlock. */
static bool some_is_bad(check *k, const claimed_state *s, const expr *condition)
{
    spot_vec *choices = ARENA_ARRAY(k->c.r.memory, spot_vec, s->count + 1);
    size_t *choice = ARENA_ARRAY(k->c.r.memory, size_t, s->count + 1);
    spot *chosen = ARENA_ARRAY(k->c.r.memory, spot, s->count + 1);
    looks l = looks_of(k, condition);
    bool possible = true, bad = false;
    for (uint32_t p = 0; p < s->count && possible; p++) {
        find_choices(k, s, &l, !condition, p, &choices[p]);
        possible = choices[p].count > 0;
    }
    while (possible && !bad && !k->failed) {
        certificate_load(&k->c, s->global);
        for (uint32_t p = 0; p < s->count; p++) {
            chosen[p] = choices[p].data[choice[p]];
            put(k, &chosen[p]);
        }
        bad = condition ? replay_is_true(&k->c.r, condition) : is_deadlock(k, s, chosen);
        uint32_t p = 0;
        while (p < s->count && ++choice[p] == choices[p].count)
            choice[p++] = 0;
        possible = p < s->count;
    }
    for (uint32_t p = 0; p < s->count; p++)
        vec_release(&choices[p]);
    return bad;
}

static bool two_at_label(const check *k, const claimed_state *s, const char *name)
{
    uint32_t together = 0, labelled;
    for (uint32_t p = 0; p < s->count; p++) {
        bool there = false;
        for (size_t i = 0; i < k->spots[p].count && process_find_label(type_of(k, s, p), name, &labelled); i++)
            there |= !is_held(k, k->spots[p].data[i].key) && (uint32_t)intern_get(&k->c.keys, k->spots[p].data[i].key)[KEY_NODE] == labelled;
        together += there;
    }
    return together >= 2;
}

static void check_properties(check *k, const claimed_state *s)
{
    for (size_t i = 0; i < k->properties->items.count && !k->failed; i++) {
        const property *p = &k->properties->items.data[i];
        bool judged = p->kind == PROPERTY_DEADLOCK || p->bad;
        if ((judged && some_is_bad(k, s, p->bad)) || (p->kind == PROPERTY_MUTEX && two_at_label(k, s, p->label))) {
            strbuf_printf(k->c.message, "state %zu violates \"%s\"", (size_t)(s - k->c.states.data), p->name);
            k->failed = true;
        }
    }
}

/* ---- The whole ---- */
static void check_state(check *k, const claimed_state *s)
{
    k->spots = ARENA_ARRAY(k->c.r.memory, spot_vec, s->count + 1);
    for (uint32_t p = 0; p < s->count; p++)
        for (uint32_t q = 0; q < k->c.sets.data[s->sets[p]].count; q++) {
            const word_state *state = &k->c.sets.data[s->sets[p]].states[q];
            for (uint32_t i = 0; i < state->key_count; i++)
                vec_push(&k->spots[p], ((spot){p, q, state->view, state->keys[i]}));
        }
    for (uint32_t p = 0; p < s->count && !k->failed; p++) {
        for (size_t i = 0; i < k->spots[p].count && (s->holder < 0 || s->holder == (int32_t)p) && !k->failed; i++) {
            take_steps(k, s, &k->spots[p].data[i], NULL, true);
            meetings_stay(k, s, &k->spots[p].data[i]);
        }
        if (s->holder < 0)
            commits_stay(k, s, p);
    }
    if (s->holder < 0 && !k->failed) {
        removal_stays(k, s);
        check_properties(k, s);
    }
    for (uint32_t p = 0; p < s->count; p++)
        vec_release(&k->spots[p]);
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

/* The initial configuration, in which r.now is, is one of a state without a holder. */
static bool has_initial(check *k)
{
    uint32_t global = certificate_global_now(&k->c);
    bool found = false;
    for (size_t i = 0; i < k->c.states.count && !found; i++) {
        const claimed_state *s = &k->c.states.data[i];
        found = s->global == global && s->holder < 0;
        for (uint32_t p = 0; p < s->count && found; p++)
            found = has_key(&k->c.sets.data[s->sets[p]], 0, key_now(k, p));
    }
    return found;
}

static const char *find_fault(check *k, bool starts)
{
    const char *refused = certificate_refuses(k->c.program);
    if (refused || property_of_kind(k->properties, PROPERTY_CLAIM) != UINT32_MAX)
        return refused ? refused : "LTL formulas and never claims are not supported";
    if (property_of_kind(k->properties, PROPERTY_FINAL) != UINT32_MAX)
        return "conditions on final states are not supported";
    if (!starts || !has_initial(k))
        return starts ? "the initial state is in none of the states given" : "the initial state is an error";
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
    check k = {.c = {.program = p, .memory = arena_new(), .message = message}, .properties = properties, .pso = memory == MEMORY_PSO};
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
    intern *const pools[] = {&k.buckets, &k.walks_known, &k.c.keys, &k.c.letters, &k.c.views, &k.c.globals};
    for (size_t i = 0; i < sizeof pools / sizeof *pools; i++)
        intern_release(pools[i]);
    vec_release(&k.head);
    vec_release(&k.next);
    vec_release(&k.walks);
    vec_release(&k.pairs);
    vec_release(&k.numbers);
    vec_release(&k.c.sets);
    vec_release(&k.c.states);
    replay_release(&k.c.r);
    arena_free(k.c.memory);
    return verdict;
}
