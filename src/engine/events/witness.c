/* witness.c: from a finding to a run.
 *
 * The way to the finding is a sequence of events. Given that, every process can be solved alone: a breadth-first search over (position in the
 * sequence, key, word) finds its shortest course. The courses are merged: between two events the processes take their quiet steps one after the
 * other, first the one whose event it was, last the one whose event comes next. */
#include <stdlib.h>
#include <string.h>

#include "base/bug.h"
#include "engine/events/explore.h"

enum { MAX_NODES = 400000, MAX_WAY = 20000, MAX_ROUNDS = 64 };

/* ---- The way ---- */
typedef struct way {
    VEC(uint32_t) states; /* numbers of kept states, first to last */
} way;

static bool add_loop(const explore *x, uint32_t start, uint32_t end, uint32_t rounds, way *w);

static const kept_state *at(const explore *x, const way *w, size_t position)
{
    return &x->kept.states.data[w->states.data[position]];
}

/* Adds the states after `first` (UINT32_MAX: from the very first) up to `last`; where one was accelerated, its loop is gone round so many
 * times more. False when the way gets too long. */
static bool add_way(const explore *x, uint32_t first, uint32_t last, uint32_t rounds, way *w)
{
    VEC(uint32_t) part = {0};
    bool fits = w->states.count < MAX_WAY;
    for (uint32_t n = last; n != first; n = x->kept.states.data[n].parent)
        vec_push(&part, n);
    for (size_t i = part.count; i-- > 0 && fits;) {
        vec_push(&w->states, part.data[i]);
        uint32_t start = x->kept.states.data[part.data[i]].loop_start;
        for (uint32_t k = 0; start != UINT32_MAX && k < rounds && fits; k++)
            fits = add_loop(x, start, part.data[i], rounds, w);
    }
    vec_release(&part);
    return fits;
}

/* Once round a loop; loops within it as well. */
static bool add_loop(const explore *x, uint32_t start, uint32_t end, uint32_t rounds, way *w)
{
    bool fits = x->kept.states.data[end].parent == start || add_way(x, start, x->kept.states.data[end].parent, rounds, w);
    vec_push(&w->states, end);
    return fits && w->states.count < MAX_WAY;
}

/* ---- The course of one process ---- */
/* A place in the course; `step` is how it was reached from `from`. */
typedef struct spot {
    uint32_t from, position;
    uint32_t row; /* in solver.rows: key, whether it has rested since its own event, letters */
    bool has_step;
    step step;
} spot;

typedef struct solver {
    explore *x;
    const way *way;
    uint32_t process;
    const verdict_goal *goal;
    intern rows;    /* position, key, rested, letters */
    VEC(spot) spots;
    VEC(int32_t) row;
    uint32_t solved; /* spot; UINT32_MAX: none yet */
} solver;

enum { ROW_POSITION, ROW_KEY, ROW_RESTED, ROW_WORD };

static uint32_t view_of_word(solver *v, uint32_t type, const int32_t *word, uint32_t count)
{
    uint32_t view = v->x->space.no_view;
    for (uint32_t i = 0; i < count; i++)
        view = space_view_with(&v->x->space, type, view, (uint32_t)word[i]);
    return view;
}

static bool is_goal(solver *v, uint32_t position, uint32_t key, const int32_t *word, uint32_t count)
{
    if (position + 1 != v->way->states.count)
        return false;
    if (v->goal->empty_words && count)
        return false;
    if (v->goal->key[v->process] == UINT32_MAX)
        return !key_is_held(&v->x->space, key);
    uint32_t type = (uint32_t)key_get(&v->x->space, key, KEY_TYPE);
    return key == v->goal->key[v->process] && view_of_word(v, type, word, count) == v->goal->view[v->process];
}

static void reach(solver *v, uint32_t from, uint32_t position, uint32_t key, bool rested, const int32_t *word, uint32_t count, const step *s)
{
    vec_clear(&v->row);
    vec_push(&v->row, (int32_t)position);
    vec_push(&v->row, (int32_t)key);
    vec_push(&v->row, rested || !key_is_held(&v->x->space, key));
    for (uint32_t i = 0; i < count; i++)
        vec_push(&v->row, word[i]);
    size_t before = intern_count(&v->rows);
    uint32_t row = intern_row(&v->rows, v->row.data, v->row.count);
    if (row < before)
        return;
    vec_push(&v->spots, ((spot){.from = from, .position = position, .row = row, .has_step = s, .step = s ? *s : (step){0}}));
    if (v->solved == UINT32_MAX && is_goal(v, position, key, v->row.data + ROW_WORD, count))
        v->solved = (uint32_t)v->spots.count - 1;
}

