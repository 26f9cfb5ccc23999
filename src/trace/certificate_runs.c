/* certificate_runs.c: the graph of the states, in which the automaton of a formula moves along, and the sets of its edges that are refuted one after the other. */
#include "trace/certificate_runs.h"

#include <string.h>

#include "base/limits.h"

void runs_release(runs *x)
{
    for (size_t i = 0; i < x->plays.count; i++)
        run_play_release(&x->plays.data[i]);
    for (size_t i = 0; i < x->cuts_of.count; i++)
        vec_release(&x->cuts_of.data[i]);
    for (size_t i = 0; i < x->known_letters.count; i++)
        vec_release(&x->known_letters.data[i]);
    intern *const pools[] = {&x->states, &x->edges, &x->idle, &x->cuts};
    for (size_t i = 0; i < sizeof pools / sizeof *pools; i++)
        intern_release(pools[i]);
    vec_release(&x->plays);
    vec_release(&x->cuts_of);
    vec_release(&x->known_letters);
    vec_release(&x->process_counts);
    vec_release(&x->first_move);
    vec_release(&x->moves);
    vec_release(&x->parts);
    vec_release(&x->letters);
}

/* ---- The graph ---- */
static uint32_t number_of_state(proof_check *k, state_place state)
{
    runs *x = k->runs;
    if (state.global == NOTHING)
        return NO_STATE;
    uint32_t number = (uint32_t)proof_number(&x->states, state.global, (int32_t)state.first, 0);
    if (number == x->process_counts.count) {
        vec_push(&x->process_counts, (uint32_t)k->globals[state.global].now.processes.count);
        vec_push(&x->first_move, SIZE_MAX);
    }
    return number;
}

void runs_begin_state(proof_check *k)
{
    runs *x = k->runs;
    uint32_t state = number_of_state(k, k->here);
    x->first_move.data[state] = x->moves.count;
    x->letter = 0;
    proof_load(k);
    for (uint32_t i = 0; i < x->of->atom_count; i++)
        x->letter |= (uint64_t)replay_is_true(&k->r, x->of->atoms[i]) << i;
}

/* That a process cannot take a step counts only where nobody is inside a block. */
static void note_idle(proof_check *k, const stance *a)
{
    bool may_rest = !proof_is_held(k, a->key);
    for (uint32_t q = 0; q < k->count; q++)
        may_rest &= q == a->process || k->rests[q];
    if (may_rest && !a->able)
        intern_row(&k->runs->idle, (int32_t[]){(int32_t)number_of_state(k, k->here), (int32_t)a->process, a->key, a->view}, 4);
}

void runs_end_state(proof_check *k)
{
    for (size_t i = 0; i < k->stances.count; i++)
        note_idle(k, &k->stances.data[i]);
}

void runs_begin_move(proof_check *k, const stance *mover, bool is_step, bool empties, bool alone)
{
    runs *x = k->runs;
    x->mover = mover;
    x->is_step = is_step;
    x->empties = empties;
    x->alone = alone;
}

static void add_part(proof_check *k, part p)
{
    runs *x = k->runs;
    size_t first = x->letters.count;
    for (size_t i = p.added; i < p.end; i++)
        vec_push(&x->letters, k->letters.data[i]);
    p.added = first;
    p.end = x->letters.count;
    vec_push(&x->parts, p);
    proof_add(k, (int32_t[]){(int32_t)p.process, p.gone}, 2);
}

/* The image is in the state `cover`; `way` is the edge of the automaton, NULL: it has not moved. Edges of the graph between the same states are told apart by
 * marks, by who moves, and by the store that is committed. */
static void note_move(proof_check *k, state_place cover, const buchi_edge *way)
{
    runs *x = k->runs;
    run_move m = {.from = number_of_state(k, k->here), .to = number_of_state(k, cover), .edge = SILENT, .part = x->parts.count, .is_step = x->is_step,
                  .empties = x->empties, .alone = x->alone};
    proof_add(k, (int32_t[]){(int32_t)m.from, (int32_t)m.to, way ? (int32_t)way->marks : 0, way != NULL, x->empties}, EDGE_PARTS);
    for (size_t i = 0; i < k->parts.count; i++) {
        const part *p = &k->parts.data[i];
        if (p->key != NOTHING || p->gone != NOTHING || p->set == NOTHING)
            add_part(k, *p);
    }
    if (x->mover && x->mover->process >= k->parts.count) /* it is removed */
        add_part(k, (part){.process = x->mover->process, .key = x->mover->key, .view = x->mover->view, .gone = NOTHING, .new_key = NOTHING});
    m.part_end = x->parts.count;
    if (way || (m.from != m.to && m.from != NO_STATE))
        m.edge = (uint32_t)proof_number_row(k, &x->edges);
    vec_clear(&k->row);
    vec_push(&x->moves, m);
}

/* The step leads to one state when the automaton's state becomes that. */
static bool note_with(proof_check *k, uint32_t state, const buchi_edge *way)
{
    state_place cover;
    k->r.now.globals.data[k->runs->element] = (int32_t)state;
    bool covered = proof_find_cover(k, &cover);
    if (covered)
        note_move(k, cover, way);
    return covered;
}

static bool is_in_d_step(proof_check *k, int32_t key)
{
    return proof_at(k, KEYS, key, KEY_HOLD) == HOLD_D_STEP;
}

/* Is some process inside a d_step now? */
static bool leads_into_d_step(proof_check *k)
{
    bool inside = false;
    for (size_t i = 0; i < k->parts.count; i++)
        inside |= k->parts.data[i].new_key != NOTHING && is_in_d_step(k, k->parts.data[i].new_key);
    return inside;
}

