/* complete.c: commits of stores that an engine kept out of the buffers.
 *
 * They are added late, where a step is impossible without them or a process has many waiting: that gives short traces. No step is possible only while one waits
 * (program/private.c), so none is lost by that. */
#include "trace/complete.h"

#include "base/limits.h"
#include "trace/replay.h"

enum { MOST_WAITING = 4 }; /* of a process; more would only hide the other stores */

typedef struct completion {
    replay r;
    const bool *left_out;
    run *out;
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

static replay_result take(completion *c, const step *taken)
{
    replay_result result = replay_take(&c->r, taken);
    if (result == STEP_IMPOSSIBLE && commit(c, taken->process))
        result = replay_take(&c->r, taken);
    if (result == STEP_IMPOSSIBLE && commit(c, ANYBODY))
        result = replay_take(&c->r, taken);
    vec_push(c->out, *taken);
    return result;
}

/* After a step that is not possible all the same the rest is left as it is: trace_build will say what is wrong. */
static void complete(completion *c, const run *steps, bool drains)
{
    replay_result last = STEP_DONE;
    for (size_t i = 0; i < steps->count; i++) {
        const step *taken = &steps->data[i];
        limits_look();
        if (last != STEP_DONE) {
            vec_push(c->out, *taken);
            continue;
        }
        last = take(c, taken);
        if (last == STEP_DONE && waiting(c, taken->process) > MOST_WAITING)
            commit(c, taken->process);
    }
    if (last == STEP_DONE && drains)
        commit(c, ANYBODY);
}

const trace *trace_complete(arena *memory, const program *p, machine on, const bool *left_out, const property_list *properties, uint32_t property_index,
                            const run *steps, uint32_t loop, strbuf *why)
{
    property_kind kind = properties->items.data[property_index].kind;
    run all = {0};
    completion c = {.left_out = left_out, .out = &all};
    if (replay_init(&c.r, p, on, NULL) == STEP_DONE)
        complete(&c, steps, kind == PROPERTY_DEADLOCK || kind == PROPERTY_FINAL);
    const trace *built = trace_build(memory, p, on, properties, property_index, &all, loop, why);
    replay_release(&c.r);
    vec_release(&all);
    if (!built)
        return NULL;
    trace *told = ARENA_NEW(memory, trace);
    *told = *built;
    told->alone = left_out;
    return told;
}
