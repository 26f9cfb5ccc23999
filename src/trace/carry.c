/* carry.c: a run of the program without candidates, executed in one with some of them.
 *
 * Both are executed side by side. A fence or an atomic write of the second may bring stores to memory that still wait in the first: then nobody but their own process goes on,
 * inside a block that it holds, before the first has committed them too, oldest first. So at every other step both have the same memory and the same buffers, and so has a program with
 * fewer of the candidates. */
#include <string.h>

#include "base/limits.h"
#include "program/candidate.h"
#include "trace/optimality.h"
#include "trace/replay.h"

typedef struct carrying {
    const program *full, *with;
    const footprints *looks;
    const footprint *asked; /* what the property looks at in every state; NULL: only the last one counts */
    replay bare, r;
    run out;
    bool failed;
} carrying;

static bool take(carrying *c, const step *taken)
{
    replay_result done = replay_take(&c->r, taken);
    if (done != STEP_IMPOSSIBLE)
        vec_push(&c->out, *taken);
    return done == STEP_DONE;
}

/* ---- Fences ---- */

/* The step of a fence at which the process stands; false where there is none. One that does not wait is passed with an empty buffer, or inside a block. */
static bool fence_step(const carrying *c, uint32_t process, step *out)
{
    const replay_process *q = &c->r.now.processes.data[process];
    const process_type *t = &c->full->processes.data[q->type];
    const edge *gap = candidate_gap_at(t, q->node);
    if (!gap)
        return false;
    uint32_t number = (uint32_t)(gap - t->edges.data);
    *out = (step){.kind = STEP_EDGE, .process = process, .edge = number, .partner = -1};
    return !edge_flushes(&c->with->processes.data[q->type].edges.data[number]) || c->r.now.holder == (int32_t)process || !replay_pending_count(&c->r.now, process);
}

/* Takes all fences that can be passed now. */
static void pass_fences(carrying *c)
{
    bool again = true;
    while (again && !c->failed) {
        again = false;
        for (uint32_t p = 0; p < c->r.now.processes.count; p++) {
            step fence;
            while (fence_step(c, p, &fence) && take(c, &fence))
                again = true;
        }
    }
}

/* ---- Stores that are in memory already ---- */

/* Has the program with candidates done the commit before? Oldest first is the order that all barriers allow; slots have none. */
static bool is_done(const carrying *c, const step *s)
{
    bool any_order = machine_traits(c->r.machine)->overwrites;
    int64_t oldest = s->kind == STEP_COMMIT ? replay_oldest(&c->bare.now, s->process, any_order ? (int64_t)s->element : -1) : -1;
    return oldest >= 0 && c->bare.now.pending.data[oldest].element == s->element &&
           replay_count_pending(&c->bare, s->process, s->element) > replay_count_pending(&c->r, s->process, s->element);
}

static bool is_same_store(const replay_pending *a, const replay_pending *b)
{
    return a->process == b->process && a->element == b->element && a->value == b->value;
}

static bool is_ahead(const carrying *c)
{
    const replay_state *a = &c->bare.now, *b = &c->r.now;
    if (a->pending.count != b->pending.count || memcmp(a->globals.data, b->globals.data, a->globals.count * sizeof *a->globals.data))
        return true;
    for (size_t i = 0; i < a->pending.count; i++)
        if (!is_same_store(&a->pending.data[i], &b->pending.data[i]))
            return true;
    return false;
}

static bool has_fewer(const carrying *c, uint32_t process)
{
    return replay_pending_count(&c->r.now, process) < replay_pending_count(&c->bare.now, process);
}

/* Two that meet bring stores to memory in one step. The run commits those of one first: it is none of the program in which the other's alone are written at once. */
static bool are_both_ahead(const carrying *c, const step *s)
{
    return s->kind == STEP_EDGE && s->partner >= 0 && has_fewer(c, s->process) && has_fewer(c, (uint32_t)s->partner);
}

static const footprint *looks_of(const carrying *c, const step *s)
{
    return &c->looks->edges[c->bare.now.processes.data[s->process].type][s->edge];
}

/* A step inside the block, of the process that holds it; it sees its own view, which is the same. */
static bool is_of_block(const carrying *c, const step *s)
{
    return s->kind == STEP_EDGE && s->partner < 0 && c->bare.now.holder == (int32_t)s->process && index_set_is_empty(&looks_of(c, s)->peeks) &&
           index_set_is_empty(&looks_of(c, s)->views);
}

/* ---- What a property sees that looks at every state ---- */

static bool is_asked_for(const carrying *c, uint32_t element)
{
    return index_set_has(&c->asked->peeks, element) || index_set_has(&c->asked->loads, element) || index_set_has(&c->asked->views, element);
}

static bool is_asked_at(const carrying *c, uint32_t type, uint32_t at)
{
    return footprint_asks_at(c->looks, c->asked, type, at);
}

