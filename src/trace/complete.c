/* complete.c: commits of stores that an engine kept out of the buffers, and the removal of processes that it left.
 *
 * They are added late, where a step is impossible without them or a process has many waiting: that gives short traces. No step is possible only while one waits
 * (program/private.c), so none is lost by that. */
#include "trace/complete.h"

#include "base/limits.h"
#include "trace/replay.h"
#include "trace/shorten.h"

enum { MOST_WAITING = 4 }; /* of a process; more would only hide the other stores */

typedef struct completion {
    replay r;
    const bool *left_out;
    run *out;
    bool removes;       /* processes that have ended, where the run comes to its loop */
    replay_result last; /* how the last step went */
} completion;

/* Commits what can be of the process's stores to such locations. */
static bool commit(completion *c, uint32_t process)
{
    bool any = false, per_location = machine_traits(c->r.machine)->per_location;
    for (size_t i = 0; i < c->r.now.pending.count && replay_is_open(&c->r);) {
        const replay_pending *store = &c->r.now.pending.data[i];
        step taken = {.kind = STEP_COMMIT, .process = store->process, .element = store->element, .partner = -1};
        bool meant = c->left_out[store->element] && (process == ANYBODY || store->process == process) &&
                     replay_oldest(&c->r.now, store->process, per_location ? (int64_t)store->element : -1) == (int64_t)i;
        if (meant && replay_take(&c->r, &taken) == STEP_DONE) {
            vec_push(c->out, taken);
            any = true;
            i = 0;
        } else {
            i++;
        }
    }
    return any;
}

static uint32_t waiting(const completion *c, uint32_t process)
{
    uint32_t count = 0;
    for (size_t i = 0; i < c->r.now.pending.count; i++)
        count += c->r.now.pending.data[i].process == process && c->left_out[c->r.now.pending.data[i].element];
    return count;
}

/* Removes processes that have ended: an engine to which that makes no difference may leave them. */
static bool remove_ended(completion *c)
{
    bool any = false;
    while (c->r.now.processes.count) {
        step taken = {.kind = STEP_END, .process = (uint32_t)c->r.now.processes.count - 1, .partner = -1};
        if (replay_take(&c->r, &taken) != STEP_DONE)
            break;
        vec_push(c->out, taken);
        any = true;
    }
    return any;
}

static replay_result take(completion *c, const step *taken)
{
    replay_result result = replay_take(&c->r, taken);
    if (result == STEP_IMPOSSIBLE && commit(c, taken->process))
        result = replay_take(&c->r, taken);
    if (result == STEP_IMPOSSIBLE && commit(c, ANYBODY))
        result = replay_take(&c->r, taken);
    if (result == STEP_IMPOSSIBLE && remove_ended(c)) /* it may wait for a timeout */
        result = replay_take(&c->r, taken);
    vec_push(c->out, *taken);
    return result;
}

/* After a step that is not possible all the same the rest is left as it is: trace_build will say what is wrong. */
static void complete_part(completion *c, const run *steps, size_t first, size_t end)
{
    for (size_t i = first; i < end; i++) {
        const step *taken = &steps->data[i];
        limits_look();
        if (c->last != STEP_DONE) {
            vec_push(c->out, *taken);
            continue;
        }
        c->last = take(c, taken);
        if (c->last == STEP_DONE && waiting(c, taken->process) > MOST_WAITING)
            commit(c, taken->process);
    }
}

static void drain(completion *c)
{
    if (c->last == STEP_DONE)
        commit(c, ANYBODY);
}

/* Goes round until the loop closes: the stores that are left out then lie in the buffers, behind others, as one round leaves them. A round begins and ends where
 * nobody is inside an atomic block, since nothing can be committed there. The first step of the last round. */
static uint32_t complete_loop(completion *c, const run *steps, uint32_t loop)
{
    enum { MOST_ROUNDS = 16 };
    replay_essence before = {0}, after = {0};
    size_t turn = loop;
    uint32_t first = 0;
    bool closed = false;
    for (; turn < steps->count && c->last == STEP_DONE && !replay_is_open(&c->r); turn++)
        complete_part(c, steps, turn, turn + 1);
    drain(c);
    if (c->removes && c->last == STEP_DONE)
        remove_ended(c);
    replay_get_essence(&c->r, &c->r.now, &before);
    for (int round = 0; round < MOST_ROUNDS && !closed; round++) {
        first = (uint32_t)c->out->count;
        complete_part(c, steps, turn, steps->count);
        complete_part(c, steps, loop, turn);
        drain(c);
        replay_get_essence(&c->r, &c->r.now, &after);
        closed = c->last != STEP_DONE || replay_is_same(&before, &after);
        replay_essence old = before;
        before = after;
        after = old;
    }
    vec_release(&before);
    vec_release(&after);
    return first;
}

/* All steps of the run; the one that comes again after the last. */
static uint32_t complete_run(completion *c, const property *of, const run *steps, uint32_t loop)
{
    bool loops = loop != NO_LOOP && loop < steps->count, stays = loop == steps->count;
    bool ends = of->kind == PROPERTY_DEADLOCK || of->kind == PROPERTY_FINAL;
    complete_part(c, steps, 0, loops ? loop : steps->count);
    if (loops)
        return complete_loop(c, steps, loop);
    if (ends || stays)
        drain(c);
    if ((ends || (stays && c->removes)) && c->last == STEP_DONE)
        remove_ended(c);
    return stays ? (uint32_t)c->out->count : loop;
}

/* Of a run that never ends: tried without removals first. */
static bool complete_lasso(completion *c, const program *p, machine on, const property *of, const run *steps, uint32_t *loop, strbuf *why)
{
    bool is_good = false;
    for (int removes = 0; removes < 2 && !is_good; removes++) {
        c->removes = removes;
        vec_clear(c->out);
        strbuf_clear(why);
        c->last = replay_init(&c->r, p, on, NULL);
        uint32_t made = complete_run(c, of, steps, *loop);
        replay_release(&c->r);
        is_good = lasso_check(p, on, of->temporal, c->out, made, NULL, why);
        if (is_good || removes)
            *loop = made;
    }
    return is_good;
}

const trace *trace_complete(arena *memory, const program *p, machine on, const bool *left_out, const property_list *properties, property_ref violated,
                            const run *steps, uint32_t loop, strbuf *why)
{
    const property *of = property_at(properties, violated);
    run all = {0};
    completion c = {.left_out = left_out, .out = &all};
    if (!of->temporal) {
        c.last = replay_init(&c.r, p, on, NULL);
        complete_run(&c, of, steps, loop);
        replay_release(&c.r);
    } else if (complete_lasso(&c, p, on, of, steps, &loop, why)) {
        lasso_shorten(p, on, of->temporal, &all, &loop);
    }
    strbuf_clear(why);
    const trace *built = trace_build(memory, p, on, properties, violated, &all, loop, why);
    vec_release(&all);
    if (!built)
        return NULL;
    trace *told = ARENA_NEW(memory, trace);
    *told = *built;
    told->alone = left_out;
    return told;
}
