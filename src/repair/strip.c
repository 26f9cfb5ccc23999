#include "repair/strip.h"

#include "base/bug.h"
#include "trace/replay.h"
#include "trace/trace.h"

static bool writes_out(const edge *e)
{
    for (uint32_t i = 0; i < e->effect_count; i++)
        if (e->effects[i].flush)
            return true;
    return false;
}

/* The two runs: that of the repaired program, and what becomes of it. */
typedef struct stripping {
    const repair_programs *of;
    const program *repaired;
    replay before, after;
    run *out;
} stripping;

static void put(stripping *s, step taken)
{
    vec_push(s->out, taken);
    replay_take(&s->after, &taken);
}

static void put_commit(stripping *s, uint32_t process, uint32_t element)
{
    put(s, (step){.kind = STEP_COMMIT, .process = process, .element = element, .partner = -1});
}

/* A store of the full program that is atomic in the repaired one. */
static bool became_atomic(const effect *full, const effect *now)
{
    return full->candidate && full->kind == EFFECT_ASSIGN && (now->kind != EFFECT_ASSIGN || now->target.is_atomic);
}

/* How many of the stores of the step, which are pending now, are in memory after an atomic one: all up to it or, where it takes no others with it, itself alone. */
static void commit_stores(stripping *s, uint32_t process, const edge *full, const edge *now, uint32_t made)
{
    const memory_traits *on = machine_traits(s->of->machine);
    const program *p = s->of->full;
    for (uint32_t i = 0; i < full->effect_count; i++) {
        if (!became_atomic(&full->effects[i], &now->effects[i]))
            continue;
        const variable *v = &p->globals.data[full->effects[i].target.variable];
        bool alone = on->overwrites && now->effects[i].target.is_atomic, found = false;
        for (size_t k = 0; k < s->after.now.pending.count && !found;) {
            replay_pending store = s->after.now.pending.data[k];
            bool own = store.process == process && store.step == made;
            found = own && store.element >= v->offset && store.element < v->offset + v->count;
            if (own && (found || !alone))
                put_commit(s, process, store.element);
            else
                k++;
        }
    }
}

/* The stores that a fence which does not wait writes out. */
static void commit_pending(stripping *s, uint32_t process)
{
    for (int64_t oldest; (oldest = replay_oldest(&s->after.now, process, -1)) >= 0;) {
        size_t pending = s->after.now.pending.count;
        put_commit(s, process, s->after.now.pending.data[oldest].element);
        if (s->after.now.pending.count == pending)
            return; /* nothing is committed now: the run will not do */
    }
}

static void strip_edge(stripping *s, const step *taken, uint32_t process, uint32_t number, uint32_t made)
{
    uint32_t type = s->before.now.processes.data[process].type;
    const edge *full = &s->of->full->processes.data[type].edges.data[number], *now = &s->repaired->processes.data[type].edges.data[number];
    if (full->is_gap && writes_out(now))
        commit_pending(s, process);
    if (!full->is_gap && process == taken->process)
        put(s, *taken);
    if (!full->is_gap)
        commit_stores(s, process, full, now, made);
}

static void strip_step(stripping *s, const step *taken)
{
    uint32_t made = s->after.step;
    if (taken->kind == STEP_EDGE)
        strip_edge(s, taken, taken->process, taken->edge, made);
    else
        put(s, *taken);
    if (taken->kind == STEP_EDGE && taken->partner >= 0)
        strip_edge(s, taken, (uint32_t)taken->partner, taken->partner_edge, made);
    replay_take(&s->before, taken);
}

void strip_candidates(const repair_programs *of, const program *repaired, const run *steps, uint32_t loop, run *out, uint32_t *out_loop)
{
    stripping s = {.of = of, .repaired = repaired, .out = out};
    replay_init(&s.before, repaired, of->machine, NULL);
    replay_init(&s.after, of->bare, of->machine, NULL);
    *out_loop = NO_LOOP;
    for (size_t i = 0; i < steps->count; i++) {
        if (loop == i)
            *out_loop = (uint32_t)out->count;
        strip_step(&s, &steps->data[i]);
    }
    if (loop == steps->count)
        *out_loop = (uint32_t)out->count;
    replay_release(&s.before);
    replay_release(&s.after);
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