/* Where a letter's location is first stored to in the word; UINT32_MAX where the letter there is another. */
static uint32_t first_of(solver *v, uint32_t letter, const int32_t *word, uint32_t count)
{
    const intern *letters = &v->x->space.letters;
    if (!v->x->sets.pso)
        return count && (uint32_t)word[0] == letter ? 0 : UINT32_MAX;
    for (uint32_t i = 0; i < count; i++)
        if (intern_get(letters, (uint32_t)word[i])[LETTER_ELEMENT] == intern_get(letters, letter)[LETTER_ELEMENT])
            return (uint32_t)word[i] == letter ? i : UINT32_MAX;
    return UINT32_MAX;
}

static void reach_commit(solver *v, uint32_t from, uint32_t position, uint32_t key, int32_t *word, uint32_t count, uint32_t letter)
{
    uint32_t place_of = first_of(v, letter, word, count);
    if (place_of == UINT32_MAX || key_is_held(&v->x->space, key))
        return;
    step s = {.kind = STEP_COMMIT, .process = v->process, .partner = -1,
              .element = (uint32_t)intern_get(&v->x->space.letters, letter)[LETTER_ELEMENT]};
    int32_t left[4096];
    CHECK(count <= sizeof left / sizeof *left);
    memcpy(left, word, place_of * sizeof *word);
    memcpy(left + place_of, word + place_of + 1, (count - place_of - 1) * sizeof *word);
    reach(v, from, position, key, true, left, count - 1, &s);
}

/* The word after a move: flushed or not, with the move's stores. */
static uint32_t word_after(solver *v, const move *m, const int32_t *word, uint32_t count, int32_t *out)
{
    uint32_t length = m->flushes ? 0 : count;
    memcpy(out, word, length * sizeof *word);
    for (uint32_t i = 0; i < m->letter_count; i++)
        out[length++] = (int32_t)v->x->moves.letters.data[m->first_letter + i];
    return length;
}

static step step_of(const solver *v, uint32_t edge_index)
{
    return (step){.kind = STEP_EDGE, .process = v->process, .edge = edge_index, .partner = -1};
}

static void quiet_steps(solver *v, uint32_t from, uint32_t position, uint32_t key, bool rested, int32_t *word, uint32_t count)
{
    const kept_state *k = at(v->x, v->way, position);
    uint32_t global = k->state.global, type = (uint32_t)key_get(&v->x->space, key, KEY_TYPE);
    bool held_only = k->state.holder != NO_HOLDER;
    if (held_only && (k->state.holder != v->process || !key_is_held(&v->x->space, key)))
        return;
    int32_t after[4096];
    move_list list = moves_of(&v->x->moves, key, view_of_word(v, type, word, count), space_scene(&v->x->space, global, v->process), global);
    for (uint32_t i = 0; i < list.count; i++) {
        move m = v->x->moves.all.data[list.first + i];
        if (!move_is_quiet(&v->x->moves, &m, global) || count + m.letter_count > sizeof after / sizeof *after)
            continue;
        uint32_t length = word_after(v, &m, word, count, after);
        step s = step_of(v, m.edge);
        reach(v, from, position, m.key, rested, after, length, m.edge == UINT32_MAX ? NULL : &s);
    }
    for (uint32_t i = 0; i < count && !held_only; i++) {
        const int32_t *row = intern_get(&v->x->space.letters, (uint32_t)word[i]);
        if (space_memory(&v->x->space, global, (uint32_t)row[LETTER_ELEMENT]) == row[LETTER_VALUE])
            reach_commit(v, from, position, key, word, count, (uint32_t)word[i]);
    }
}

