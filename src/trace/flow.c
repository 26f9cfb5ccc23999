/* flow.c: the fate of each store is read off the buffers that were recorded before and after each step. */
#include "trace/flow.h"

#include <string.h>

#include "base/vec.h"
#include "trace/explain.h"

typedef struct finder {
    const trace *t;
    VEC(flow_write) writes;
    VEC(flow_read) reads;
    VEC(uint32_t) *pending; /* by position of the process: the writes in its buffer, oldest first */
    uint32_t *last;         /* by element: the write that memory has; FLOW_NONE: the initial value */
    bool *arrived;          /* by element: a write reached it in the step being looked at */
} finder;

static bool is_relaxed(const finder *f, uint32_t element)
{
    const program *p = f->t->program;
    return p->globals.data[program_global_of_element(p, element)].class == VARIABLE_RELAXED;
}

/* ---- Reads: they see what was there before the step ---- */
static uint32_t youngest_own(const finder *f, uint32_t process, uint32_t element)
{
    for (size_t i = f->pending[process].count; i-- > 0;)
        if (f->writes.data[f->pending[process].data[i]].element == element)
            return f->pending[process].data[i];
    return FLOW_NONE;
}

static void add_reads(finder *f, uint32_t at)
{
    const trace_step *s = &f->t->steps[at];
    for (uint32_t i = 0; i < s->read_count; i++) {
        const trace_read *r = &s->reads[i];
        uint32_t own = r->from_buffer ? youngest_own(f, s->step.process, r->element) : FLOW_NONE;
        vec_push(&f->reads, ((flow_read){.step = at, .element = r->element, .value = r->value, .write = own != FLOW_NONE ? own : f->last[r->element],
                                         .from_buffer = own != FLOW_NONE}));
    }
}

/* ---- Writes ---- */
static uint32_t add_write(finder *f, const char *process, uint32_t element, int32_t value, uint32_t made)
{
    vec_push(&f->writes, ((flow_write){.process = process, .element = element, .value = value, .made = made, .reached = FLOW_NONE, .left = FLOW_NONE}));
    return (uint32_t)f->writes.count - 1;
}

static void arrive(finder *f, uint32_t write, uint32_t at)
{
    flow_write *w = &f->writes.data[write];
    w->reached = w->left = at;
    f->last[w->element] = write;
    f->arrived[w->element] = true;
}

static bool is_same(const flow_write *w, const trace_store *store)
{
    return w->element == store->element && w->made == store->step && w->value == store->value;
}

/* The place of the write in the buffer, which is looked for at `likely` first; the buffer's size: it is not there. */
static uint32_t place_of(const flow_write *w, const trace_process *now, uint32_t likely)
{
    if (likely < now->store_count && is_same(w, &now->stores[likely]))
        return likely;
    for (uint32_t i = 0; i < now->store_count; i++)
        if (is_same(w, &now->stores[i]))
            return i;
    return now->store_count;
}

static bool holds_element(const trace_process *now, uint32_t element)
{
    for (uint32_t i = 0; i < now->store_count; i++)
        if (now->stores[i].element == element)
            return true;
    return false;
}

/* What is missing in the new buffer has left. */
static void update_buffer(finder *f, uint32_t process, uint32_t at)
{
    static const trace_process removed = {0};
    const trace_process *now = process < f->t->steps[at].process_count ? &f->t->steps[at].processes[process] : &removed;
    bool overwrites = machine_traits(f->t->machine)->overwrites;
    uint32_t likely = 0, kept = 0;
    for (size_t i = 0; i < f->pending[process].count; i++) {
        uint32_t write = f->pending[process].data[i], found;
        flow_write *w = &f->writes.data[write];
        if ((found = place_of(w, now, likely)) < now->store_count) {
            f->pending[process].data[kept++] = write;
            likely = found + 1;
        } else if (overwrites && holds_element(now, w->element)) {
            w->left = at;
        } else {
            arrive(f, write, at);
        }
    }
    f->pending[process].count = kept;
    for (uint32_t i = 0; i < now->store_count; i++)
        if (now->stores[i].step == at)
            vec_push(&f->pending[process], add_write(f, now->name, now->stores[i].element, now->stores[i].value, at));
}

