/* trace.c: a run, executed by replay.c and written down step by step.
 *
 * The run is executed twice: once to see that it is possible and how many processes of each type it has, which decides
 * their names, and once to record. States that do not differ share their arrays. */
#include "trace/trace.h"

#include <string.h>

#include "base/bug.h"
#include "base/limits.h"
#include "trace/lasso.h"
#include "trace/replay.h"

const char *trace_kind_name(trace_kind kind)
{
    /* in the order of trace_kind */
    static const char *const names[] = {"local", "load", "store", "fence", "commit", "atomic",
                                        "ghost", "sync", "send",  "receive", "run", "end"};
    CHECK((size_t)kind < sizeof names / sizeof *names);
    return names[kind];
}

/* Where the last buffer that was recorded of a process ends, and how many more stores fit in behind it. */
typedef struct store_log {
    trace_store *end;
    uint32_t room;
} store_log;

typedef struct recorder {
    arena *memory;
    const program *program;
    const uint32_t *created;       /* of each type, in the whole run */
    const char ***names;           /* of each type and instance */
    trace_step *steps;             /* steps[0] is the initial state, steps[i + 1] the i-th step */
    uint32_t count;
    VEC(store_log) logs;           /* by process */
    VEC(trace_store) stores;       /* of one process, while they are recorded */
} recorder;

/* ---- The state after a step ---- */

static const int32_t *record_values(arena *memory, const int32_t *values, size_t count, const int32_t *previous)
{
    if (previous && (!count || !memcmp(values, previous, count * sizeof *values)))
        return previous;
    int32_t *copy = ARENA_ARRAY(memory, int32_t, count + 1);
    if (count)
        memcpy(copy, values, count * sizeof *values);
    return copy;
}

/* How many of the old buffer's stores have left at its front, when the rest is where the new one begins; all of them where it is not. */
static uint32_t count_gone(const trace_process *old, const trace_store *now, uint32_t count)
{
    uint32_t gone = 0;
    while (gone < old->store_count && (!count || memcmp(&old->stores[gone], now, sizeof *now)))
        gone++;
    uint32_t kept = old->store_count - gone;
    return kept <= count && (!kept || !memcmp(old->stores + gone, now, kept * sizeof *now)) ? gone : old->store_count;
}

/* A buffer from which only the oldest went and to which only younger ones came shares the array of the one before: its new end is written behind it. */
static void record_stores(recorder *rec, const replay_state *s, uint32_t process, const trace_process *old, trace_process *out)
{
    vec_clear(&rec->stores);
    for (size_t i = 0; i < s->pending.count; i++) {
        const replay_pending *pending = &s->pending.data[i];
        if (pending->process == process)
            vec_push(&rec->stores, ((trace_store){.element = pending->element, .value = pending->value, .step = pending->step}));
    }
    while (rec->logs.count <= process)
        vec_push(&rec->logs, (store_log){0});
    store_log *log = &rec->logs.data[process];
    uint32_t count = (uint32_t)rec->stores.count, gone = old ? count_gone(old, rec->stores.data, count) : 0, kept = old ? old->store_count - gone : 0;
    bool shares = kept && old->stores + old->store_count == log->end && log->room >= count - kept;
    trace_store *first = shares ? log->end - kept : NULL;
    if (!shares) {
        first = ARENA_ARRAY(rec->memory, trace_store, 2 * (size_t)count + 8);
        log->end = first;
        log->room = 2 * count + 8;
        kept = 0;
    }
    if (count > kept)
        memcpy(log->end, rec->stores.data + kept, (count - kept) * sizeof *first);
    log->end += count - kept;
    log->room -= count - kept;
    out->store_count = count;
    out->stores = first;
}

static bool is_same_process(const trace_process *a, const trace_process *b)
{
    return a->name == b->name && a->node == b->node && a->locals == b->locals && a->store_count == b->store_count &&
           (a->store_count == 0 || !memcmp(a->stores, b->stores, a->store_count * sizeof *a->stores));
}