/* The process's part in a meeting: every pair of configurations that makes this event is looked at. */
static void meet(solver *v, uint32_t from, uint32_t position, uint32_t key, int32_t *word, uint32_t count)
{
    const kept_state *before = at(v->x, v->way, position), *after = at(v->x, v->way, position + 1);
    const event *e = &after->event;
    uint32_t other = e->process == v->process ? e->partner : e->process;
    uint32_t view = view_of_word(v, (uint32_t)key_get(&v->x->space, key, KEY_TYPE), word, count);
    moore_pool *pool = v->x->sets.pool;
    meeting_vec found = {0};
    int32_t longer[4096];
    for (uint32_t q = 0; q < moore_state_count(pool, before->state.sets[other]); q++) {
        moore_label of_state = moore_state_label(pool, before->state.sets[other], q);
        size_t keys;
        moore_label_keys(pool, of_state, &keys);
        for (size_t i = 0; i < keys; i++) {
            uint32_t other_key = moore_label_keys(pool, of_state, &keys)[i], other_view = moore_label_tag(pool, of_state);
            bool sends = e->process == v->process;
            vec_clear(&found);
            moves_meet(&v->x->moves, &v->x->post.messages, sends ? key : other_key, sends ? view : other_view, sends ? other_key : key,
                       sends ? other_view : view, before->state.global, &found);
            for (size_t n = 0; n < found.count; n++) {
                const meeting *m = &found.data[n];
                if (m->ends || m->message != e->message || m->global != after->state.global)
                    continue;
                uint32_t length = count;
                memcpy(longer, word, count * sizeof *word);
                for (uint32_t k = 0; !sends && k < m->letter_count && length < 4096; k++)
                    longer[length++] = (int32_t)v->x->moves.letters.data[m->first_letter + k];
                step s = step_of(v, sends ? m->sender_edge : m->receiver_edge);
                reach(v, from, position + 1, sends ? m->sender_key : m->receiver_key, false, longer, length, &s);
            }
        }
    }
    vec_release(&found);
}

/* The process takes part in the next event, or lets it pass. */
static void next_event(solver *v, uint32_t from, uint32_t position, uint32_t key, bool rested, int32_t *word, uint32_t count)
{
    const kept_state *before = at(v->x, v->way, position), *after = at(v->x, v->way, position + 1);
    const event *e = &after->event;
    bool ordinary = before->state.holder == NO_HOLDER;
    if (e->process != v->process && !(e->kind == EVENT_MEETING && e->partner == v->process)) {
        if (!key_is_held(&v->x->space, key) && (e->kind != EVENT_SYNC || !count))
            reach(v, from, position + 1, key, true, word, count, NULL);
        return;
    }
    if (ordinary && !rested)
        return; /* it is still inside the block of its last event, where the state says it has come to rest */
    if (e->kind == EVENT_COMMIT) {
        reach_commit(v, from, position + 1, key, word, count, e->letter);
        return;
    }
    if (e->kind == EVENT_MEETING) {
        meet(v, from, position, key, word, count);
        return;
    }
    int32_t longer[4096];
    uint32_t global = before->state.global, type = (uint32_t)key_get(&v->x->space, key, KEY_TYPE);
    move_list list = moves_of(&v->x->moves, key, view_of_word(v, type, word, count), space_scene(&v->x->space, global, v->process), global);
    for (uint32_t i = 0; i < list.count; i++) {
        move m = v->x->moves.all.data[list.first + i];
        if (m.ends || m.syncs != (e->kind == EVENT_SYNC) || move_is_quiet(&v->x->moves, &m, global) ||
            count + m.letter_count > sizeof longer / sizeof *longer || move_global(&v->x->moves, &m, global) != after->state.global)
            continue;
        if (m.created != e->created)
            continue;
        uint32_t length = word_after(v, &m, word, count, longer);
        step s = step_of(v, m.edge);
        reach(v, from, position + 1, m.key, false, longer, length, &s);
    }
}

