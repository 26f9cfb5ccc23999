/* witness.c: from a finding to a run.
 *
 * The way to the finding is a sequence of events, in which each loop that was accelerated is gone round a chosen number of times. Given the way, every
 * process can be solved alone (solo.c). The solos are merged: between two events the processes take their quiet steps one after the other, first
 * the one whose event it was, last the one whose event comes next. */
#include <stdlib.h>
#include <string.h>

#include "base/bug.h"
#include "engine/events/solo.h"

enum { MAX_WAY = 20000, FEW_ROUNDS = 2, MAX_ROUNDS = 64, MAX_TRIES = 400, MAX_LOOKS = 1 << 28, FEW_LOOKS = 1 << 24 };

/* ---- The way ---- */
/* By loop, how many more times it is gone round; a loop is known by the kept state at which it was accelerated. */
typedef struct round_counts {
    VEC(state_ref) loops;
    VEC(uint32_t) times;
} round_counts;

static uint32_t times_round(const round_counts *r, state_ref loop)
{
    for (size_t i = 0; i < r->loops.count; i++)
        if (state_is(r->loops.data[i], loop))
            return r->times.data[i];
    BUG("no loop of the way");
}

/* The loops on the way to the state; loops within other loops lie on the way too. */
static void find_loops(const explore *x, state_ref state, round_counts *r)
{
    for (state_ref n = state; !state_is(n, STATE_NONE); n = antichain_at(&x->kept, n)->parent)
        if (!state_is(antichain_at(&x->kept, n)->loop_start, STATE_NONE)) {
            vec_push(&r->loops, n);
            vec_push(&r->times, 0u);
        }
}

static bool add_loop(const explore *x, state_ref start, state_ref end, const round_counts *r, way *w);

static void add_state(const explore *x, state_ref state, way *w)
{
    vec_push(&w->states, ((way_state){state, false}));
    for (uint32_t i = 0; i < antichain_at(&x->kept, state)->event.syncs; i++)
        vec_push(&w->states, ((way_state){state, true}));
}

/* Adds the states after `first` (STATE_NONE: from the very first) up to `last`; where one was accelerated, its loop is gone round. False when the
 * way gets too long. */
static bool add_way(const explore *x, state_ref first, state_ref last, const round_counts *r, way *w)
{
    VEC(state_ref) part = {0};
    bool fits = w->states.count < MAX_WAY;
    for (state_ref n = last; !state_is(n, first); n = antichain_at(&x->kept, n)->parent)
        vec_push(&part, n);
    for (size_t i = part.count; i-- > 0 && fits;) {
        add_state(x, part.data[i], w);
        state_ref start = antichain_at(&x->kept, part.data[i])->loop_start;
        uint32_t times = state_is(start, STATE_NONE) ? 0 : times_round(r, part.data[i]);
        for (uint32_t k = 0; k < times && fits; k++)
            fits = add_loop(x, start, part.data[i], r, w);
    }
    vec_release(&part);
    return fits;
}

/* Goes once round a loop, and round the loops within it as often as r says. */
static bool add_loop(const explore *x, state_ref start, state_ref end, const round_counts *r, way *w)
{
    state_ref before = antichain_at(&x->kept, end)->parent;
    bool fits = state_is(before, start) || add_way(x, start, before, r, w);
    add_state(x, end, w);
    return fits && w->states.count < MAX_WAY;
}

/* ---- Merging ---- */
/* A step of the run to be; `stage` orders the steps of one position. */
typedef struct scheduled {
    uint32_t position, stage, order;
    step step;
} scheduled;

typedef struct schedule {
    VEC(scheduled) steps;
} schedule;

enum { STAGE_EVENT, STAGE_BEFORE_REST, STAGE_OTHERS, STAGE_NEXT }; /* the event that led to the position comes first */

static bool is_mover(const event *e, process_ref process)
{
    return process_is(e->process, process) || (e->kind == EVENT_MEETING && process_is(e->partner, process));
}

static bool moves_next(const explore *x, const way *w, const verdict_goal *goal, process_ref process, uint32_t position)
{
    if (position + 1 == w->states.count)
        return process_is(goal->process, process);
    event e = way_event(x, w, position + 1);
    return is_mover(&e, process);
}