void trace_channel_name(const trace_channel *c, strbuf *out)
{
    strbuf_printf(out, "%s%s%s", c->owner ? c->owner : "", c->owner ? ":" : "", c->type->name);
}

static bool is_same_channel(const trace_channel *a, const trace_channel *b)
{
    return a->type == b->type && a->owner == b->owner && a->count == b->count && a->values == b->values;
}

/* The youngest process whose channels begin at that one or before it; NULL: the program itself. */
static const char *channel_owner(const replay_state *s, uint32_t index, const trace_process *processes)
{
    const char *owner = NULL;
    for (uint32_t i = 0; i < s->processes.count; i++)
        if (s->processes.data[i].first_channel <= index)
            owner = processes[i].name;
    return owner;
}

static void record_channels(recorder *rec, const replay_state *s, const trace_step *previous, trace_step *out)
{
    trace_channel *channels = ARENA_ARRAY(rec->memory, trace_channel, s->channels.count + 1);
    bool changed = !previous;
    for (uint32_t i = 0; i < s->channels.count; i++) {
        const replay_channel *c = &s->channels.data[i];
        if (!c->type->capacity)
            continue;
        const trace_channel *old = previous && out->channel_count < previous->channel_count ? &previous->channels[out->channel_count] : NULL;
        trace_channel *now = &channels[out->channel_count++];
        *now = (trace_channel){.type = c->type, .owner = channel_owner(s, i, out->processes), .count = c->count};
        bool same = old && old->type == c->type && old->count == c->count;
        now->values = record_values(rec->memory, s->slots.data + c->first_slot, (size_t)c->count * c->type->field_count, same ? old->values : NULL);
        changed |= !old || !is_same_channel(now, old);
    }
    changed |= previous && previous->channel_count != out->channel_count;
    out->channels = changed ? channels : previous->channels;
}

static void record_state(recorder *rec, const replay_state *s, const trace_step *previous, trace_step *out)
{
    uint32_t count = (uint32_t)s->processes.count;
    out->memory = record_values(rec->memory, s->globals.data, s->globals.count, previous ? previous->memory : NULL);
    out->process_count = count;
    trace_process *processes = ARENA_ARRAY(rec->memory, trace_process, count + 1);
    bool changed = !previous || previous->process_count != count;
    for (uint32_t i = 0; i < count; i++) {
        const replay_process *q = &s->processes.data[i];
        const trace_process *old = previous && i < previous->process_count ? &previous->processes[i] : NULL;
        trace_process *now = &processes[i];
        *now = (trace_process){.type = q->type, .name = rec->names[q->type][q->instance], .node = q->node};
        bool same = old && old->name == now->name;
        now->locals = record_values(rec->memory, s->locals.data + q->first_local, rec->program->processes.data[q->type].local_count,
                                    same ? old->locals : NULL);
        record_stores(rec, s, i, same ? old : NULL, now);
        changed |= !same || !is_same_process(now, old);
    }
    out->processes = changed ? processes : previous->processes;
    if (s->channels.count)
        record_channels(rec, s, previous, out);
}

static void name_processes(recorder *rec)
{
    const program *p = rec->program;
    rec->names = ARENA_ARRAY(rec->memory, const char **, p->processes.count + 1);
    for (size_t t = 0; t < p->processes.count; t++) {
        const char *name = p->processes.data[t].name;
        rec->names[t] = ARENA_ARRAY(rec->memory, const char *, rec->created[t] + 1);
        for (uint32_t i = 0; i < rec->created[t]; i++)
            rec->names[t][i] = rec->created[t] > 1 ? arena_printf(rec->memory, "%s[%u]", name, i) : name;
    }
}

/* ---- What a step was ---- */

