#include "repair/strip.h"

#include "base/bug.h"
#include "trace/replay.h"
#include "trace/trace.h"

static void push_commit(run *out, uint32_t process, uint32_t element)
{
    vec_push(out, ((step){.kind = STEP_COMMIT, .process = process, .element = element, .partner = -1}));
}

static bool writes_out(const edge *e)
{
    for (uint32_t i = 0; i < e->effect_count; i++)
        if (e->effects[i].flush)
            return true;
    return false;
}

/* The stores that a fence which does not wait writes out. */
static void push_pending(const replay *r, uint32_t process, run *out)
{
    for (size_t i = 0; i < r->now.pending.count; i++)
        if (r->now.pending.data[i].process == process)
            push_commit(out, process, r->now.pending.data[i].element);
}

/* A store of the full program that is atomic in the repaired one. */
static bool became_atomic(const edge *full, const edge *now)
{
    for (uint32_t i = 0; i < full->effect_count; i++)
        if (full->effects[i].candidate && full->effects[i].kind == EFFECT_ASSIGN)
            return now->effects[i].kind != EFFECT_ASSIGN;
    return false;
}

static void strip_step(const repair_programs *of, const program *repaired, replay *r, const step *taken, run *out)
{
    if (taken->kind != STEP_EDGE) {
        vec_push(out, *taken);
        replay_take(r, taken);
        return;
    }
    uint32_t type = r->now.processes.data[taken->process].type;
    const edge *full = &of->full->processes.data[type].edges.data[taken->edge], *now = &repaired->processes.data[type].edges.data[taken->edge];
    if (full->is_gap && writes_out(now))
        push_pending(r, taken->process, out);
    if (!full->is_gap)
        vec_push(out, *taken);
    if (replay_take(r, taken) == STEP_DONE && became_atomic(full, now))
        push_commit(out, taken->process, (uint32_t)r->seen.element);
}

void strip_candidates(const repair_programs *of, const program *repaired, const run *steps, uint32_t loop, run *out, uint32_t *out_loop)
{
    replay r;
    replay_init(&r, repaired, of->machine, NULL);
    *out_loop = NO_LOOP;
    for (size_t i = 0; i < steps->count; i++) {
        if (loop == i)
            *out_loop = (uint32_t)out->count;
        strip_step(of, repaired, &r, &steps->data[i], out);
    }
    if (loop == steps->count)
        *out_loop = (uint32_t)out->count;
    replay_release(&r);
}

bool strip_violates(const repair_programs *of, const property_list *properties, property_ref violated, const run *steps, uint32_t loop)
{
    arena *memory = arena_new();
    strbuf why = {0};
    bool does = trace_build(memory, of->bare, of->machine, properties, violated, steps, loop, &why) != NULL;
    strbuf_release(&why);
    arena_free(memory);
    return does;
}

/* ---- Fewer delays ---- */

/* The run with a commit before step `at`, and without the first one behind it that commits the same store. */
static void build_sooner(const run *steps, size_t at, const step *sooner, run *out)
{
    bool found = false;
    vec_clear(out);
    for (size_t i = 0; i < steps->count; i++) {
        const step *s = &steps->data[i];
        if (i == at)
            vec_push(out, *sooner);
        bool same = i >= at && !found && s->kind == STEP_COMMIT && s->process == sooner->process && s->element == sooner->element;
        found |= same;
        if (!same)
            vec_push(out, *s);
    }
}

/* The oldest stores that could be committed before step `at`: the n-th of them. */
static bool nth_commit(const replay *r, size_t n, step *out)
{
    bool per_location = machine_traits(r->machine)->per_location;
    for (size_t i = 0; i < r->now.pending.count; i++) {
        const replay_pending *p = &r->now.pending.data[i];
        if (replay_oldest(&r->now, p->process, per_location ? (int64_t)p->element : -1) == (int64_t)i && !n--) {
            *out = (step){.kind = STEP_COMMIT, .process = p->process, .element = p->element, .partner = -1};
            return true;
        }
    }
    return false;
}

/* Where each location has a buffer, a commit that comes sooner may overtake another, and a barrier rule the run out that did not before. */
static bool is_as_good(const repair_programs *of, const run *candidate, const bool *named)
{
    arena *memory = arena_new();
    size_t count = of->full->candidates.count;
    bool *now = ARENA_ARRAY(memory, bool, count + 1), good = true;
    excluders_find(of, candidate, NO_LOOP, false, now);
    for (size_t i = 0; i < count; i++)
        good &= !now[i] || named[i];
    arena_free(memory);
    return good;
}

void strip_delays(const repair_programs *of, const property_list *properties, property_ref violated, run *steps, bool *named)
{
    replay r;
    run candidate = {0};
    excluders_find(of, steps, NO_LOOP, false, named);
    replay_init(&r, of->bare, of->machine, NULL);
    for (size_t at = 0; at < steps->count; at++) {
        step sooner;
        for (size_t n = 0; replay_is_open(&r) && nth_commit(&r, n, &sooner);) {
            const step *next = &steps->data[at];
            bool is_next = next->kind == STEP_COMMIT && next->process == sooner.process && next->element == sooner.element;
            build_sooner(steps, at, &sooner, &candidate);
            if (is_next || !strip_violates(of, properties, violated, &candidate, NO_LOOP) || !is_as_good(of, &candidate, named)) {
                n++;
                continue;
            }
            run old = *steps;
            *steps = candidate;
            candidate = old;
            excluders_find(of, steps, NO_LOOP, false, named);
            replay_take(&r, &sooner);
            at++;
            n = 0;
        }
        replay_take(&r, &steps->data[at]);
    }
    vec_release(&candidate);
    replay_release(&r);
}
