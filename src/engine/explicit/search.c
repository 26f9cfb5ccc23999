/* search.c: depth-first and breadth-first exploration.
 *
 * A batch of open states is expanded, its successors are hashed and their table cells fetched ahead, then they are added one by one. Open
 * states are known by their number in the store; new ones go on a stack (dfs) or wait for their turn (bfs). */
#include "engine/explicit/search.h"

#include <string.h>

#include "base/bug.h"
#include "base/clock.h"

enum {
    LARGE_TABLE_BITS = 18,  /* from here on the table does not fit a cache: batches pay off */
    BATCH_SIZE = 16,
    CHECK_EVERY = 2048      /* states between looks at the clock */
};

/* ---- What the exec reports ---- */
static void note_finding(search *s, uint32_t violated, uint32_t process)
{
    s->errors++;
    for (size_t i = 0; i < s->findings.count; i++)
        if (s->findings.data[i].property == violated)
            return;
    vec_push(&s->findings, ((finding){.property = violated, .state = s->number, .process = process, .timeout = s->timeout}));
    if (!s->request->all_errors)
        s->stop = true;
}

static uint64_t *new_record(search *s, uint64_t tag)
{
    uint32_t size = memo_record_words(s->store.words);
    vec_reserve(&s->records, s->records.count + size);
    uint64_t *record = s->records.data + s->records.count;
    s->records.count += size;
    memset(record, 0, size * sizeof *record);
    record[0] = tag;
    return record;
}

/* Room for one more successor. */
static inline uint64_t *add_candidate(search *s, uint32_t words)
{
    vec_reserve(&s->candidates, s->candidates.count + words);
    s->candidates.count += words;
    return s->candidates.data + s->candidates.count - words;
}

/* A successor as a patch to the state under way; one of another shape goes straight to the candidates. */
static bool on_rest(void *data, exec *x)
{
    search *s = data;
    model *m = s->model;
    if (x->shape != s->shape) {
        s->direct = true;
        if (m->stale)
            return false; /* the shape is new: it has no fields yet, and the words may be too few */
        return model_pack(m, x->shape, x->slots, add_candidate(s, s->store.words));
    }
    uint64_t *clear = new_record(s, 0) + 1, *set = clear + s->store.words;
    for (size_t i = 0; i < x->undos.count; i++) {
        uint32_t slot = x->undos.data[i].slot;
        const field *f = &x->shape->fields[slot];
        if (!field_fits(f, x->slots[slot])) {
            model_widen(m, x->shape, slot, x->slots[slot]);
            return false;
        }
        uint64_t mask = field_mask(f);
        clear[f->word] |= mask;
        set[f->word] = (set[f->word] & ~mask) | field_bits(f, x->slots[slot]);
    }
    return true;
}

static bool on_violation(void *data, exec *x, uint32_t violated)
{
    (void)x;
    new_record(data, 1 + (uint64_t)violated);
    return true;
}

/* ---- Units ---- */
/* The unit's mask takes in everything that was read; true when it has grown. */
static void extend_mask(search *s, unit *u)
{
    if (!u->mask) {
        u->mask = ARENA_ARRAY(s->model->memory, uint64_t, s->store.words);
        u->version++;
    }
    bool grown = false;
    for (size_t i = 0; i < s->exec.reads.count; i++) {
        uint32_t slot = s->exec.reads.data[i];
        if (slot >= s->shape->slot_count)
            continue; /* of a process created on the way: it depends on what was read before */
        const field *f = &s->shape->fields[slot];
        grown |= (field_mask(f) & ~u->mask[f->word]) != 0;
        u->mask[f->word] |= field_mask(f);
    }
    u->version += grown;
}

typedef enum unit_kind { UNIT_STEPS, UNIT_COMMITS, UNIT_CONDITIONS } unit_kind;

static void check_conditions(search *s)
{
    const property_list *list = s->request->properties;
    for (uint32_t i = 0; i < list->items.count; i++) {
        const property *p = &list->items.data[i];
        bool bad = p->kind == PROPERTY_MUTEX ? exec_count_at(&s->exec, p->label) > 1
                   : p->kind == PROPERTY_NEVER || p->kind == PROPERTY_ALWAYS ? exec_condition(&s->exec, p->bad) != 0 : false;
        if (bad)
            new_record(s, 1 + (uint64_t)i);
    }
}

static const uint64_t MOVED = 1ull << 32; /* beside the number of records: the process has steps, even if none comes to rest */