/* Searches until the goal is reached; false when there is no course, or too long a one. */
static bool solve(solver *v, uint32_t first_position, uint32_t first_key)
{
    v->solved = UINT32_MAX;
    reach(v, UINT32_MAX, first_position, first_key, true, NULL, 0, NULL);
    VEC(int32_t) word = {0};
    for (uint32_t i = 0; i < v->spots.count && v->solved == UINT32_MAX && v->spots.count < MAX_NODES; i++) {
        const int32_t *row = intern_get(&v->rows, v->spots.data[i].row);
        uint32_t count = intern_length(&v->rows, v->spots.data[i].row) - ROW_WORD;
        uint32_t position = (uint32_t)row[ROW_POSITION], key = (uint32_t)row[ROW_KEY];
        bool rested = row[ROW_RESTED];
        vec_reserve(&word, count + 1);
        memcpy(word.data, row + ROW_WORD, count * sizeof *row);
        if (position + 1 < v->way->states.count) {
            const event *e = &at(v->x, v->way, position + 1)->event;
            if (e->kind == EVENT_END && e->process == v->process) { /* the process is gone after it */
                const process_type *t = &v->x->request->program->processes.data[key_get(&v->x->space, key, KEY_TYPE)];
                if (!count && t->nodes.data[key_get(&v->x->space, key, KEY_NODE)].is_final)
                    v->solved = i;
            } else {
                next_event(v, i, position, key, rested, word.data, count);
            }
        }
        quiet_steps(v, i, position, key, rested, word.data, count);
    }
    vec_release(&word);
    return v->solved != UINT32_MAX;
}

/* ---- Merging ---- */
/* A step of the run to be; `stage` orders the steps of one position. */
typedef struct planned {
    uint32_t position, stage, order;
    step step;
} planned;

typedef struct plan {
    VEC(planned) steps;
} plan;

enum { STAGE_EVENT, STAGE_BEFORE_REST, STAGE_OTHERS, STAGE_NEXT }; /* the event that led to the position comes first */

static bool is_mover(const event *e, uint32_t process)
{
    return e->process == process || (e->kind == EVENT_MEETING && e->partner == process);
}

static bool moves_next(const solver *v, uint32_t position)
{
    if (position + 1 == v->way->states.count)
        return v->goal->process == v->process;
    return is_mover(&at(v->x, v->way, position + 1)->event, v->process);
}

/* Puts the course of a solved process into the plan. */
static void plan_course(const solver *v, plan *out)
{
    VEC(uint32_t) course = {0};
    for (uint32_t i = v->solved; i != UINT32_MAX; i = v->spots.data[i].from)
        vec_push(&course, i);
    for (size_t n = course.count; n-- > 0;) {
        const spot *here = &v->spots.data[course.data[n]];
        if (!here->has_step)
            continue;
        const spot *from = &v->spots.data[here->from];
        planned p = {.position = here->position, .order = (uint32_t)out->steps.count, .step = here->step};
        if (from->position != here->position)
            p.stage = STAGE_EVENT;
        else if (!intern_get(&v->rows, from->row)[ROW_RESTED])
            p.stage = STAGE_BEFORE_REST;
        else
            p.stage = moves_next(v, here->position) ? STAGE_NEXT : STAGE_OTHERS;
        vec_push(&out->steps, p);
    }
    vec_release(&course);
}

static int compare_planned(const void *a, const void *b)
{
    const planned *x = a, *y = b;
    if (x->position != y->position)
        return x->position < y->position ? -1 : 1;
    if (x->stage != y->stage)
        return x->stage < y->stage ? -1 : 1;
    return x->order < y->order ? -1 : 1;
}

/* Two halves of a meeting are one step: the sender's, with the receiver as its partner. */
static void join_meeting(const event *e, const plan *p, size_t *i, run *steps)
{
    const step *first = &p->steps.data[*i].step, *second = &p->steps.data[*i + 1].step;
    const step *sender = first->process == e->process ? first : second, *receiver = sender == first ? second : first;
    step joined = *sender;
    joined.partner = (int32_t)receiver->process;
    joined.partner_edge = receiver->edge;
    vec_push(steps, joined);
    ++*i;
}

static void merge(const explore *x, const way *w, plan *p, run *steps)
{
    if (p->steps.count)
        qsort(p->steps.data, p->steps.count, sizeof *p->steps.data, compare_planned);
    size_t i = 0;
    for (uint32_t position = 0; position < w->states.count; position++) {
        const event *e = &at(x, w, position)->event;
        if (e->kind == EVENT_END)
            vec_push(steps, ((step){.kind = STEP_END, .process = e->process, .partner = -1}));
        for (; i < p->steps.count && p->steps.data[i].position == position; i++) {
            if (e->kind == EVENT_MEETING && p->steps.data[i].stage == STAGE_EVENT)
                join_meeting(e, p, &i, steps);
            else
                vec_push(steps, p->steps.data[i].step);
        }
    }
}

