/* certificate_steps.c: every step that a state of a certificate allows.
 *
 * What a process can do depends on its key, its view and the global alone (replay.c tells where that is not so), so each step is taken once by replay.c for
 * all words with that view, and for all that the others may be doing. Its image, a product of sets again, must be part of one state. */
#include <string.h>

#include "trace/certificate_internal.h"
#include "trace/certificate_runs.h"

const process_type *proof_type(const proof_check *k, uint32_t process)
{
    return &k->r.program->processes.data[k->globals[k->here.global].now.processes.data[process].type];
}

const node *proof_node(proof_check *k, const stance *a)
{
    return &proof_type(k, a->process)->nodes.data[proof_at(k, KEYS, a->key, KEY_NODE)];
}

/* ---- Images ---- */
/* The process has moved from that stance. Of its pending stores those that were put there have step 0; a step flushes all of them or none. A barrier is the
 * only effect of its step, and with nothing before it does nothing. */
static void set_moved(proof_check *k, const stance *from)
{
    part *p = &k->parts.data[from->process];
    *p = (part){.process = from->process, .set = p->set, .key = from->key, .view = from->view, .spots = from->spots, .empty = from->view != NO_VIEW, .gone = NOTHING,
                .new_key = proof_key_now(k, from->process), .added = k->letters.count};
    bool divides = machine_traits(k->r.machine)->per_location && k->r.now.processes.data[from->process].barriers;
    for (size_t i = 0; i < k->r.now.pending.count; i++) {
        const replay_pending *store = &k->r.now.pending.data[i];
        if (store->process == from->process && store->step)
            proof_add_letter(k, store->element, store->value);
        p->empty &= store->process != from->process || store->step;
    }
    p->flushes = p->empty;
    if (divides && k->letters.count > p->added)
        proof_fail(k, "a step has a store and a barrier", "");
    if (divides && !p->empty && from->view != NO_VIEW)
        proof_add_letter(k, k->r.program->global_count, 0);
    p->end = k->letters.count;
}

/* The processes at the stances (NULL: none) have moved, others are at rest (`syncs`: their words empty, but for those that the sync leaves out), new ones have just started. */
static void set_image(proof_check *k, const stance *a, const stance *b, bool syncs)
{
    vec_clear(&k->parts);
    vec_clear(&k->letters);
    for (uint32_t q = 0; q < k->r.now.processes.count; q++) {
        bool is_new = q >= k->count;
        vec_push(&k->parts, ((part){.process = q, .set = is_new ? NOTHING : proof_at(k, STATES, k->here.global, k->here.first + q), .key = NOTHING,
                                    .empty = (syncs && !sync_leaves_out(k->r.left_out, q)) || is_new, .gone = NOTHING, .new_key = is_new ? proof_key_now(k, q) : NOTHING}));
    }
    if (a && a->process < k->parts.count)
        set_moved(k, a);
    if (b)
        set_moved(k, b);
}

static certificate_state seen_place(state_place at, size_t processes)
{
    return (certificate_state){at.global, processes && at.first ? (at.first - 1) / (uint32_t)processes : 0};
}

/* Is the image, with what is global in r.now, nothing or part of one state? */
static bool is_covered(proof_check *k)
{
    state_place cover;
    if (proof_image_is_nothing(k))
        return true;
    bool covered = k->runs ? runs_note_move(k) : proof_find_cover(k, &cover);
    if (covered && k->watch)
        k->watch->move(k->watch->data, seen_place(k->here, k->count), seen_place(cover, k->r.now.processes.count), k->taken, k->value);
    return covered;
}

/* ---- Steps ---- */
void proof_load(proof_check *k)
{
    replay_state_copy(&k->r.now, &k->globals[k->here.global].now);
    k->r.now.pending.count = 0;
    k->r.now.holder = -1;
}