/* After a fence of its own step that is an atomic operation. */
static bool writes_memory(const edge *e)
{
    for (uint32_t i = 0; i < e->effect_count; i++)
        if (e->effects[i].kind == EFFECT_WRITE_MEMORY || e->effects[i].kind == EFFECT_FETCH_ADD)
            return true;
    return false;
}

static trace_kind kind_of_effects(const edge *e)
{
    for (uint32_t i = 0; i < e->effect_count; i++)
        switch (e->effects[i].kind) {
        case EFFECT_FENCE: return writes_memory(e) ? TRACE_ATOMIC : TRACE_FENCE;
        case EFFECT_BARRIER: return TRACE_FENCE;
        case EFFECT_SYNC: return TRACE_SYNC;
        case EFFECT_EXCHANGE:
        case EFFECT_FETCH_ADD:
        case EFFECT_CAS:
        case EFFECT_COMPARE_EXCHANGE: return TRACE_ATOMIC;
        case EFFECT_SEND: return TRACE_SEND;
        case EFFECT_RECEIVE: return TRACE_RECEIVE;
        case EFFECT_RUN: return TRACE_RUN;
        case EFFECT_ASSIGN:
        case EFFECT_WRITE_MEMORY:
        case EFFECT_ASSERT:
        case EFFECT_PRINT: break;
        }
    return TRACE_LOCAL;
}

trace_kind trace_kind_of_edge(const edge *e, const replay_seen *seen)
{
    trace_kind kind = kind_of_effects(e);
    if (kind != TRACE_LOCAL)
        return kind;
    if (e->wait == EDGE_LOCKED)
        return TRACE_ATOMIC;
    if (seen->element >= 0)
        return seen->relaxed ? TRACE_STORE : TRACE_GHOST;
    if (e->wait == EDGE_FENCED)
        return TRACE_FENCE;
    return seen->reads.count ? TRACE_LOAD : TRACE_LOCAL;
}

void trace_commit_text(const program *p, uint32_t element, int32_t value, strbuf *out)
{
    const variable *v = &p->globals.data[program_global_of_element(p, element)];
    strbuf_add(out, "commit ");
    variable_element_name(v, element - v->offset, out);
    strbuf_add(out, " = ");
    variable_value_text(p, v, value, out);
}

static const char *commit_text(recorder *rec, const step *taken, int32_t value)
{
    strbuf text = {0};
    trace_commit_text(rec->program, taken->element, value, &text);
    const char *kept = arena_strdup(rec->memory, strbuf_text(&text));
    strbuf_release(&text);
    return kept;
}

/* The place of a commit is that of the store. */
static source_location commit_where(const recorder *rec, const trace_step *before, const step *taken)
{
    const trace_process *q = &before->processes[taken->process];
    for (uint32_t i = 0; i < q->store_count; i++)
        if (q->stores[i].element == taken->element)
            return rec->steps[q->stores[i].step + 1].where;
    return (source_location){0};
}

static void record_step(recorder *rec, const replay *r, const step *taken)
{
    const trace_step *before = &rec->steps[rec->count];
    trace_step *out = &rec->steps[++rec->count];
    const trace_process *q = &before->processes[taken->process];
    const process_type *t = &rec->program->processes.data[q->type];
    *out = (trace_step){.step = *taken, .process = q->name, .element = r->seen.element, .value = r->seen.value};
    switch (taken->kind) {
    case STEP_EDGE: {
        const edge *e = &t->edges.data[taken->edge];
        out->kind = trace_kind_of_edge(e, &r->seen);
        out->text = e->text ? e->text : "";
        out->where = e->where;
        out->partner = taken->partner >= 0 ? before->processes[taken->partner].name : NULL;
        break;
    }
    case STEP_COMMIT:
        out->kind = TRACE_COMMIT;
        out->text = commit_text(rec, taken, r->seen.value);
        out->where = commit_where(rec, before, taken);
        break;
    case STEP_END:
        out->kind = TRACE_END;
        out->text = "end";
        out->where = t->nodes.data[q->node].where;
        break;
    }
    out->read_count = (uint32_t)r->seen.reads.count;
    trace_read *reads = ARENA_ARRAY(rec->memory, trace_read, out->read_count + 1);
    if (out->read_count)
        memcpy(reads, r->seen.reads.data, out->read_count * sizeof *reads);
    out->reads = reads;
    if (out->kind == TRACE_LOAD) {
        out->element = reads[0].element;
        out->value = reads[0].value;
    }
    if (r->seen.printed.length)
        out->printed = arena_strdup(rec->memory, strbuf_text(&r->seen.printed));
    record_state(rec, &r->now, before, out);
}