/* Every process that ever has this place among the others, one after the other. */
static bool plan_place(explore *x, const way *w, const verdict_goal *goal, uint32_t process, const uint32_t *first_keys, plan *out)
{
    bool solved = true;
    for (uint32_t position = 0; position < w->states.count && solved; position++) {
        const kept_state *k = at(x, w, position);
        bool born = position == 0 ? process < k->state.process_count
                                  : k->event.created != UINT32_MAX && process + 1 == k->state.process_count;
        if (!born)
            continue;
        solver v = {.x = x, .way = w, .process = process, .goal = goal};
        solved = solve(&v, position, position == 0 ? first_keys[process] : k->event.created);
        if (solved)
            plan_course(&v, out);
        intern_release(&v.rows);
        vec_release(&v.spots);
        vec_release(&v.row);
    }
    return solved;
}

/* The step that violates the goal's property, and what it says. */
static void add_bad_step(explore *x, const way *w, const verdict_goal *goal, run *steps)
{
    uint32_t process = goal->process, global = at(x, w, w->states.count - 1)->state.global;
    move_list list = moves_of(&x->moves, goal->key[process], goal->view[process], space_scene(&x->space, global, process), global);
    for (uint32_t i = 0; i < list.count; i++) {
        const move *m = &x->moves.all.data[list.first + i];
        if (m->violated == goal->property + 1) {
            if (m->edge != UINT32_MAX)
                vec_push(steps, ((step){.kind = STEP_EDGE, .process = process, .edge = m->edge, .partner = -1}));
            return;
        }
    }
    BUG("no step violates the property");
}

/* Processes that have ended are removed before a deadlock is one. */
static void add_removals(const explore *x, const way *w, const verdict_goal *goal, run *steps)
{
    const program *p = x->request->program;
    for (uint32_t q = at(x, w, w->states.count - 1)->state.process_count; q-- > 0 && p->processes_die;) {
        const process_type *t = &p->processes.data[key_get(&x->space, goal->key[q], KEY_TYPE)];
        if (!t->nodes.data[key_get(&x->space, goal->key[q], KEY_NODE)].is_final)
            return;
        vec_push(steps, ((step){.kind = STEP_END, .process = q, .partner = -1}));
    }
}

/* With loops taken so many times more. */
static bool witness_with(explore *x, const event_finding *f, uint32_t rounds, violation *out)
{
    way w = {0};
    plan p = {0};
    uint32_t global, keys[PROGRAM_MAX_PROCESSES], most = 0;
    bool solved = add_way(x, UINT32_MAX, f->state, rounds, &w);
    space_initial(&x->space, &global, keys, PROGRAM_MAX_PROCESSES);
    for (size_t i = 0; i < w.states.count; i++)
        if (at(x, &w, i)->state.process_count > most)
            most = at(x, &w, i)->state.process_count;
    for (uint32_t q = 0; q < most && solved; q++)
        solved = plan_place(x, &w, &f->goal, q, keys, &p);
    if (solved) {
        merge(x, &w, &p, &out->steps);
        if (f->goal.process != UINT32_MAX)
            add_bad_step(x, &w, &f->goal, &out->steps);
        if (f->goal.empty_words)
            add_removals(x, &w, &f->goal, &out->steps);
    }
    vec_release(&w.states);
    vec_release(&p.steps);
    return solved;
}

static bool has_loops(const explore *x, uint32_t state)
{
    for (; state != UINT32_MAX; state = x->kept.states.data[state].parent)
        if (x->kept.states.data[state].loop_start != UINT32_MAX)
            return true;
    return false;
}

bool explore_witness(explore *x, const event_finding *f, violation *out)
{
    *out = (violation){.property = f->goal.property};
    bool loops = has_loops(x, f->state);
    for (uint32_t rounds = 0; rounds <= (loops ? MAX_ROUNDS : 0); rounds = rounds < 4 ? rounds + 1 : 2 * rounds)
        if (witness_with(x, f, rounds, out))
            return true;
    return false;
}