void proof_put(proof_check *k, const stance *a)
{
    replay_state *s = &k->r.now;
    const int32_t *key = intern_get(&k->tables[KEYS], (uint32_t)a->key), *view = intern_get(&k->tables[VIEWS], (uint32_t)a->view);
    replay_process *q = &s->processes.data[a->process];
    q->node = (uint32_t)key[KEY_NODE];
    q->barriers = 0;
    memcpy(s->locals.data + q->first_local, key + KEY_LOCALS, (proof_length(k, KEYS, a->key) - KEY_LOCALS) * sizeof *key);
    for (uint32_t e = 0; e < s->globals.count; e++)
        if (view[2 * e])
            vec_push(&s->pending, ((replay_pending){.process = a->process, .element = e, .value = view[2 * e + 1]}));
    if (key[KEY_HOLD] != HOLD_NONE) {
        s->holder = (int32_t)a->process;
        s->hold = (hold_kind)key[KEY_HOLD];
    }
}

/* A run that comes to an error ends there: a proof about infinite runs has nothing to say of it. */
static void fail_on_error(proof_check *k, const char *what)
{
    if (!k->runs)
        proof_fail(k, what, "");
}

/* Takes a step of a, with b where that is not NULL; without a step a leaves its block. False: that is impossible. */
static bool take(proof_check *k, const stance *a, const stance *b, const step *taken, bool syncs)
{
    replay *r = &k->r;
    proof_load(k);
    proof_put(k, a);
    if (b)
        proof_put(k, b);
    r->looked_out = false;
    r->step = 1;
    replay_result result = taken ? replay_take_unsettled(r, taken) : STEP_DONE;
    if (!taken)
        r->now.holder = -1;
    if (r->looked_out)
        proof_fail(k, "what a statement may do depends on other processes", "");
    else if (result == STEP_ERROR || result == STEP_OVERFLOW)
        fail_on_error(k, r->why);
    else if (taken && result == STEP_DONE && r->seen.failed.count)
        fail_on_error(k, "an assertion is violated");
    if (result != STEP_DONE || k->failed)
        return result != STEP_IMPOSSIBLE;
    set_image(k, a, b, syncs);
    k->taken = taken;
    if (k->runs && syncs && k->r.left_out)
        proof_fail(k, "a proof about infinite runs beside membarrier", "");
    if (k->runs)
        runs_begin_move(k, a, taken != NULL, syncs, false);
    if (!is_covered(k))
        proof_fail(k, b ? "a rendezvous" : "a step", " leads out of the states given");
    return true;
}

/* The sender's edge with all edges of all others that may be its partner. */
static void take_meetings(proof_check *k, stance *a, uint32_t sends)
{
    for (size_t i = 0; i < k->stances.count; i++) {
        stance *b = &k->stances.data[i];
        const node *n = proof_node(k, b);
        for (uint32_t e = n->first_edge; e < n->first_edge + n->edge_count && b->process != a->process && !proof_is_held(k, b->key) && !k->failed; e++)
            if (edge_has_effect(&proof_type(k, b->process)->edges.data[e], EFFECT_RECEIVE) &&
                take(k, a, b, &(step){.kind = STEP_EDGE, .process = a->process, .edge = sends, .partner = (int32_t)b->process, .partner_edge = e}, false))
                a->meets = b->meets = true;
    }
}

static void take_steps(proof_check *k, stance *a)
{
    const process_type *t = proof_type(k, a->process);
    const node *n = proof_node(k, a);
    bool held = proof_is_held(k, a->key), possible = false; /* inside a block: without others */
    for (uint32_t q = 0; q < k->count; q++)
        if (q != a->process && !k->rests[q])
            return; /* somebody else is in the middle of a block */
    for (uint32_t e = n->first_edge; e < n->first_edge + n->edge_count && !k->failed; e++) {
        bool syncs = edge_has_effect(&t->edges.data[e], EFFECT_SYNC);
        bool taken = take(k, a, NULL, &(step){.kind = STEP_EDGE, .process = a->process, .edge = e, .partner = -1}, syncs);
        possible |= taken && !(syncs && held);
        a->able |= taken && !syncs;
        if (edge_has_effect(&t->edges.data[e], EFFECT_SEND))
            take_meetings(k, a, e);
    }
    a->ends = !k->failed && take(k, a, NULL, &(step){.kind = STEP_END, .process = a->process}, false);
    a->able |= a->ends;
    a->stuck = !possible && a->view == NO_VIEW;
    if (held && !possible && proof_at(k, KEYS, a->key, KEY_HOLD) == HOLD_D_STEP)
        fail_on_error(k, "d_step blocks in its middle");
    else if (held && !possible && !k->failed)
        take(k, a, NULL, NULL, false);
}

