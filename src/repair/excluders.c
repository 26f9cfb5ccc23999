/* excluders.c: executes a run and looks at the buffers where it passes a candidate.
 *
 * A full fence rules the run out when its process passes the place with stores pending. A store-store fence does when a store made before it is committed after
 * one made after it. An atomic write does when its store is not committed in the very next steps or, where it drains the buffer, when own stores are pending.
 *
 * Inside atomic and d_step a fence or an atomic write does not wait: it writes the buffer out. There it rules the run out when what was pending is not committed, oldest first,
 * before anything but the block itself goes on: a debt that is made at the place. */
#include "repair/excluders.h"

#include "base/bug.h"
#include "base/vec.h"
#include "program/candidate.h"
#include "trace/replay.h"

/* A barrier that a process has passed before the step of that number. */
typedef struct passage {
    uint32_t process, candidate, step;
} passage;

/* The oldest `count` stores of the process, which a candidate inside a block would have written out. */
typedef struct debt {
    uint32_t process, candidate, count;
} debt;

typedef struct survey {
    const repair_programs *of;
    const run_view *view;
    bool overwrites;
    bool *named;
    replay r;
    VEC(uint32_t) at;     /* by process: its node in the full program, gaps not yet passed */
    VEC(passage) passed;
    VEC(debt) debts;
    run steps;            /* as they are taken: rounds of a loop one after the other */
} survey;

static const process_type *full_type(const survey *s, uint32_t process)
{
    return &s->of->full->processes.data[s->r.now.processes.data[process].type];
}

static void follow_processes(survey *s)
{
    size_t known = s->at.count, count = s->r.now.processes.count;
    for (size_t i = known; i < count; i++)
        vec_push(&s->at, full_type(s, (uint32_t)i)->entry);
    s->at.count = count;
    size_t kept = 0;
    for (size_t i = 0; i < s->passed.count; i++)
        if (s->passed.data[i].process < count)
            s->passed.data[kept++] = s->passed.data[i];
    s->passed.count = kept;
}

static bool has_pending(const survey *s, uint32_t process)
{
    return replay_pending_count(&s->r.now, process) > 0;
}

static const step *step_at(const survey *s, size_t number)
{
    return number < s->steps.count ? &s->steps.data[number] : NULL;
}

static bool sees_element(const survey *s, uint32_t element)
{
    const footprint *f = s->view->looked;
    return s->view->is_everywhere && (index_set_has(&f->peeks, element) || index_set_has(&f->loads, element) || index_set_has(&f->views, element));
}

/* ---- Debts: what is written out inside a block ---- */

static bool is_commit_of_oldest(const survey *s, const step *taken, uint32_t process)
{
    int64_t oldest = replay_oldest(&s->r.now, process, -1);
    return oldest >= 0 && taken && taken->kind == STEP_COMMIT && taken->process == process && taken->element == s->r.now.pending.data[oldest].element;
}

/* A property that looks inside blocks sees there what is written out too soon. Only one store, committed right behind the step that comes before the fence, is the same to it. */
static bool shows(const survey *s, size_t number, uint32_t process, const edge *before)
{
    bool is_seen = false;
    for (size_t i = 0; i < s->r.now.pending.count; i++)
        is_seen |= s->r.now.pending.data[i].process == process && sees_element(s, s->r.now.pending.data[i].element);
    return is_seen && !(replay_pending_count(&s->r.now, process) == 1 && is_commit_of_oldest(s, step_at(s, number + 1), process) && before->hold != HOLD_D_STEP &&
                        before->effect_count <= 1);
}

/* After step `number`, which was that edge. */
static void owe(survey *s, size_t number, uint32_t process, const edge *before, uint32_t candidate)
{
    uint32_t count = replay_pending_count(&s->r.now, process);
    if (count && shows(s, number, process, before))
        s->named[candidate] = true;
    else if (count)
        vec_push(&s->debts, ((debt){.process = process, .candidate = candidate, .count = count}));
}

/* Before a step: while something is owed, the process goes on in its block, alone, or pays. */
static void judge_debts(survey *s, const step *taken)
{
    size_t kept = 0;
    for (size_t i = 0; i < s->debts.count; i++) {
        debt d = s->debts.data[i];
        bool goes_on = taken->kind == STEP_EDGE && taken->process == d.process && taken->partner < 0 && s->r.now.holder == (int32_t)d.process;
        bool pays = is_commit_of_oldest(s, taken, d.process);
        s->named[d.candidate] |= !goes_on && !pays;
        d.count -= pays;
        if ((goes_on || pays) && d.count)
            s->debts.data[kept++] = d;
    }
    s->debts.count = kept;
}