/* The one store that is ahead is committed by the next step, and the step at hand, which only stores, shows nothing else: no state is new, none is missing. */
static bool is_alike(const carrying *c, uint32_t type, const step *s, const step *next)
{
    const edge *e = &c->full->processes.data[type].edges.data[s->edge];
    return c->bare.now.pending.count == c->r.now.pending.count + 1 && next && is_done(c, next) && s->partner < 0 && e->effect_count <= 1 && e->hold != HOLD_D_STEP &&
           !index_set_has(&c->asked->viewed, type) && !is_asked_at(c, type, e->source) && !is_asked_at(c, type, candidate_past_gaps(&c->full->processes.data[type], e->target));
}

/* After step s. */
static bool is_seen(const carrying *c, uint32_t type, const step *s, const step *next)
{
    const replay_state *a = &c->bare.now, *b = &c->r.now;
    bool seen = false;
    for (uint32_t i = 0; c->asked && i < a->globals.count; i++)
        seen |= a->globals.data[i] != b->globals.data[i] && is_asked_for(c, i);
    return seen && !(s->kind == STEP_EDGE && is_alike(c, type, s, next));
}

/* ---- The run ---- */

/* In the program with candidates the process may stand at a fence that it has not passed, and take the same escape there. */
static uint32_t edge_with(const carrying *c, uint32_t process, uint32_t number)
{
    const replay_process *q = &c->r.now.processes.data[process];
    const process_type *t = &c->full->processes.data[q->type];
    const edge *e = &t->edges.data[number], *same = e->source == q->node ? NULL : candidate_escape_at(t, q->node, e);
    return same ? (uint32_t)(same - t->edges.data) : number;
}

static step step_with(const carrying *c, const step *s)
{
    step made = *s;
    if (s->kind == STEP_EDGE && s->process < c->r.now.processes.count)
        made.edge = edge_with(c, s->process, s->edge);
    if (s->kind == STEP_EDGE && s->partner >= 0 && (size_t)s->partner < c->r.now.processes.count)
        made.partner_edge = edge_with(c, (uint32_t)s->partner, s->partner_edge);
    return made;
}

static void carry_step(carrying *c, const step *s, const step *next, bool passes)
{
    if (s->process >= c->bare.now.processes.count || (is_ahead(c) && !is_of_block(c, s))) {
        c->failed = true;
        return;
    }
    uint32_t type = c->bare.now.processes.data[s->process].type;
    step made = step_with(c, s);
    bool done = take(c, &made), both = (replay_take(&c->bare, s) == STEP_DONE) == done;
    limits_poll();
    c->failed = !both || (!done && next);
    if (done && passes)
        pass_fences(c);
    c->failed |= done && (are_both_ahead(c, s) || is_seen(c, type, s, next));
}

static void carry_part(carrying *c, const run *steps, size_t first, size_t end, bool passes_at_end)
{
    for (size_t i = first; i < end && !c->failed; i++) {
        const step *s = &steps->data[i], *next = i + 1 < end ? s + 1 : NULL;
        if (is_done(c, s))
            c->failed = replay_take(&c->bare, s) != STEP_DONE;
        else
            carry_step(c, s, next, next || passes_at_end);
    }
}

bool optimality_carries(const program *full, machine on, const property_list *properties, const footprints *looks, property_ref violated, const run *steps,
                        uint32_t loop, const bool *with)
{
    arena *memory = arena_new();
    strbuf why = {0};
    const property *of = property_at(properties, violated);
    bool loops = loop < steps->count, stays = !property_is_of_step(of);
    carrying c = {.full = full, .with = program_with(memory, full, with), .looks = looks, .asked = of->temporal ? &looks->questions[violated.index] : NULL};
    bool *none = ARENA_ARRAY(memory, bool, full->candidates.count + 1);
    replay_result began = replay_init(&c.bare, program_with(memory, full, none), on, NULL);
    c.failed = (replay_init(&c.r, c.with, on, NULL) != STEP_DONE || began != STEP_DONE) && steps->count;
    if (!c.failed)
        pass_fences(&c);
    carry_part(&c, steps, 0, steps->count, stays);
    c.failed |= !c.failed && stays && is_ahead(&c);
    uint32_t out_loop = loop == NO_LOOP ? NO_LOOP : (uint32_t)c.out.count;
    if (loops) /* once more: whoever passed a fence on the way to the loop alone has done so */
        carry_part(&c, steps, loop, steps->count, true);
    bool carried = !c.failed && trace_build(memory, c.with, on, properties, violated, &c.out, out_loop, &why);
    strbuf_release(&why);
    vec_release(&c.out);
    replay_release(&c.bare);
    replay_release(&c.r);
    arena_free(memory);
    return carried;
}
