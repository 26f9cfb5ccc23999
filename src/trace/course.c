/* course.c: searches all orders of commits for one order of the processes' steps.
 *
 * A point is how much of the course is done, the state, and which processes have still to pass the fence: one does before it does anything else. Where the end of the
 * course or any state on the way violates the property, the course is possible; of a temporal property where the course comes to its end. All doubts are settled towards that. */
#include "trace/course.h"

#include <string.h>

#include "base/intern.h"
#include "trace/replay.h"

typedef struct point {
    size_t done;            /* steps of the course */
    replay_state state;
    uint64_t due;           /* a bit a process: it stands before the fence */
} point;

typedef struct course {
    const trace *t;
    const property_list *properties;
    course_place place;
    run steps;              /* of processes only */
    replay r;
    VEC(point) open;
    intern known;
    replay_essence row;
    uint32_t *work, cost;   /* of a step: it grows with the processes and with the state, which is copied for each */
    bool is_temporal, violated;
} course;

enum { MOST_PROCESSES = 64, ROUNDS = 2 };

/* ---- The fence ---- */

static bool is_place(const course *c, int64_t process, uint32_t taken)
{
    return c->place.fence != FENCE_NONE && c->place.fence != FENCE_BOUND && process >= 0 && c->r.now.processes.data[process].type == c->place.type && taken == c->place.edge;
}

static bool may_pass(const course *c, int64_t process, uint64_t *due)
{
    uint64_t bit = process >= 0 ? 1ull << process : 0;
    if (*due & bit && replay_pending_count(&c->r.now, (uint32_t)process))
        return false;
    *due &= ~bit;
    return true;
}

/* The statement itself waits. */
static bool must_wait(const course *c, int64_t process, uint32_t taken)
{
    return c->place.fence == FENCE_BOUND && process >= 0 && c->r.now.processes.data[process].type == c->place.type && taken == c->place.edge &&
           replay_pending_count(&c->r.now, (uint32_t)process);
}

/* The process has come to the fence. */
static void come_to_fence(course *c, uint32_t process, uint64_t *due)
{
    if (c->place.fence == FENCE_STORES)
        c->r.now.processes.data[process].barriers++;
    else
        *due |= 1ull << process;
}

/* ---- The search ---- */

static void add_point(course *c, size_t done, uint64_t due)
{
    replay_get_essence(&c->r, &c->r.now, &c->row);
    vec_push(&c->row, (int32_t)done);
    vec_push(&c->row, (int32_t)(due & UINT32_MAX));
    vec_push(&c->row, (int32_t)(due >> 32));
    size_t before = intern_count(&c->known);
    if (intern_row(&c->known, c->row.data, c->row.count) < before)
        return;
    point p = {.done = done, .due = due};
    replay_state_copy(&p.state, &c->r.now);
    vec_push(&c->open, p);
}

static void judge(course *c, replay_result last, size_t done)
{
    if (c->is_temporal) {
        c->violated |= last == STEP_DONE && done == c->steps.count;
        return;
    }
    c->violated |= trace_violation(c->r.memory, &c->r, last, c->properties, c->t->property) != NULL;
}

static void go_on(course *c, const point *from, const step *taken)
{
    size_t done = from->done + (taken->kind != STEP_COMMIT);
    uint64_t due = from->due;
    uint32_t steps = c->r.step;
    replay_state_copy(&c->r.now, &from->state);
    *c->work -= *c->work < c->cost ? *c->work : c->cost;
    int64_t partner = taken->kind == STEP_EDGE ? taken->partner : -1;
    if (taken->kind != STEP_COMMIT && (!may_pass(c, taken->process, &due) || !may_pass(c, partner, &due)))
        return;
    if (taken->kind == STEP_EDGE && (must_wait(c, taken->process, taken->edge) || must_wait(c, partner, taken->partner_edge)))
        return;
    bool mover_comes = taken->kind == STEP_EDGE && is_place(c, taken->process, taken->edge);
    bool partner_comes = is_place(c, partner, taken->partner_edge);
    const process_type *t = &c->t->program->processes.data[c->place.type];
    bool flushes = mover_comes && c->place.fence == FENCE_FULL && course_is_in_block(t, &t->edges.data[c->place.edge]);
    replay_result last = flushes ? replay_take_flushing(&c->r, taken) : replay_take(&c->r, taken);
    c->r.step = steps;
    if (last == STEP_IMPOSSIBLE)
        return;
    judge(c, last, done);
    if (last != STEP_DONE)
        return;
    if (mover_comes && !flushes)
        come_to_fence(c, taken->process, &due);
    if (partner_comes)
        come_to_fence(c, (uint32_t)partner, &due);
    add_point(c, done, due);
}

static void expand(course *c, const point *from)
{
    bool per_location = machine_traits(c->r.machine)->per_location;
    if (from->done < c->steps.count)
        go_on(c, from, &c->steps.data[from->done]);
    for (size_t i = 0; i < from->state.pending.count && !c->violated; i++) {
        const replay_pending *p = &from->state.pending.data[i];
        if (replay_oldest(&from->state, p->process, per_location ? (int64_t)p->element : -1) == (int64_t)i)
            go_on(c, from, &(step){.kind = STEP_COMMIT, .process = p->process, .partner = -1, .element = p->element});
    }
}

static course_answer search(course *c)
{
    add_point(c, 0, 0);
    c->cost = 1 + (uint32_t)(c->r.now.processes.count * c->row.count / 64);
    while (c->open.count && !c->violated && *c->work) {
        point p = vec_pop(&c->open);
        expand(c, &p);
        replay_state_release(&p.state);
    }
    return c->violated ? COURSE_POSSIBLE : c->open.count ? COURSE_UNKNOWN : COURSE_EXCLUDED;
}

/* What processes did from that step on. */
static void add_steps(course *c, uint32_t first)
{
    for (uint32_t i = first; i < c->t->step_count; i++)
        if (c->t->steps[i].step.kind != STEP_COMMIT)
            vec_push(&c->steps, c->t->steps[i].step);
}

course_answer course_try(const trace *t, machine on, course_place fence, const property_list *properties, uint32_t *work)
{
    course c = {.t = t, .properties = properties, .place = fence, .work = work, .is_temporal = property_at(properties, t->property)->temporal != NULL};
    course_answer answer = COURSE_UNKNOWN;
    bool few = *work > 0;
    for (uint32_t i = 0; i < t->step_count && few; i++)
        few = t->steps[i].process_count < MOST_PROCESSES;
    add_steps(&c, 0);
    for (int i = 0; i < ROUNDS && t->loop != NO_LOOP; i++)
        add_steps(&c, t->loop);
    few &= c.steps.count > 0;
    if (few && replay_init(&c.r, t->program, on, NULL) == STEP_DONE)
        answer = search(&c);
    for (size_t i = 0; i < c.open.count; i++)
        replay_state_release(&c.open.data[i].state);
    if (few)
        replay_release(&c.r);
    vec_release(&c.open);
    vec_release(&c.steps);
    vec_release(&c.row);
    intern_release(&c.known);
    return answer;
}