/* After a step: it may have drained the buffer itself. */
static void forget_debts(survey *s)
{
    size_t kept = 0;
    for (size_t i = 0; i < s->debts.count; i++) {
        debt d = s->debts.data[i];
        uint32_t pending = d.process < s->r.now.processes.count ? replay_pending_count(&s->r.now, d.process) : 0;
        d.count = pending < d.count ? pending : d.count;
        if (d.count)
            s->debts.data[kept++] = d;
    }
    s->debts.count = kept;
}

/* ---- Fences ---- */

static void pass_effect(survey *s, uint32_t process, const effect *f)
{
    if (!f->candidate)
        return;
    if (f->kind == EFFECT_FENCE && has_pending(s, process))
        s->named[f->candidate - 1] = true;
    if (f->kind == EFFECT_BARRIER)
        vec_push(&s->passed, ((passage){.process = process, .candidate = f->candidate - 1, .step = s->r.step}));
}

static void pass_edge(survey *s, uint32_t process, const edge *e)
{
    if (e->candidate && has_pending(s, process))
        s->named[e->candidate - 1] = true;
    for (uint32_t i = 0; i < e->effect_count; i++)
        pass_effect(s, process, &e->effects[i]);
}

/* The process leaves its node by the edge: it passes the gaps before it, up to one that has the edge as an escape itself. */
static void pass_gaps(survey *s, uint32_t process, const edge *taken)
{
    const process_type *t = full_type(s, process);
    const edge *gap;
    uint32_t at = s->at.data[process];
    for (; (gap = candidate_gap_at(t, at)) && !candidate_escape_at(t, at, taken); at = gap->target)
        pass_edge(s, process, gap);
    CHECK(at == taken->source || gap);
    pass_edge(s, process, taken);
}

/* Does the process, which holds atomicity, take an escape of that node next? */
static bool escapes_at(const survey *s, size_t number, uint32_t process, uint32_t at)
{
    const step *next = step_at(s, number);
    const process_type *t = full_type(s, process);
    return next && s->r.now.holder == (int32_t)process && next->kind == STEP_EDGE && next->process == process &&
           candidate_escape_at(t, at, &t->edges.data[next->edge]);
}

/* The process has come to a node by step `number`. Gaps in a block are passed at once. */
static void arrive(survey *s, size_t number, uint32_t process, const edge *by)
{
    const process_type *t = full_type(s, process);
    uint32_t at = by->target;
    const edge *gap;
    for (; (gap = candidate_gap_at(t, at)) && candidate_is_prompt(t, gap) && !escapes_at(s, number + 1, process, at); at = gap->target)
        for (uint32_t i = 0; i < gap->effect_count; i++) {
            const effect *f = &gap->effects[i];
            if (f->candidate && f->kind == EFFECT_FENCE)
                owe(s, number, process, by, f->candidate - 1);
            else
                pass_effect(s, process, f);
        }
    s->at.data[process] = at;
}

/* A store made behind a barrier reaches memory while one made before it waits. */
static void commit(survey *s, const step *taken)
{
    int64_t element = machine_traits(s->of->machine)->per_location ? (int64_t)taken->element : -1, oldest = replay_oldest(&s->r.now, taken->process, element);
    uint32_t made = s->r.now.pending.data[oldest].step, first = UINT32_MAX;
    for (size_t i = 0; i < s->r.now.pending.count; i++) {
        const replay_pending *p = &s->r.now.pending.data[i];
        if (p->process == taken->process && p->step < first)
            first = p->step;
    }
    for (size_t i = 0; i < s->passed.count; i++) {
        const passage *p = &s->passed.data[i];
        if (p->process == taken->process && first < p->step && made >= p->step)
            s->named[p->candidate] = true;
    }
}

/* ---- Writes ---- */

static bool is_of_step(const survey *s, size_t pending, uint32_t process)
{
    const replay_pending *p = &s->r.now.pending.data[pending];
    return p->process == process && p->step == s->r.step - 1;
}

static bool is_of_variable(const survey *s, size_t pending, const variable *v)
{
    uint32_t element = s->r.now.pending.data[pending].element;
    return element >= v->offset && element < v->offset + v->count;
}

/* The stores of the step are committed by the steps that follow at once, in their order, up to the last one to the variable; where a write takes no others with it, only those to
 * the variable are. */