/* Runs the unit on the state under way and remembers what comes out. NULL when the model is stale, or when the results
 * cannot be remembered: then they are left in s->records, after *count. */
static const uint64_t *compute(search *s, unit *u, unit_kind kind, uint64_t *count)
{
    exec_sink sink = {on_rest, on_violation, s};
    uint32_t size = memo_record_words(s->store.words);
    if (!s->loaded)
        exec_load(&s->exec, s->shape, s->state);
    s->loaded = true;
    exec_begin(&s->exec);
    vec_clear(&s->records);
    s->direct = false;
    bool moved = false;
    if (kind == UNIT_STEPS)
        moved = exec_process(&s->exec, s->process, s->timeout, &sink);
    else if (kind == UNIT_COMMITS)
        moved = exec_commits(&s->exec, s->process, &sink);
    else
        check_conditions(s);
    if (s->model->stale) {
        s->loaded = false;
        return NULL;
    }
    *count = s->records.count / size | (moved ? MOVED : 0);
    if (s->direct || s->timeout)
        return NULL;
    extend_mask(s, u);
    uint64_t *kept = memo_add(&s->memo, u, s->state, s->store.words, s->records.data, s->records.count / size);
    *kept = *count;
    return kept;
}

/* The functions from here to `expand` are the hot path. They take the number of words as an argument, so that for small states it is a
 * constant once they are inlined. */
#define HOT static inline __attribute__((always_inline))

/* Turns records into candidates and findings. */
HOT void apply_records(search *s, uint64_t count, const uint64_t *record, uint32_t words)
{
    uint32_t size = memo_record_words(words);
    for (uint32_t k = (uint32_t)count; k > 0; k--, record += size) {
        if (record[0]) {
            note_finding(s, (uint32_t)(record[0] - 1), s->process);
            continue;
        }
        uint64_t *successor = add_candidate(s, words);
        for (uint32_t i = 0; i < words; i++)
            successor[i] = (s->state[i] & ~record[1 + i]) | record[1 + words + i];
    }
}

/* The unit's results for the state under way. False when the model is stale. */
HOT bool run_unit(search *s, unit *u, unit_kind kind, bool *moved, uint32_t words)
{
    uint64_t count = 0;
    const uint64_t *found = s->timeout ? NULL : memo_find(&s->memo, u, s->state, words);
    if (!found) {
        found = compute(s, u, kind, &count);
        if (s->model->stale)
            return false;
    }
    if (found)
        apply_records(s, *found, found + 1, words);
    else
        apply_records(s, count, s->records.data, words);
    *moved |= ((found ? *found : count) & MOVED) != 0;
    return true;
}

HOT bool has_pending(const search *s, uint32_t process, uint32_t words)
{
    const uint64_t *pending = s->shape->pending + (size_t)process * words;
    uint64_t any = 0;
    for (uint32_t i = 0; i < words; i++)
        any |= s->state[i] & pending[i];
    return any != 0;
}

/* All steps and commits of all processes. False when the model is stale. */
HOT bool expand_all(search *s, bool *moved, uint32_t words)
{
    for (uint32_t p = s->shape->process_count; p-- > 0;) {
        s->process = p;
        uint32_t at = (uint32_t)field_get(&s->shape->fields[s->shape->process[p].pc], s->state);
        if (!run_unit(s, &s->shape->steps[p][at], UNIT_STEPS, moved, words))
            return false;
        if (s->model->buffers->has_buffers && has_pending(s, p, words) &&
            !run_unit(s, &s->shape->commits[p], UNIT_COMMITS, moved, words))
            return false;
    }
    return true;
}

static bool may_end(const search *s, uint32_t process)
{
    const process_slots *slots = &s->shape->process[process];
    const node *n = &s->model->program->processes.data[slots->type].nodes.data[field_get(&s->shape->fields[slots->pc], s->state)];
    return n->is_end || n->is_final;
}

/* No step is possible: fine if every process may end here. */
static void check_end(search *s)
{
    uint32_t deadlock = property_of_kind(s->request->properties, PROPERTY_DEADLOCK), ended = 0;
    while (ended < s->shape->process_count && may_end(s, ended))
        ended++;
    if (ended == s->shape->process_count) {
        s->final_states++;
        return;
    }
    s->deadlocks++;
    if (deadlock != UINT32_MAX)
        note_finding(s, deadlock, UINT32_MAX);
}

static void take_state(search *s, uint32_t number)
{
    s->number = number;
    s->state = store_state(&s->store, number);
    s->shape = model_shape_of(s->model, s->state);
    s->loaded = false;
    s->timeout = false;
}