/* ---- Does it end as claimed? ---- */

/* The type of process that has the effect. */
static const process_type *owner_of(const program *p, const effect *f)
{
    for (size_t t = 0; t < p->processes.count; t++)
        for (size_t i = 0; i < p->processes.data[t].edges.count; i++) {
            const edge *e = &p->processes.data[t].edges.data[i];
            for (uint32_t k = 0; k < e->effect_count; k++)
                if (&e->effects[k] == f)
                    return &p->processes.data[t];
        }
    BUG("an assertion of no process");
}

static const char *failed_assertion(arena *memory, const replay *r, const effect *f)
{
    strbuf text = {0};
    strbuf_add(&text, "assertion violated: ");
    expr_print(r->program, owner_of(r->program, f), f->value, &text);
    const char *kept = arena_strdup(memory, strbuf_text(&text));
    strbuf_release(&text);
    return kept;
}

const char *trace_violation(arena *memory, replay *r, replay_result last, const property_list *properties, property_ref violated)
{
    const property *wanted = property_at(properties, violated);
    bool judged = last == STEP_DONE && replay_is_open(r);
    switch (wanted->kind) {
    case PROPERTY_ASSERTION:
        for (size_t i = 0; i < r->seen.failed.count; i++)
            if (property_is(property_of_assertion(properties, r->seen.failed.data[i]), violated))
                return failed_assertion(memory, r, r->seen.failed.data[i]);
        return NULL;
    case PROPERTY_RUNTIME: return last == STEP_ERROR ? arena_strdup(memory, r->why) : NULL;
    case PROPERTY_OVERFLOW: return last == STEP_OVERFLOW ? arena_strdup(memory, r->why) : NULL;
    case PROPERTY_DEADLOCK: return last == STEP_DONE && replay_is_deadlock(r) ? "no step is possible" : NULL;
    case PROPERTY_NEVER:
    case PROPERTY_ALWAYS:
        if (!judged || !replay_is_true(r, wanted->bad))
            return NULL;
        if (wanted->undefined && replay_is_true(r, wanted->undefined))
            return "the condition has no value: an index is out of range, or a divisor is 0";
        return wanted->kind == PROPERTY_NEVER ? "the condition is true" : "the condition is false";
    case PROPERTY_MUTEX:
        return judged && replay_at_label_together(r, wanted->label) ? "two processes are at the label together" : NULL;
    case PROPERTY_FINAL:
        if (!judged || !replay_is_final(r) || !replay_is_true(r, wanted->bad))
            return NULL;
        return wanted->is_wanted ? "this final state has it" : "this final state is not as it says";
    case PROPERTY_LTL: case PROPERTY_CLAIM: case PROPERTY_ACCEPTANCE: case PROPERTY_PROGRESS: BUG("a temporal property is not violated in a state");
    }
    BUG("unknown kind of property");
}

/* What a run that lasso_check has confirmed does wrong. */
static const char *lasso_message(property_kind kind, const run *steps, uint32_t loop)
{
    if (loop == NO_LOOP)
        return "this run brings the claim to its end";
    if (kind == PROPERTY_ACCEPTANCE)
        return loop == steps->count ? "this run stays at an accept label for ever" : "this run passes an accept label again and again";
    if (kind == PROPERTY_PROGRESS)
        return loop == steps->count ? "this run stays for ever where no progress label is" : "this run goes round for ever without passing a progress label";
    if (kind == PROPERTY_CLAIM)
        return "this run, which never ends, is one that the claim forbids";
    return "this run, which never ends, does not satisfy it";
}