static void take_commits(proof_check *k, uint32_t process)
{
    for (int32_t letter = 0; (size_t)letter < intern_count(&k->tables[LETTERS]) && !k->failed; letter++) {
        if (proof_is_barrier(k, letter))
            continue;
        proof_load(k);
        k->r.now.globals.data[proof_at(k, LETTERS, letter, LETTER_ELEMENT)] = proof_at(k, LETTERS, letter, LETTER_VALUE);
        set_image(k, NULL, NULL, false);
        k->parts.data[process].gone = letter;
        k->value = proof_at(k, LETTERS, letter, LETTER_VALUE);
        k->taken = &(step){.kind = STEP_COMMIT, .process = process, .element = (uint32_t)proof_at(k, LETTERS, letter, LETTER_ELEMENT), .partner = -1};
        if (k->runs)
            runs_begin_move(k, NULL, false, false, false);
        if (!is_covered(k))
            proof_fail(k, "a commit", " leads out of the states given");
    }
}

/* The automaton of a formula may move alone, whoever is inside a block. */
static void move_automaton(proof_check *k)
{
    proof_load(k);
    set_image(k, NULL, NULL, false);
    for (size_t i = 0; i < k->parts.count; i++)
        k->parts.data[i].held_too = true;
    runs_begin_move(k, NULL, false, false, true);
    if (!is_covered(k))
        proof_fail(k, "a move of the automaton", " leads out of the states given");
}

/* ---- The state ---- */
static void add_stance(proof_check *k, intern *known, uint32_t process, int32_t point, int32_t view, int32_t key)
{
    size_t first = k->stances.count - intern_count(known);
    size_t number = first + (size_t)proof_number(known, key, view, 0);
    if (number == k->stances.count)
        vec_push(&k->stances, ((stance){.process = process, .key = key, .view = view, .spots = NO_SPOT}));
    vec_push(&k->spots, ((spot){point, k->stances.data[number].spots}));
    k->stances.data[number].spots = (uint32_t)k->spots.count - 1;
}

/* What the process may be doing in the state. */
static void find_stances(proof_check *k, uint32_t process)
{
    const process_type *t = proof_type(k, process);
    intern seen = {0}, known = {0}; /* (point, view, 0), (key, view, 0) */
    proof_number(&seen, proof_at(k, STATES, k->here.global, k->here.first + process), NO_VIEW, 0);
    k->rests[process] = false;
    for (uint32_t i = 0; i < intern_count(&seen) && !k->failed; i++) {
        int32_t point = intern_get(&seen, i)[0], view = intern_get(&seen, i)[1];
        for (uint32_t e = 1; e < proof_length(k, EDGES, point); e += 2)
            proof_number(&seen, proof_at(k, EDGES, point, e + 1), proof_view_after(k, view, proof_at(k, EDGES, point, e)), 0);
        for (uint32_t n = 1; n < proof_length(k, POINTS, point); n++) {
            int32_t key = proof_at(k, POINTS, point, n);
            k->rests[process] |= !proof_is_held(k, key);
            add_stance(k, &known, process, point, view, key);
            if (proof_length(k, KEYS, key) != KEY_LOCALS + t->local_count || (uint32_t)proof_at(k, KEYS, key, KEY_NODE) >= t->nodes.count)
                proof_fail(k, "it has a key of another process", "");
        }
    }
    intern_release(&seen);
    intern_release(&known);
}

void proof_check_steps(proof_check *k)
{
    vec_clear(&k->stances);
    vec_clear(&k->spots);
    for (uint32_t p = 0; p < k->count; p++)
        find_stances(k, p);
    if (k->runs && !k->failed)
        runs_begin_state(k);
    for (size_t i = 0; i < k->stances.count && !k->failed; i++)
        take_steps(k, &k->stances.data[i]);
    for (uint32_t p = 0; p < k->count && !k->failed; p++)
        take_commits(k, p);
    if (k->runs && !k->failed) {
        move_automaton(k);
        runs_end_state(k);
    }
}

void proof_check_start(proof_check *k)
{
    set_image(k, NULL, NULL, false);
    if (k->runs)
        runs_begin_move(k, NULL, false, false, false);
    if (!is_covered(k))
        proof_fail(k, "the initial state is in none of the states given", "");
}