/* Every step that changes the global moves the automaton by the letter of the global that is left. One that does not may move it or not: that repeats a
 * letter, which a formula without X cannot tell. After a change inside a d_step the automaton waits, and its number of states is added to its state: what follows
 * are no states of the run, until the process, which alone can move, has left the d_step. */
bool runs_note_move(proof_check *k)
{
    runs *x = k->runs;
    const buchi *automaton = &x->of->violating;
    uint32_t count = (uint32_t)automaton->states.count;
    if (k->here.global == NOTHING)
        return note_with(k, 0, NULL);
    uint32_t before = (uint32_t)k->globals[k->here.global].now.globals.data[x->element], wait = leads_into_d_step(k) ? count : 0;
    if (before >= count)
        return !x->mover || !is_in_d_step(k, x->mover->key) || note_with(k, before - count + wait, NULL);
    if (!x->alone && proof_global_now(k) == k->here.global && note_with(k, before, NULL))
        return true;
    bool covered = true;
    for (uint32_t i = 0; i < automaton->states.data[before].edge_count && covered; i++) {
        const buchi_edge *way = &automaton->edges.data[automaton->states.data[before].first_edge + i];
        if (buchi_edge_reads(way, x->letter))
            covered = note_with(k, way->target + wait, way);
    }
    return covered;
}

/* ---- What is not known ---- */
/* May a process go round inside blocks for ever, by way of this step? Then nobody else need ever get a turn. */
static bool is_round(const process_type *t, const edge *by, arena *memory)
{
    bool *reached = ARENA_ARRAY(memory, bool, t->nodes.count + 1);
    reached[by->target] = true;
    for (bool more = true; more && !reached[by->source];) {
        more = false;
        for (size_t i = 0; i < t->edges.count; i++) {
            const edge *e = &t->edges.data[i];
            bool goes_on = reached[e->source] && e->hold != HOLD_NONE && !reached[e->target];
            more |= goes_on;
            reached[e->target] |= goes_on;
        }
    }
    return reached[by->source];
}

/* A run that stays inside a d_step for ever is none. */
static void refuse(proof_check *k, arena *memory)
{
    const program *p = k->r.program;
    for (size_t t = 0; t < p->processes.count; t++)
        for (size_t i = 0; i < p->processes.data[t].edges.count && !k->failed; i++) {
            const edge *e = &p->processes.data[t].edges.data[i];
            if (e->hold == HOLD_ATOMIC && is_round(&p->processes.data[t], e, memory))
                proof_fail(k, "a process may stay inside a block for ever", "");
        }
    for (int32_t i = 0; (size_t)i < intern_count(&k->tables[LETTERS]); i++)
        if (proof_is_barrier(k, i))
            proof_fail(k, "there is no proof about runs with store-store barriers", "");
}

/* ---- Sets of edges ---- */
static bool is_within(const int32_t *a, uint32_t a_count, const int32_t *b, uint32_t b_count)
{
    uint32_t at = 0;
    for (uint32_t i = 0; i < a_count; i++, at++) {
        while (at < b_count && b[at] < a[i])
            at++;
        if (at == b_count || b[at] != a[i])
            return false;
    }
    return true;
}

/* Whoever takes only edges of one of these sets takes only those of one of the largest. */
static void add_largest(const intern *found, intern *sets)
{
    for (uint32_t i = 0; i < intern_count(found); i++) {
        bool is_largest = true;
        for (uint32_t n = 0; n < intern_count(found) && is_largest; n++)
            is_largest = n == i || !is_within(intern_get(found, i), intern_length(found, i), intern_get(found, n), intern_length(found, n));
        if (is_largest)
            intern_row(sets, intern_get(found, i), intern_length(found, i));
    }
}

/* Does the play show that no run takes all of these edges for ever? Then the sets that are left are added. */
static bool splits(proof_check *k, run_play *p, const bool *in_e, uint32_t size, intern *sets)
{
    intern found = {0};
    bool takes_all = false;
    if (!p->first.count)
        run_play_explore(k, p);
    run_play_find_fair(k, p, in_e, &found);
    for (uint32_t i = 0; i < intern_count(&found); i++)
        takes_all |= intern_length(&found, i) == size;
    if (!takes_all)
        add_largest(&found, sets);
    intern_release(&found);
    return !takes_all;
}

/* A run takes some edges infinitely often. Whichever processes are looked at, these are among those of one fair part of their play: so a set of edges may be
 * replaced by those of the parts, until there are none. */
void runs_refute(proof_check *k)
{
    runs *x = k->runs;
    size_t edge_count = intern_count(&x->edges);
    intern sets = {0};
    arena *memory = arena_new();
    bool *in_e = ARENA_ARRAY(memory, bool, edge_count + 1);
    k->here.global = NOTHING;
    refuse(k, memory);
    for (size_t i = 0; i < edge_count; i++)
        vec_push(&k->row, (int32_t)i);
    proof_number_row(k, &sets);
    for (uint32_t i = 0; i < intern_count(&sets) && !k->failed; i++) {
        bool split = false;
        uint32_t size = intern_length(&sets, i);
        limits_look();
        memset(in_e, 0, edge_count * sizeof *in_e);
        for (uint32_t n = 0; n < size; n++)
            in_e[intern_get(&sets, i)[n]] = true;
        for (size_t n = 0; n < x->plays.count && !split; n++)
            split = splits(k, &x->plays.data[n], in_e, size, &sets);
        if (!split)
            proof_fail(k, "a fair run may violate it: nothing speaks against one that takes the same steps for ever", "");
    }
    intern_release(&sets);
    arena_free(memory);
}