/* Executes the run, recording into rec where it is not NULL. False where a step is not possible. */
static bool execute_run(replay *r, replay_result *last, const run *steps, recorder *rec, strbuf *why)
{
    if (rec)
        record_state(rec, &r->now, NULL, &rec->steps[0]);
    for (size_t i = 0; i < steps->count; i++) {
        if (!replay_follow(r, last, &steps->data[i], i, why))
            return false;
        if (rec) {
            record_step(rec, r, &steps->data[i]);
            limits_round();
        }
    }
    return true;
}

/* How many processes of each type the run has; NULL where it is not possible. */
static uint32_t *count_created(arena *memory, const program *p, machine on, const run *steps, strbuf *why)
{
    replay r;
    replay_result last = replay_init(&r, p, on, NULL);
    uint32_t *created = NULL;
    if (execute_run(&r, &last, steps, NULL, why)) {
        created = ARENA_ARRAY(memory, uint32_t, p->processes.count + 1);
        if (p->processes.count)
            memcpy(created, r.now.created.data, p->processes.count * sizeof *created);
    }
    replay_release(&r);
    return created;
}

/* Executes a possible run once more and writes it down; r is left at its end, and must be released. */
static trace *write_down(arena *memory, const program *p, machine on, const uint32_t *created, const run *steps, replay *r, replay_result *last, strbuf *why)
{
    recorder rec = {.memory = memory, .program = p, .created = created};
    rec.steps = ARENA_ARRAY(memory, trace_step, steps->count + 1);
    name_processes(&rec);
    *last = replay_init(r, p, on, NULL);
    bool again = execute_run(r, last, steps, &rec, why);
    CHECK(again);
    trace *t = ARENA_NEW(memory, trace);
    *t = (trace){.program = p, .machine = on, .property = NO_PROPERTY, .loop = NO_LOOP, .initial = rec.steps, .steps = rec.steps + 1, .step_count = rec.count};
    vec_release(&rec.logs);
    vec_release(&rec.stores);
    return t;
}

const trace *trace_record(arena *memory, const program *p, machine on, const run *steps, strbuf *why)
{
    const uint32_t *created = count_created(memory, p, on, steps, why);
    replay r;
    replay_result last;
    if (!created)
        return NULL;
    const trace *t = write_down(memory, p, on, created, steps, &r, &last, why);
    replay_release(&r);
    return t;
}

const trace *trace_build(arena *memory, const program *p, machine on, const property_list *properties, property_ref violated, const run *steps,
                         uint32_t loop, strbuf *why)
{
    CHECK(violated.index < properties->items.count);
    const property *of = property_at(properties, violated);
    if (!of->temporal && loop != NO_LOOP) {
        strbuf_printf(why, "a run that violates \"%s\" ends there: it has no loop", of->name);
        return NULL;
    }
    const uint32_t *created = count_created(memory, p, on, steps, why);
    lasso_facts *facts = of->temporal ? ARENA_NEW(memory, lasso_facts) : NULL;
    if (!created || (of->temporal && !lasso_check(p, on, of->temporal, steps, loop, facts, why)))
        return NULL;
    replay r;
    replay_result last;
    trace *t = write_down(memory, p, on, created, steps, &r, &last, why);
    t->property = violated;
    t->loop = loop;
    t->facts = facts;
    t->message = of->temporal ? lasso_message(of->kind, steps, loop) : trace_violation(memory, &r, last, properties, violated);
    if (!t->message)
        strbuf_printf(why, "the run does not end in a violation of \"%s\"", of->name);
    replay_release(&r);
    return t->message ? t : NULL;
}