static bool are_committed_at_once(const survey *s, size_t number, uint32_t process, const variable *v, bool takes_others)
{
    size_t next = number + 1, last = 0;
    for (size_t k = 0; k < s->r.now.pending.count; k++)
        if (is_of_step(s, k, process) && is_of_variable(s, k, v))
            last = k + 1;
    for (size_t k = 0; k < last; k++) {
        if (!is_of_step(s, k, process) || (!takes_others && !is_of_variable(s, k, v)))
            continue;
        const step *taken = next < s->steps.count ? &s->steps.data[next++] : NULL;
        if (!taken || taken->kind != STEP_COMMIT || taken->process != process || taken->element != s->r.now.pending.data[k].element)
            return false;
    }
    return true;
}

/* The state between store and commit may tell something that the property sees. */
static bool is_seen(const survey *s, uint32_t process, const edge *e)
{
    return s->view->is_everywhere && candidate_is_seen(s->of->looks, s->r.now.processes.data[process].type, e);
}

/* After the step: were its stores delayed? */
static void judge_stores(survey *s, size_t number, uint32_t process, const edge *e, bool was_pending)
{
    for (uint32_t i = 0; i < e->effect_count; i++) {
        const effect *f = &e->effects[i];
        if (!f->candidate || f->kind != EFFECT_ASSIGN)
            continue;
        if (f->flush && !is_seen(s, process, e)) {
            owe(s, number, process, e, f->candidate - 1);
            continue;
        }
        const variable *v = &s->of->full->globals.data[f->target.variable];
        bool drains = !s->overwrites || !s->of->full->candidates.data[f->candidate - 1].line;
        bool delayed = (drains && was_pending) || is_seen(s, process, e) || !are_committed_at_once(s, number, process, v, drains);
        s->named[f->candidate - 1] |= delayed;
    }
}

/* ---- The run ---- */

static void survey_step(survey *s, size_t number)
{
    const step *taken = &s->steps.data[number];
    judge_debts(s, taken);
    if (taken->kind == STEP_COMMIT)
        commit(s, taken);
    if (taken->kind != STEP_EDGE) {
        replay_take(&s->r, taken);
        follow_processes(s);
        return;
    }
    const edge *e = &full_type(s, taken->process)->edges.data[taken->edge];
    const edge *met = taken->partner >= 0 ? &full_type(s, (uint32_t)taken->partner)->edges.data[taken->partner_edge] : NULL;
    bool was_pending = has_pending(s, taken->process), partner_was = met && has_pending(s, (uint32_t)taken->partner);
    pass_gaps(s, taken->process, e);
    if (met)
        pass_gaps(s, (uint32_t)taken->partner, met);
    if (replay_take(&s->r, taken) != STEP_DONE)
        return; /* the run ends here */
    forget_debts(s);
    judge_stores(s, number, taken->process, e, was_pending);
    arrive(s, number, taken->process, e);
    if (met) {
        judge_stores(s, number, (uint32_t)taken->partner, met, partner_was);
        arrive(s, number, (uint32_t)taken->partner, met);
    }
    follow_processes(s);
}

/* How often a loop is gone round, so that every store of its first round that is ever committed has been. */
static uint32_t count_rounds(const repair_programs *of, const run *steps)
{
    replay r;
    replay_init(&r, of->bare, of->machine, NULL);
    for (size_t i = 0; i < steps->count; i++)
        replay_take(&r, &steps->data[i]);
    uint32_t rounds = (uint32_t)r.now.pending.count + 2;
    replay_release(&r);
    return rounds;
}

void excluders_find(const repair_programs *of, const run *steps, uint32_t loop, const run_view *view, bool *out)
{
    survey s = {.of = of, .view = view, .overwrites = machine_traits(of->machine)->overwrites, .named = out};
    uint32_t rounds = loop < steps->count ? count_rounds(of, steps) : 0;
    for (size_t i = 0; i < of->full->candidates.count; i++)
        out[i] = false;
    for (size_t i = 0; i < steps->count; i++)
        vec_push(&s.steps, steps->data[i]);
    for (uint32_t round = 0; round < rounds; round++)
        for (size_t i = loop; i < steps->count; i++)
            vec_push(&s.steps, steps->data[i]);
    replay_init(&s.r, of->bare, of->machine, NULL);
    follow_processes(&s);
    for (size_t i = 0; i < s.steps.count; i++)
        survey_step(&s, i);
    for (size_t i = 0; i < s.debts.count && !view->is_of_step; i++)
        out[s.debts.data[i].candidate] = true;
    replay_release(&s.r);
    vec_release(&s.at);
    vec_release(&s.passed);
    vec_release(&s.debts);
    vec_release(&s.steps);
}