/* ---- Final states ---- */
static bool ignore_rest(void *data, exec *x)
{
    (void)data, (void)x;
    return true;
}

static bool ignore_violation(void *data, exec *x, uint32_t violated)
{
    (void)data, (void)x, (void)violated;
    return true;
}

/* All have ended or wait at a valid end, with empty buffers. The exec has the state then. */
static bool is_final(search *s)
{
    const exec_sink sink = {ignore_rest, ignore_violation, NULL};
    bool all_ended = true;
    for (uint32_t p = 0; p < s->shape->process_count; p++) {
        const process_slots *slots = &s->shape->process[p];
        const node *n = &s->model->program->processes.data[slots->type].nodes.data[field_get(&s->shape->fields[slots->pc], s->state)];
        if (!(n->is_end || n->is_final) || has_pending(s, p, s->store.words))
            return false;
        all_ended &= n->is_final;
    }
    if (s->shape->process_count < s->model->program->start.count)
        return false;
    exec_load(&s->exec, s->shape, s->state);
    for (uint32_t p = 0; p < s->shape->process_count && !all_ended; p++) {
        const node *n = &s->model->program->processes.data[s->shape->process[p].type].nodes.data[exec_node(&s->exec, p)];
        exec_begin(&s->exec);
        if (!n->is_final && exec_process(&s->exec, p, false, &sink))
            return false;
    }
    return true;
}

/* The values that are observed, in the exec's row. */
static void add_final(search *s, finals *f)
{
    vec_clear(&f->row);
    for (uint32_t i = 0; i < f->count; i++) {
        const observation *o = &f->observed[i];
        uint32_t within = program_observed(f->program, o)->offset + o->element;
        vec_push(&f->row, s->exec.slots[o->is_local ? s->shape->process[o->process].locals + within : within]);
    }
    intern_row(&f->rows, f->row.data, f->row.count);
}

static void look_at_final(search *s)
{
    const property_list *list = s->request->properties;
    s->loaded = false;
    if (!is_final(s))
        return;
    if (s->request->finals)
        add_final(s, s->request->finals);
    for (uint32_t i = 0; i < list->items.count; i++)
        if (list->items.data[i].kind == PROPERTY_FINAL && exec_condition(&s->exec, list->items.data[i].bad))
            note_finding(s, i, UINT32_MAX);
}

/* The successors of a state become candidates. False when the model is stale. */
static bool expand(search *s, uint32_t number)
{
    bool moved = false;
    uint32_t words = s->store.words;
    take_state(s, number);
    bool fresh = words == 1   ? expand_all(s, &moved, 1)
                 : words == 2 ? expand_all(s, &moved, 2)
                 : words == 3 ? expand_all(s, &moved, 3)
                 : words == 4 ? expand_all(s, &moved, 4)
                              : expand_all(s, &moved, words);
    if (fresh && !moved && s->model->has_timeout) {
        s->timeout = true;
        s->loaded = false;
        fresh = expand_all(s, &moved, words);
    }
    if (!fresh)
        return false;
    if (!moved)
        check_end(s);
    if (s->wants_finals)
        look_at_final(s);
    return true;
}

/* The conditions on the whole state, for one that was just added. False when stale (which reading alone never makes it). */
static void judge(search *s, uint32_t number)
{
    bool moved = false;
    take_state(s, number);
    s->process = UINT32_MAX;
    bool fresh = run_unit(s, &s->shape->condition, UNIT_CONDITIONS, &moved, s->store.words);
    CHECK(fresh);
}

