/* expand.c: what one state leads to: its successors, the violations on the way, and whether it is itself bad.
 *
 * The steps of a process, its commits, and the conditions on the whole state are units (memo.h): what they did once is not done again. */
#include <string.h>

#include "base/bug.h"
#include "engine/explicit/search_internal.h"

/* ---- What is found on the way ---- */
void search_note(search *s, property_ref violated, process_ref process)
{
    s->counts.errors++;
    s->counts.failures += property_is(violated, s->runtime);
    for (size_t i = 0; i < s->findings.count; i++)
        if (property_is(s->findings.data[i].property, violated))
            return;
    vec_push(&s->findings, ((finding){.property = violated, .state = s->number, .process = process, .timeout = s->timeout, .is_judged = s->is_judging}));
    if (!s->request->all_errors && !s->by_levels)
        s->stop = true;
}

static uint64_t *new_record(search *s, uint64_t tag)
{
    uint32_t size = memo_record_limbs(s->store.limbs);
    vec_reserve(&s->records, s->records.count + size);
    uint64_t *record = s->records.data + s->records.count;
    s->records.count += size;
    memset(record, 0, size * sizeof *record);
    record[0] = tag;
    return record;
}

/* Room for one more successor. */
static inline uint64_t *add_candidate(search *s, uint32_t limbs)
{
    vec_reserve(&s->candidates, s->candidates.count + limbs);
    s->candidates.count += limbs;
    return s->candidates.data + s->candidates.count - limbs;
}

static bool add_of_other_shape(search *s, const successors *x)
{
    uint64_t *state = add_candidate(s, s->store.limbs);
    s->direct = true;
    if (!s->is_frozen) {
        const packing *of = layout_of_shape(s->layout, x->shape);
        return of && layout_pack(s->layout, of, x->slots, state);
    }
    const packing *of = layout_find_shape(s->layout, x->shape);
    s->is_stale = !of || !packing_pack(of, s->layout, x->slots, state);
    return !s->is_stale;
}

static void add_value(search *s, uint32_t slot, int32_t value)
{
    if (s->is_frozen)
        s->is_stale = true;
    else
        layout_widen(s->layout, s->packing, slot, value);
}

/* A successor as a patch to the state under way; one of another shape goes straight to the candidates. */
static bool add_rest(search *s, const successors *x)
{
    if (x->shape->id != s->shape->id)
        return add_of_other_shape(s, x);
    uint64_t *clear = new_record(s, 0) + 1, *set = clear + s->store.limbs;
    for (size_t i = 0; i < x->undos.count; i++) {
        uint32_t slot = x->undos.data[i].slot;
        const field *f = &s->packing->fields[slot];
        uint64_t mask = field_mask(f);
        if (mask && (clear[f->limb] & mask) == mask)
            continue; /* the slot was written more than once, or another slot of its bundle was written */
        int32_t value = packing_carried(s->packing, slot, x->slots);
        if (!field_fits(f, value)) {
            add_value(s, slot, value);
            return false;
        }
        clear[f->limb] |= mask;
        set[f->limb] |= field_bits(f, value);
    }
    return true;
}

static bool on_rest(void *data, successors *x)
{
    search *s = data;
    search_lock_contents(s);
    bool goes_on = add_rest(s, x);
    search_unlock_contents(s);
    return goes_on;
}

static bool on_violation(void *data, successors *x, property_ref violated)
{
    (void)x;
    new_record(data, 1 + (uint64_t)violated.index);
    return true;
}

/* ---- Units ---- */
static void check_conditions(search *s)
{
    const property_list *list = s->request->properties;
    for (uint32_t i = 0; i < list->items.count; i++) {
        const property *p = &list->items.data[i];
        bool bad = p->kind == PROPERTY_MUTEX ? successors_count_at(&s->successors, p->label) > 1
                   : p->kind == PROPERTY_NEVER || p->kind == PROPERTY_ALWAYS ? successors_condition(&s->successors, p->bad) != 0 : false;
        if (bad)
            new_record(s, 1 + (uint64_t)i);
    }
}

static const uint64_t MOVED = 1ull << 32; /* beside the number of records: the process has steps, even if none comes to rest */

/* The row of the handle becomes the state under way. */
static void load(search *s)
{
    if (s->loaded)
        return;
    search_lock_contents(s);
    packing_load(s->packing, s->state, &s->successors);
    search_unlock_contents(s);
    s->loaded = true;
}

/* Runs the unit on the state under way and remembers what comes out. NULL when the layout is stale, or when the results
 * cannot be remembered: then they are left in s->records, after *count. */
