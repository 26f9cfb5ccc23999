#include "repair/strip.h"

#include "program/candidate.h"
#include "trace/replay.h"
#include "trace/trace.h"

/* The two runs: that of the repaired program, and what becomes of it. */
typedef struct stripping {
    const repair_programs *of;
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

/* The oldest store that waits in the bare program, and that a fence or an atomic write of the repaired one has brought to memory; NULL: there is none. */
static const replay_pending *oldest_ahead(const stripping *s)
{
    for (size_t i = 0; i < s->after.now.pending.count; i++) {
        const replay_pending *store = &s->after.now.pending.data[i];
        if (replay_count_pending(&s->after, store->process, store->element) > replay_count_pending(&s->before, store->process, store->element))
            return store;
    }
    return NULL;
}

/* As soon as nobody holds atomicity: inside a block nothing is committed. */
static void catch_up(stripping *s)
{
    const replay_pending *store;
    while (replay_is_open(&s->after) && (store = oldest_ahead(s))) {
        size_t pending = s->after.now.pending.count;
        put_commit(s, store->process, store->element);
        if (s->after.now.pending.count == pending)
            return; /* nothing is committed now: the run will not do */
    }
}

/* The number of the process's edge in the bare program, where it may stand behind a gap and take the same escape there. */
static uint32_t bare_edge(const stripping *s, uint32_t process, uint32_t number)
{
    const process_type *t = &s->of->full->processes.data[s->before.now.processes.data[process].type];
    uint32_t at = process < s->after.now.processes.count ? s->after.now.processes.data[process].node : t->edges.data[number].source;
    const edge *same = t->edges.data[number].source == at ? NULL : candidate_escape_at(t, at, &t->edges.data[number]);
    return same ? (uint32_t)(same - t->edges.data) : number;
}

static void strip_step(stripping *s, const step *taken)
{
    step bare = *taken;
    bool is_gap = false;
    if (taken->kind == STEP_EDGE) {
        is_gap = s->of->full->processes.data[s->before.now.processes.data[taken->process].type].edges.data[taken->edge].is_gap;
        bare.edge = bare_edge(s, taken->process, taken->edge);
    }
    if (taken->kind == STEP_EDGE && taken->partner >= 0)
        bare.partner_edge = bare_edge(s, (uint32_t)taken->partner, taken->partner_edge);
    if (!is_gap)
        put(s, bare);
    replay_take(&s->before, taken);
    catch_up(s);
}

void strip_candidates(const repair_programs *of, const program *repaired, const run *steps, uint32_t loop, run *out, uint32_t *out_loop)
{
    stripping s = {.of = of, .out = out};
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

/* The run with a commit before step `at`, or at the end, and without the first one behind it that commits the same store. */
static void build_sooner(const run *steps, size_t at, const step *sooner, run *out)
{
    bool found = false;
    vec_clear(out);
    for (size_t i = 0; i <= steps->count; i++) {
        if (i == at)
            vec_push(out, *sooner);
        if (i == steps->count)
            break;
        const step *s = &steps->data[i];
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

/* Where each location has a buffer, a commit that comes sooner may overtake another, and a barrier rule the run out that did not before. A commit more at the end is
 * of use only where fewer of those that may be chosen rule the run out: a write made atomic that was the last to wait. */
static bool is_as_good(const repair_programs *of, const run_view *view, const run *candidate, bool must_be_better, const bool *named)
{
    arena *memory = arena_new();
    size_t count = of->full->candidates.count;
    bool *now = ARENA_ARRAY(memory, bool, count + 1), good = true, better = false;
    excluders_find(of, candidate, NO_LOOP, view, now);
    for (size_t i = 0; i < count; i++) {
        good &= !now[i] || named[i];
        better |= !now[i] && named[i] && of->offered[i];
    }
    arena_free(memory);
    return good && (better || !must_be_better);
}

void strip_delays(const repair_programs *of, const property_list *properties, property_ref violated, const run_view *view, run *steps, bool *named)
{
    replay r;
    run candidate = {0};
    excluders_find(of, steps, NO_LOOP, view, named);
    replay_init(&r, of->bare, of->machine, NULL);
    for (size_t at = 0; at <= steps->count; at++) {
        step sooner;
        for (size_t n = 0; replay_is_open(&r) && nth_commit(&r, n, &sooner);) {
            const step *next = at < steps->count ? &steps->data[at] : NULL;
            bool is_next = next && next->kind == STEP_COMMIT && next->process == sooner.process && next->element == sooner.element;
            build_sooner(steps, at, &sooner, &candidate);
            if (is_next || !strip_violates(of, properties, violated, &candidate, NO_LOOP) || !is_as_good(of, view, &candidate, !next, named)) {
                n++;
                continue;
            }
            run old = *steps;
            *steps = candidate;
            candidate = old;
            excluders_find(of, steps, NO_LOOP, view, named);
            replay_take(&r, &sooner);
            at++;
            n = 0;
        }
        if (at < steps->count)
            replay_take(&r, &steps->data[at]);
    }
    vec_release(&candidate);
    replay_release(&r);
}