static bool is_pending(const finder *f, uint32_t process, uint32_t element, uint32_t made)
{
    for (size_t i = f->pending[process].count; i-- > 0;) {
        const flow_write *w = &f->writes.data[f->pending[process].data[i]];
        if (w->made < made)
            break;
        if (w->element == element)
            return true;
    }
    return false;
}

/* What reached memory in the step that made it. */
static void add_direct_writes(finder *f, uint32_t at)
{
    const trace_step *s = &f->t->steps[at], *before = trace_before(f->t, at);
    bool stores = s->kind == TRACE_STORE || s->kind == TRACE_ATOMIC || s->kind == TRACE_RECEIVE;
    if (s->memory == before->memory && !(stores && s->element >= 0))
        return;
    for (uint32_t e = 0; e < f->t->program->global_count; e++) {
        bool named = stores && s->element == (int64_t)e && s->memory[e] == s->value && !is_pending(f, s->step.process, e, at);
        if (s->kind != TRACE_COMMIT && !f->arrived[e] && (named || s->memory[e] != before->memory[e]) && is_relaxed(f, e))
            arrive(f, add_write(f, s->process, e, s->memory[e], at), at);
    }
}

/* A later effect of a step sees what an earlier one stored: such a read has another value than what was there before. */
static void mend_reads(finder *f, uint32_t at, size_t first_read, size_t first_write)
{
    for (size_t i = first_read; i < f->reads.count; i++) {
        flow_read *r = &f->reads.data[i];
        int32_t known = r->write == FLOW_NONE ? f->t->initial->memory[r->element] : f->writes.data[r->write].value;
        for (size_t w = first_write; w < f->writes.count && known != r->value; w++)
            if (f->writes.data[w].element == r->element && f->writes.data[w].value == r->value) {
                r->write = (uint32_t)w;
                r->from_buffer = f->writes.data[w].left != at;
                break;
            }
    }
}

static void look_at_step(finder *f, uint32_t at)
{
    const trace_step *s = &f->t->steps[at], *before = trace_before(f->t, at);
    size_t first_read = f->reads.count, first_write = f->writes.count;
    add_reads(f, at);
    memset(f->arrived, 0, f->t->program->global_count * sizeof *f->arrived);
    for (uint32_t q = 0; s->processes != before->processes && (q < s->process_count || q < before->process_count); q++)
        update_buffer(f, q, at);
    add_direct_writes(f, at);
    mend_reads(f, at, first_read, first_write);
}

trace_flow trace_find_flow(arena *memory, const trace *t)
{
    uint32_t elements = t->program->global_count;
    finder f = {.t = t, .last = ARENA_ARRAY(memory, uint32_t, elements + 1), .arrived = ARENA_ARRAY(memory, bool, elements + 1)};
    f.pending = arena_alloc(memory, (PROGRAM_MAX_PROCESSES + 1) * sizeof *f.pending);
    memset(f.pending, 0, (PROGRAM_MAX_PROCESSES + 1) * sizeof *f.pending);
    for (uint32_t e = 0; e < elements; e++)
        f.last[e] = FLOW_NONE;
    for (uint32_t i = 0; i < t->step_count; i++)
        look_at_step(&f, i);
    flow_write *writes = ARENA_ARRAY(memory, flow_write, f.writes.count + 1);
    flow_read *reads = ARENA_ARRAY(memory, flow_read, f.reads.count + 1);
    if (f.writes.count)
        memcpy(writes, f.writes.data, f.writes.count * sizeof *writes);
    if (f.reads.count)
        memcpy(reads, f.reads.data, f.reads.count * sizeof *reads);
    trace_flow flow = {.write_count = (uint32_t)f.writes.count, .read_count = (uint32_t)f.reads.count, .writes = writes, .reads = reads};
    for (uint32_t q = 0; q <= PROGRAM_MAX_PROCESSES; q++)
        vec_release(&f.pending[q]);
    vec_release(&f.writes);
    vec_release(&f.reads);
    return flow;
}