/* Adds the steps of a process's solo to the schedule. */
static void schedule_solo(const explore *x, const way *w, const verdict_goal *goal, process_ref process, const solo *s, schedule *out)
{
    for (size_t i = 0; i < s->count; i++) {
        const solo_step *one = &s->data[i];
        scheduled p = {.position = one->position, .order = (uint32_t)out->steps.count, .step = one->step};
        if (one->is_event)
            p.stage = STAGE_EVENT;
        else if (one->before_rest)
            p.stage = STAGE_BEFORE_REST;
        else
            p.stage = moves_next(x, w, goal, process, one->position) ? STAGE_NEXT : STAGE_OTHERS;
        vec_push(&out->steps, p);
    }
}

static int compare_scheduled(const void *a, const void *b)
{
    const scheduled *x = a, *y = b;
    if (x->position != y->position)
        return x->position < y->position ? -1 : 1;
    if (x->stage != y->stage)
        return x->stage < y->stage ? -1 : 1;
    return x->order < y->order ? -1 : 1;
}

/* Two halves of a meeting are one step: the sender's, with the receiver as its partner. */
static void join_meeting(const event *e, const schedule *p, size_t *i, run *steps)
{
    const step *first = &p->steps.data[*i].step, *second = &p->steps.data[*i + 1].step;
    const step *sender = first->process == e->process.index ? first : second, *receiver = sender == first ? second : first;
    step joined = *sender;
    joined.partner = (int32_t)receiver->process;
    joined.partner_edge = receiver->edge;
    vec_push(steps, joined);
    ++*i;
}

static void merge(const explore *x, const way *w, schedule *p, run *steps)
{
    if (p->steps.count)
        qsort(p->steps.data, p->steps.count, sizeof *p->steps.data, compare_scheduled);
    size_t i = 0;
    for (uint32_t position = 0; position < w->states.count; position++) {
        event e = way_event(x, w, position);
        if (e.kind == EVENT_END)
            vec_push(steps, ((step){.kind = STEP_END, .process = e.process.index, .partner = -1}));
        for (; i < p->steps.count && p->steps.data[i].position == position; i++) {
            if (e.kind == EVENT_MEETING && p->steps.data[i].stage == STAGE_EVENT)
                join_meeting(&e, p, &i, steps);
            else
                vec_push(steps, p->steps.data[i].step);
        }
    }
}

/* Schedules the solo of every process that ever has this number, one after the other. */
static bool schedule_number(explore *x, const way *w, const verdict_goal *goal, process_ref process, const key_ref *first_keys, effort *spent, schedule *out)
{
    bool solved = true;
    for (uint32_t position = 0; position < w->states.count && solved; position++) {
        const kept_state *k = way_at(x, w, position);
        key_ref created = way_event(x, w, position).created;
        bool born = position == 0 ? process.index < k->state.process_count : !key_is(created, KEY_NONE) && process.index + 1 == k->state.process_count;
        if (!born)
            continue;
        solo s = {0};
        solved = solo_find(x, w, goal, process, position, position == 0 ? first_keys[process.index] : created, &s, spent);
        if (solved)
            schedule_solo(x, w, goal, process, &s, out);
        vec_release(&s);
    }
    return solved;
}

/* Adds the rendezvous that fails. */
static void add_bad_meeting(explore *x, const verdict_goal *goal, global_ref global, run *steps)
{
    process_ref sender = goal->process, receiver = goal->partner;
    meeting_vec found = {0};
    size_t i = 0;
    moves_meet(&x->moves, &x->post.messages, goal->key[sender.index], goal->view[sender.index], goal->key[receiver.index], goal->view[receiver.index], global, &found);
    while (i < found.count && !found.data[i].ends)
        i++;
    CHECK(i < found.count);
    vec_push(steps, ((step){.kind = STEP_EDGE, .process = sender.index, .edge = found.data[i].sender_edge, .partner = (int32_t)receiver.index,
                            .partner_edge = found.data[i].receiver_edge}));
    vec_release(&found);
}

/* Adds the step that violates the goal's property. */
static void add_bad_step(explore *x, const way *w, const verdict_goal *goal, run *steps)
{
    process_ref process = goal->process;
    global_ref global = way_at(x, w, w->states.count - 1)->state.global;
    if (goal->partner.index != NOBODY) {
        add_bad_meeting(x, goal, global, steps);
        return;
    }
    move_list list = moves_of(&x->moves, goal->key[process.index], goal->view[process.index], global);
    for (uint32_t i = 0; i < list.count; i++) {
        const move *m = &x->moves.all.data[list.first + i];
        if (property_is(m->violated, goal->property)) {
            if (m->edge != NO_EDGE)
                vec_push(steps, ((step){.kind = STEP_EDGE, .process = process.index, .edge = m->edge, .partner = -1}));
            return;
        }
    }
    BUG("no step violates the property");
}