static const uint64_t *compute(search *s, unit_ref u, unit_kind kind, uint64_t *count)
{
    successors_sink sink = {.rest = on_rest, .violation = on_violation, .data = s};
    uint32_t size = memo_record_limbs(s->store.limbs);
    load(s);
    successors_begin(&s->successors);
    vec_clear(&s->records);
    s->direct = false;
    bool moved = false;
    if (kind == UNIT_STEPS)
        moved = successors_by_steps(&s->successors, s->process, s->timeout, &sink);
    else if (kind == UNIT_COMMITS)
        moved = successors_by_commits(&s->successors, s->process, &sink);
    else
        check_conditions(s);
    if (search_is_stale(s)) {
        s->loaded = false;
        return NULL;
    }
    *count = s->records.count / size | (moved ? MOVED : 0);
    if (s->direct || s->timeout)
        return NULL;
    memo_extend(&s->memo, u, s->packing, s->store.limbs, s->successors.reads.data, s->successors.reads.count);
    uint64_t *kept = memo_add(&s->memo, u, s->state, s->store.limbs, s->records.data, s->records.count / size);
    *kept = *count;
    return kept;
}

/* The functions from here to `expand_all` are the hot path. They take the number of limbs as an argument, so that for small states it is a
 * constant once they are inlined. */
#define HOT static inline __attribute__((always_inline))

/* Turns records into candidates and findings. */
HOT void apply_records(search *s, uint64_t count, const uint64_t *record, uint32_t limbs)
{
    uint32_t size = memo_record_limbs(limbs);
    for (uint32_t k = (uint32_t)count; k > 0; k--, record += size) {
        if (record[0]) {
            search_note(s, (property_ref){(uint32_t)(record[0] - 1)}, s->process);
            continue;
        }
        uint64_t *successor = add_candidate(s, limbs);
        for (uint32_t i = 0; i < limbs; i++)
            successor[i] = (s->state[i] & ~record[1 + i]) | record[1 + limbs + i];
    }
}

/* The unit's results for the state under way. False when the layout is stale. */
HOT bool run_unit(search *s, unit_ref u, unit_kind kind, bool *moved, uint32_t limbs)
{
    uint64_t count = 0;
    const uint64_t *found = s->timeout ? NULL : memo_find(&s->memo, u, s->state, limbs);
    if (!found) {
        found = compute(s, u, kind, &count);
        if (search_is_stale(s))
            return false;
    }
    if (found)
        apply_records(s, *found, found + 1, limbs);
    else
        apply_records(s, count, s->records.data, limbs);
    *moved |= ((found ? *found : count) & MOVED) != 0;
    return true;
}

HOT bool has_pending(const search *s, process_ref process, uint32_t limbs)
{
    const uint64_t *pending = s->packing->pending + (size_t)process.index * limbs;
    uint64_t any = 0;
    for (uint32_t i = 0; i < limbs; i++)
        any |= s->state[i] & pending[i];
    return any != 0;
}

HOT unit_ref steps_of(const search *s, process_ref process)
{
    uint32_t at = (uint32_t)field_get(&s->packing->fields[shape_process(s->shape, process)->pc], s->state);
    return (unit_ref){s->packing->first_steps[process.index].index + at};
}

/* All steps and commits of all processes. False when the layout is stale. */
HOT bool expand_all(search *s, bool *moved, uint32_t limbs)
{
    uint32_t count = s->shape->process_count;
    for (uint32_t k = 0; k < count; k++) {
        process_ref p = {s->ascending ? k : count - 1 - k};
        s->process = p;
        if (!run_unit(s, steps_of(s, p), UNIT_STEPS, moved, limbs))
            return false;
        if (s->rows->buffers->has_buffers && has_pending(s, p, limbs) &&
            !run_unit(s, s->packing->commits[p.index], UNIT_COMMITS, moved, limbs))
            return false;
    }
    return true;
}

bool search_run_unit(search *s, unit_ref u, unit_kind kind, bool *moved)
{
    return run_unit(s, u, kind, moved, s->store.limbs);
}

bool search_has_pending(const search *s, process_ref process)
{
    return s->rows->buffers->has_buffers && has_pending(s, process, s->store.limbs);
}

unit_ref search_steps_of(const search *s, process_ref process)
{
    return steps_of(s, process);
}

/* The one step of the first process that has one whose order nobody sees. False when the layout is stale; *moved tells whether there is any. */
static bool expand_ample(search *s, bool *moved)
{
    for (process_ref p = {0}; p.index < s->shape->process_count; p.index++) {
        const process_slots *slots = shape_process(s->shape, p);
        if (!s->ample.nodes[slots->type][field_get(&s->packing->fields[slots->pc], s->state)])
            continue;
        size_t before = s->candidates.count;
        bool possible = false;
        s->process = p;
        if (!run_unit(s, search_steps_of(s, p), UNIT_STEPS, &possible, s->store.limbs))
            return false;
        *moved = s->candidates.count > before; /* its store may have met the bound */
        if (*moved)
            return true;
    }
    return true;
}