/* ---- Layout changes ---- */
/* Builds the layout anew and writes every state in it. The numbers of states stay. */
static void relayout(search *s)
{
    model *m = s->model;
    size_t shape_count = m->shapes.count;
    VEC(field *) old = {0};
    for (size_t i = 0; i < shape_count; i++) {
        size_t size = (m->shapes.data[i]->slot_count + 1) * sizeof(field), capacity = 0;
        field *fields = vec_grow(NULL, &capacity, size, 1);
        memcpy(fields, m->shapes.data[i]->fields, size);
        vec_push(&old, fields);
    }
    uint64_t old_shape_mask = (1ull << m->shape_bits) - 1;
    store before = s->store;
    int32_t *slots = NULL;
    size_t slot_capacity = 0;
    word_vec packed = {0};
    model_relayout(m);
    memo_clear(&s->memo);
    vec_reserve(&packed, m->words);
    if (m->too_large || !store_init(&s->store, m->words)) {
        s->limit = m->too_large ? "a state takes more than 32 KiB" : "memory is used up";
        s->stop = true;
        s->findings.count = 0; /* their states cannot be read any more */
    }
    for (uint32_t i = 0; i < before.count && !s->stop; i++) {
        const uint64_t *state = store_state(&before, i);
        const shape *of = m->shapes.data[state[0] & old_shape_mask];
        if (slot_capacity < of->slot_count)
            slots = vec_grow(slots, &slot_capacity, of->slot_count, sizeof *slots);
        for (uint32_t k = 0; k < of->slot_count; k++)
            slots[k] = field_get(&old.data[of->id][k], state);
        bool fits = model_pack(m, of, slots, packed.data), is_new;
        CHECK(fits);
        if (store_add(&s->store, packed.data, store_hash(packed.data, m->words), before.parents[i], &is_new) == STORE_NONE) {
            s->limit = "memory is used up";
            s->stop = true;
        }
    }
    for (size_t i = 0; i < shape_count; i++)
        vec_free_data(old.data[i]);
    vec_release(&old);
    vec_release(&packed);
    vec_free_data(slots);
    store_release(&before);
}

/* ---- Batches ---- */
static void open_new(search *s, uint32_t number, uint32_t depth)
{
    if (s->request->search == SEARCH_DFS)
        vec_push(&s->stack, ((open_state){number, depth}));
}

/* The next states to expand; an empty batch ends the search. */
static void choose_batch(search *s)
{
    size_t size = s->store.table_bits >= LARGE_TABLE_BITS ? BATCH_SIZE : 1;
    vec_clear(&s->batch);
    if (s->request->search == SEARCH_DFS) {
        while (s->batch.count < size && s->stack.count) {
            open_state o = vec_pop(&s->stack);
            vec_push(&s->batch, o);
        }
        return;
    }
    if (s->next == s->level_end && s->next < s->store.count) {
        s->level_end = s->store.count;
        s->depth++;
    }
    while (s->batch.count < size && s->next < s->level_end) {
        vec_push(&s->batch, ((open_state){s->next, s->depth}));
        s->next++;
    }
}

/* Expands the whole batch; a stale model is laid out anew and the batch begun again. */
static void expand_batch(search *s)
{
    size_t findings = s->findings.count;
    uint64_t errors = s->errors, final_states = s->final_states, deadlocks = s->deadlocks;
    for (size_t i = 0; i < s->batch.count && !s->stop; i++) {
        if (expand(s, s->batch.data[i].number)) {
            while (s->origins.count < s->candidates.count / s->store.words)
                vec_push(&s->origins, (uint32_t)i);
            continue;
        }
        vec_clear(&s->candidates);
        vec_clear(&s->origins);
        s->findings.count = findings;
        s->errors = errors;
        s->final_states = final_states;
        s->deadlocks = deadlocks;
        s->stop = false; /* what this batch found will be found again */
        relayout(s);
        i = (size_t)-1;
    }
}

static void add_new(search *s, const uint64_t *state, uint64_t hash, uint64_t cell, const open_state *origin)
{
    uint32_t number = store_insert(&s->store, state, hash, cell, origin->number);
    if (number == STORE_NONE) {
        s->limit = "memory is used up";
        s->stop = true;
        return;
    }
    if (origin->depth + 1 > s->max_depth)
        s->max_depth = origin->depth + 1;
    open_new(s, number, origin->depth + 1);
    if (s->has_conditions)
        judge(s, number);
}

static void add_candidates(search *s)
{
    uint32_t words = s->store.words;
    size_t count = s->candidates.count / words;
    vec_reserve(&s->hashes, count);
    for (size_t i = 0; i < count; i++) {
        s->hashes.data[i] = store_hash(s->candidates.data + i * words, words);
        store_prefetch(&s->store, s->hashes.data[i]);
    }
    if (s->store.table_bits >= LARGE_TABLE_BITS)
        for (size_t i = 0; i < count; i++)
            store_prefetch_state(&s->store, s->hashes.data[i]);
    for (size_t i = 0; i < count && !s->stop; i++) {
        const uint64_t *state = s->candidates.data + i * words;
        uint64_t hash = s->hashes.data[i], cell = 0;
        uint32_t known = words == 1   ? store_find(&s->store, state, hash, 1, &cell)
                         : words == 2 ? store_find(&s->store, state, hash, 2, &cell)
                         : words == 3 ? store_find(&s->store, state, hash, 3, &cell)
                         : words == 4 ? store_find(&s->store, state, hash, 4, &cell)
                                      : store_find(&s->store, state, hash, words, &cell);
        if (known == STORE_NONE)
            add_new(s, state, hash, cell, &s->batch.data[s->origins.data[i]]);
    }
    s->transitions += count;
    s->visited += s->batch.count;
    vec_clear(&s->candidates);
    vec_clear(&s->origins);
}