/* Adds the removal of processes that have ended: a state counts as a deadlock or as final only after that. */
static void add_removals(const explore *x, const way *w, const verdict_goal *goal, run *steps)
{
    const program *p = x->request->program;
    for (uint32_t q = way_at(x, w, w->states.count - 1)->state.process_count; q-- > 0 && p->processes_die;) {
        const process_type *t = &p->processes.data[key_get(&x->space, goal->key[q], KEY_TYPE)];
        if (!t->nodes.data[key_get(&x->space, goal->key[q], KEY_NODE)].is_final)
            return;
        vec_push(steps, ((step){.kind = STEP_END, .process = q, .partner = -1}));
    }
}

/* The run with each loop gone round as often as r says; false when there is no such run, or the effort was not enough. */
static bool witness_with(explore *x, const event_finding *f, const round_counts *r, effort *spent, violation *out)
{
    way w = {0};
    schedule p = {0};
    global_ref global;
    key_ref keys[PROGRAM_MAX_PROCESSES];
    uint32_t most = 0;
    bool solved = add_way(x, STATE_NONE, f->state, r, &w);
    spent->gave_up |= !solved;
    space_initial(&x->space, &global, keys, PROGRAM_MAX_PROCESSES);
    for (size_t i = 0; i < w.states.count; i++)
        if (way_at(x, &w, i)->state.process_count > most)
            most = way_at(x, &w, i)->state.process_count;
    for (process_ref q = {0}; q.index < most && solved; q.index++)
        solved = schedule_number(x, &w, &f->goal, q, keys, spent, &p);
    if (solved) {
        merge(x, &w, &p, &out->steps);
        if (f->goal.process.index != NOBODY)
            add_bad_step(x, &w, &f->goal, &out->steps);
        if (f->goal.empty_words)
            add_removals(x, &w, &f->goal, &out->steps);
    }
    vec_release(&w.states);
    vec_release(&p.steps);
    return solved;
}

static void set_all(round_counts *r, uint32_t times)
{
    for (size_t i = 0; i < r->times.count; i++)
        r->times.data[i] = times;
}

/* The next distribution of the same total number of rounds over the loops; false after the last. */
static bool next_rounds(round_counts *r)
{
    size_t i = 0;
    while (i < r->times.count && !r->times.data[i])
        i++;
    if (i + 1 >= r->times.count)
        return false;
    uint32_t taken = r->times.data[i];
    r->times.data[i] = 0;
    r->times.data[0] = taken - 1;
    r->times.data[i + 1]++;
    return true;
}

/* Several loops may each need their own number of rounds. */
static bool witness_with_mixed_rounds(explore *x, const event_finding *f, round_counts *r, effort *spent, violation *out)
{
    uint32_t tries = 0;
    for (uint32_t total = 1; total <= MAX_ROUNDS; total++) {
        set_all(r, 0);
        r->times.data[0] = total;
        do {
            if (++tries > MAX_TRIES || !spent->left) {
                spent->gave_up = true;
                return false;
            }
            if (witness_with(x, f, r, spent, out))
                return true;
        } while (next_rounds(r));
    }
    return false;
}

static bool witness_with_equal_rounds(explore *x, const event_finding *f, round_counts *r, uint32_t first, uint32_t last, effort *spent, violation *out)
{
    for (uint32_t times = first; times <= last && spent->left; times = times < 4 ? times + 1 : 2 * times) {
        set_all(r, times);
        if (witness_with(x, f, r, spent, out))
            return true;
    }
    return false;
}

/* Ways get long soon where loops lie within others, so few rounds are tried, in all mixtures, before many rounds of each loop. */
bool explore_witness(explore *x, const event_finding *f, violation *out)
{
    round_counts r = {0};
    *out = (violation){.property = f->goal.property, .loop = NO_LOOP};
    effort spent = {.left = x->sets.widened ? FEW_LOOKS : MAX_LOOKS}; /* after widening there need not be a run */
    find_loops(x, f->state, &r);
    bool solved = witness_with_equal_rounds(x, f, &r, 0, r.loops.count ? FEW_ROUNDS : 0, &spent, out);
    if (!solved && r.loops.count > 1)
        solved = witness_with_mixed_rounds(x, f, &r, &spent, out);
    if (!solved && r.loops.count)
        solved = witness_with_equal_rounds(x, f, &r, FEW_ROUNDS + 1, MAX_ROUNDS, &spent, out);
    x->witness_gave_up = spent.gave_up;
    x->witness_has_loops = r.loops.count > 0;
    vec_release(&r.loops);
    vec_release(&r.times);
    return solved;
}