/* The steps and commits of those who are not still. False when the layout is stale. */
static bool expand_moving(search *s)
{
    bool moved = false;
    for (process_ref p = {0}; p.index < s->shape->process_count; p.index++) {
        s->process = p;
        if (search_is_still(s, p))
            continue;
        if (!search_run_unit(s, search_steps_of(s, p), UNIT_STEPS, &moved))
            return false;
        if (search_has_pending(s, p) && !search_run_unit(s, s->packing->commits[p.index], UNIT_COMMITS, &moved))
            return false;
    }
    return true;
}

/* ---- Final states ---- */
/* The slot of an observed value. Others may have the number of a process that has gone. */
static uint32_t slot_of(const search *s, const observation *o)
{
    const program *p = s->rows->program;
    uint32_t within = program_observed(p, o)->offset + o->element, gone = p->kept ? (uint32_t)s->successors.slots[p->gone] : 0;
    if (!o->is_local)
        return within;
    return (o->process + gone < p->start.count ? s->shape->process[o->process].locals : p->kept[o->process]) + within;
}

/* The values that are observed, in the successors' row. */
static void add_final(search *s, finals *f)
{
    vec_clear(&f->row);
    for (uint32_t i = 0; i < f->count; i++)
        vec_push(&f->row, s->successors.slots[slot_of(s, &f->observed[i])]);
    finals_add(f);
}

static void look_at_final(search *s)
{
    const property_list *list = s->request->properties;
    s->loaded = false;
    load(s);
    s->loaded = false;
    if (s->request->finals)
        add_final(s, s->request->finals);
    for (uint32_t i = 0; i < list->items.count; i++)
        if (list->items.data[i].kind == PROPERTY_FINAL && successors_condition(&s->successors, list->items.data[i].bad))
            search_note(s, (property_ref){i}, (process_ref){NOBODY});
}

/* ---- Ends ---- */
static bool may_end(const search *s, process_ref process)
{
    const process_slots *slots = shape_process(s->shape, process);
    const node *n = &s->rows->program->processes.data[slots->type].nodes.data[field_get(&s->packing->fields[slots->pc], s->state)];
    return n->is_end || n->is_final;
}

/* No step is possible: fine if every process may end here. Then no store is pending either, and who could be removed has been. */
static void check_end(search *s)
{
    property_ref deadlock = property_of_kind(s->request->properties, PROPERTY_DEADLOCK);
    process_ref ended = {0};
    while (ended.index < s->shape->process_count && may_end(s, ended))
        ended.index++;
    if (ended.index == s->shape->process_count) {
        s->counts.final_states++;
        if (s->wants_finals)
            look_at_final(s);
        return;
    }
    s->counts.deadlocks++;
    if (!property_is(deadlock, NO_PROPERTY))
        search_note(s, deadlock, (process_ref){NOBODY});
}

void search_take(search *s, state_ref number)
{
    s->number = number;
    s->state = store_state(&s->store, number);
    s->packing = layout_of(s->layout, s->state);
    s->shape = s->packing->shape;
    s->loaded = false;
    s->timeout = false;
}

static bool finish(search *s, bool moved)
{
    if (!moved)
        check_end(s);
    return true;
}

bool search_expand(search *s, state_ref number)
{
    bool moved = false;
    uint32_t limbs = s->store.limbs;
    search_take(s, number);
    if (s->still)
        return expand_moving(s);
    if (s->has_sleep && s->shape->process_count <= SLEEP_MOST_PROCESSES)
        return sleep_expand(s, &moved) && finish(s, moved);
    if (s->ample.nodes && (!expand_ample(s, &moved) || moved))
        return moved;
    bool fresh = limbs == 1   ? expand_all(s, &moved, 1)
                 : limbs == 2 ? expand_all(s, &moved, 2)
                 : limbs == 3 ? expand_all(s, &moved, 3)
                 : limbs == 4 ? expand_all(s, &moved, 4)
                              : expand_all(s, &moved, limbs);
    if (fresh && !moved && s->rows->has_timeout) {
        s->timeout = true;
        s->loaded = false;
        fresh = expand_all(s, &moved, limbs);
    }
    return fresh && finish(s, moved);
}

void search_judge(search *s, state_ref number)
{
    bool moved = false;
    search_take(s, number);
    s->process.index = NOBODY;
    s->is_judging = true;
    bool fresh = run_unit(s, s->packing->condition, UNIT_CONDITIONS, &moved, s->store.limbs);
    s->is_judging = false;
    CHECK(fresh);
}