/* ---- Limits ---- */
static void check_limits(search *s)
{
    const engine_request *r = s->request;
    if (r->max_states && s->store.count >= r->max_states) {
        s->limit = "the limit on states was reached";
        s->stop = true;
    }
    if (s->visited < s->next_check)
        return;
    s->next_check = s->visited + CHECK_EVERY;
    statistics now = {0};
    search_statistics(s, &now);
    if (r->time_limit > 0 && now.seconds >= r->time_limit) {
        s->limit = "the time limit was reached";
        s->stop = true;
    } else if (r->memory_limit && now.peak_memory_bytes >= r->memory_limit) {
        s->limit = "the memory limit was reached";
        s->stop = true;
    } else if (r->progress && !r->progress(r->progress_data, &now)) {
        s->limit = "it was interrupted";
        s->stop = true;
    }
}

void search_statistics(const search *s, statistics *out)
{
    size_t bytes = store_bytes(&s->store);
    *out = (statistics){
        .states_stored = s->store.count, .states_visited = s->visited, .transitions = s->transitions, .max_depth = s->max_depth,
        .errors = s->errors, .final_states = s->final_states, .deadlocks = s->deadlocks,
        .state_bytes = s->store.count ? bytes / s->store.count : 0,
        .peak_memory_bytes = bytes + s->memo.entries.capacity * sizeof(uint64_t) + (sizeof *s->memo.table << s->memo.table_bits) +
                             s->stack.capacity * sizeof *s->stack.data,
        .seconds = clock_seconds() - s->start,
    };
}

/* The first state: values are packed once their classes hold them. */
static bool add_initial(search *s)
{
    word_vec packed = {0};
    bool is_new = false;
    if (!exec_initial(&s->exec)) {
        uint32_t runtime = property_of_kind(s->request->properties, PROPERTY_RUNTIME);
        s->number = STORE_NONE;
        note_finding(s, runtime, UINT32_MAX);
        return false;
    }
    do {
        model_relayout(s->model);
        vec_reserve(&packed, s->model->words);
    } while (!s->model->too_large && !model_pack(s->model, s->exec.shape, s->exec.slots, packed.data));
    if (s->model->too_large || !store_init(&s->store, s->model->words))
        s->limit = s->model->too_large ? "a state takes more than 32 KiB" : "memory is used up";
    else
        store_add(&s->store, packed.data, store_hash(packed.data, s->store.words), STORE_NONE, &is_new);
    vec_release(&packed);
    return is_new;
}

static bool has_conditions(const property_list *list)
{
    for (size_t i = 0; i < list->items.count; i++)
        if (list->items.data[i].kind == PROPERTY_NEVER || list->items.data[i].kind == PROPERTY_ALWAYS ||
            list->items.data[i].kind == PROPERTY_MUTEX)
            return true;
    return false;
}

void search_run(search *s, const engine_request *request, model *m, double start)
{
    *s = (search){.request = request, .model = m, .start = start, .has_conditions = has_conditions(request->properties), .level_end = 1};
    s->wants_finals = request->finals || property_of_kind(request->properties, PROPERTY_FINAL) != UINT32_MAX;
    memo_init(&s->memo);
    exec_init(&s->exec, m, request->properties);
    if (!add_initial(s))
        return;
    open_new(s, 0, 0);
    if (s->has_conditions)
        judge(s, 0);
    while (!s->stop) {
        choose_batch(s);
        if (!s->batch.count) {
            CHECK(s->visited == s->store.count); /* every state was expanded: only then does silence mean anything */
            break;
        }
        expand_batch(s);
        if (!s->stop)
            add_candidates(s);
        if (!s->stop)
            check_limits(s);
    }
}

void search_release(search *s)
{
    exec_release(&s->exec);
    store_release(&s->store);
    memo_release(&s->memo);
    vec_release(&s->findings);
    vec_release(&s->candidates);
    vec_release(&s->hashes);
    vec_release(&s->origins);
    vec_release(&s->records);
    vec_release(&s->stack);
    vec_release(&s->batch);
}
