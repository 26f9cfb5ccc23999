/* carry.c: a run of the program without candidates, executed in one with some of them. */
#include "base/limits.h"
#include "program/candidate.h"
#include "trace/optimality.h"
#include "trace/replay.h"

typedef struct carrying {
    const program *full, *with;
    replay r;
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

/* The step of a fence at which the process stands; false where there is none. */
static bool fence_step(const carrying *c, uint32_t process, step *out)
{
    const replay_process *q = &c->r.now.processes.data[process];
    const process_type *t = &c->full->processes.data[q->type];
    const edge *gap = candidate_gap_at(t, q->node);
    if (gap)
        *out = (step){.kind = STEP_EDGE, .process = process, .edge = (uint32_t)(gap - t->edges.data), .partner = -1};
    return gap != NULL;
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

static const edge *edge_of(const program *p, const replay *r, uint32_t process, uint32_t number)
{
    return &p->processes.data[r->now.processes.data[process].type].edges.data[number];
}

static bool is_store(const carrying *c, const effect *f)
{
    return f->kind == EFFECT_ASSIGN && f->target.kind == PLACE_GLOBAL && c->full->globals.data[f->target.variable].class == VARIABLE_RELAXED;
}

/* How many stores of the step reach memory in it: those up to the last that is atomic or, where such a write takes no others with it, the atomic ones. */
static uint32_t count_atomic(const carrying *c, uint32_t process, uint32_t number)
{
    const edge *before = edge_of(c->full, &c->r, process, number), *now = edge_of(c->with, &c->r, process, number);
    bool alone = machine_traits(c->r.machine)->overwrites;
    uint32_t count = 0, stores = 0;
    for (uint32_t i = 0; i < before->effect_count && before->effect_count == now->effect_count; i++) {
        bool atomic = before->effects[i].candidate && (now->effects[i].kind != before->effects[i].kind || now->effects[i].target.is_atomic);
        stores += is_store(c, &before->effects[i]);
        if (atomic)
            count = alone ? count + 1 : stores;
    }
    return count;
}

/* The commits that follow an atomic write are done by it. */
static size_t skip_commits(const run *steps, size_t at, uint32_t process, uint32_t count)
{
    while (count && at + 1 < steps->count && steps->data[at + 1].kind == STEP_COMMIT && steps->data[at + 1].process == process) {
        at++;
        count--;
    }
    return at;
}

static void carry_part(carrying *c, const run *steps, size_t first, size_t end, bool passes_at_end)
{
    for (size_t i = first; i < end && !c->failed; i++) {
        const step *s = &steps->data[i];
        uint32_t atomic = s->kind == STEP_EDGE ? count_atomic(c, s->process, s->edge) : 0;
        bool done = take(c, s);
        limits_poll();
        i = skip_commits(steps, i, s->process, atomic);
        c->failed = !done && i + 1 < end;
        if (done && (i + 1 < end || passes_at_end))
            pass_fences(c);
    }
}

bool optimality_carries(const program *full, machine on, const property_list *properties, property_ref violated, const run *steps, uint32_t loop,
                        const bool *with)
{
    arena *memory = arena_new();
    strbuf why = {0};
    const property *of = property_at(properties, violated);
    bool loops = loop < steps->count, stays = of->temporal || (of->kind != PROPERTY_ASSERTION && of->kind != PROPERTY_RUNTIME && of->kind != PROPERTY_OVERFLOW);
    carrying c = {.full = full, .with = program_with(memory, full, with)};
    c.failed = replay_init(&c.r, c.with, on, NULL) != STEP_DONE && steps->count;
    if (!c.failed)
        pass_fences(&c);
    carry_part(&c, steps, 0, steps->count, stays);
    uint32_t out_loop = loop == NO_LOOP ? NO_LOOP : (uint32_t)c.out.count;
    if (loops) /* once more: whoever passed a fence on the way to the loop alone has done so */
        carry_part(&c, steps, loop, steps->count, true);
    bool carried = !c.failed && trace_build(memory, c.with, on, properties, violated, &c.out, out_loop, &why);
    strbuf_release(&why);
    vec_release(&c.out);
    replay_release(&c.r);
    arena_free(memory);
    return carried;
}
