/* search.c: exploration depth first, breadth first or best first.
 *
 * A batch of open states is expanded, its successors are hashed and their table cells fetched ahead, then they are added one by one. Open
 * states are known by their number in the store; new ones go on a stack (dfs), wait for their turn (bfs) or go into a queue (best). */
#include "engine/explicit/search_internal.h"

#include <string.h>

#include "base/bug.h"
#include "base/clock.h"
#include "base/limits.h"

enum {
    LARGE_TABLE_BITS = 18,  /* from here on the table does not fit a cache: batches pay off */
    BATCH_SIZE = 16,
    CHECK_EVERY = 2048,     /* states between looks at the clock */
    MANY_REWRITTEN = 1000000 /* states written in a new layout, beyond which that should happen less often */
};

/* ---- Layout changes ---- */
typedef VEC(packing) packing_vec;

/* How all shapes are laid out now. */
static void copy_packings(const layout *l, packing_vec *out)
{
    for (size_t i = 0; i < l->packings.count; i++) {
        packing copy = l->packings.data[i] ? *l->packings.data[i] : (packing){0};
        if (!copy.shape) {
            vec_push(out, copy);
            continue;
        }
        size_t size = (copy.shape->slot_count + 1) * sizeof(field), capacity = 0;
        copy.fields = vec_grow(NULL, &capacity, size, 1);
        memcpy(copy.fields, l->packings.data[i]->fields, size);
        vec_push(out, copy);
    }
}

/* Writes the states of the layout `old` in the present one. */
static void convert_states(search *s, const store *before, const packing *old, uint64_t old_shape_mask)
{
    layout *l = s->layout;
    limb_vec packed = {0};
    vec_reserve(&packed, l->limbs);
    for (uint32_t i = 0; i < before->count && !s->stop; i++) {
        limits_poll();
        const uint64_t *state = store_state(before, i);
        const packing *of = l->packings.data[state[0] & old_shape_mask];
        bool is_new;
        packing_convert(of, &old[of->shape->id], state, l->limbs, packed.data);
        if (store_add(&s->store, packed.data, store_hash(packed.data, l->limbs), before->parents[i], &is_new) == STORE_NONE) {
            s->limit = "memory is used up";
            s->stop = true;
        }
    }
    vec_release(&packed);
}

/* Builds the layout anew and writes every state in it. The numbers of states stay. `dissolves`: from now on without bundles. */
static void relayout(search *s, bool dissolves)
{
    layout *l = s->layout;
    packing_vec old = {0};
    copy_packings(l, &old);
    uint64_t old_shape_mask = (1ull << l->shape_bits) - 1;
    store before = s->store;
    if (dissolves)
        layout_dissolve(l);
    layout_renew(l);
    memo_clear(&s->memo);
    if (l->too_large || !store_init_like(&s->store, l->limbs, &before)) {
        s->limit = l->too_large ? "a state takes more than 32 KiB" : "memory is used up";
        s->stop = true;
        s->findings.count = 0; /* their states cannot be read any more */
    }
    s->rewritten += before.count;
    l->has_foresight |= s->rewritten > 4 * (uint64_t)before.count + MANY_REWRITTEN;
    convert_states(s, &before, old.data, old_shape_mask);
    if (dissolves)
        layout_drop_contents(l);
    for (size_t i = 0; i < old.count; i++)
        vec_free_data(old.data[i].fields);
    vec_release(&old);
    store_release(&before);
}

/* Contents of buffers are kept once for many states, or should be. */
static bool contents_outweigh_states(const search *s)
{
    enum { MIB = 1 << 20 };
    size_t bytes = s->layout->bundles ? layout_bytes(s->layout) : 0;
    return bytes > MIB && bytes > store_bytes(&s->store) / 2;
}

/* ---- Batches ---- */
static int64_t value_of_state(search *s, uint32_t number)
{
    const uint64_t *state = store_state(&s->store, number);
    if (s->request->search <= SEARCH_BFS)
        return 0; /* the queue is there for states that are opened again */
    packing_load(layout_of(s->layout, state), state, &s->heuristic.at);
    return heuristic_value(&s->heuristic);
}

static void open_state_push(search *s, open_state o)
{
    if (s->has_queue)
        queue_push(&s->queue, value_of_state(s, o.number), o);
    else if (s->request->search == SEARCH_DFS)
        vec_push(&s->stack, o);
}

static void choose_level(search *s, size_t size)
{
    if (s->next == s->level_end && s->next < s->store.count) {
        s->level_end = s->store.count;
        s->depth++;
    }
    while (s->batch.count < size && s->next < s->level_end) {
        vec_push(&s->batch, ((open_state){s->next, s->depth}));
        s->next++;
    }
}

/* The next states to expand; an empty batch ends the search. */
static void choose_batch(search *s)
{
    size_t size = s->store.table_bits >= LARGE_TABLE_BITS && !s->has_sleep ? BATCH_SIZE : 1;
    vec_clear(&s->batch);
    if (s->has_queue) {
        if (s->queue.heap.count)
            vec_push(&s->batch, queue_pop(&s->queue));
    } else if (s->request->search == SEARCH_DFS) {
        while (s->batch.count < size && s->stack.count) {
            open_state o = vec_pop(&s->stack);
            vec_push(&s->batch, o);
        }
    } else {
        choose_level(s, size);
    }
}

/* Expands the whole batch; a stale layout is laid out anew and the batch begun again. */
static void expand_batch(search *s)
{
    size_t findings = s->findings.count;
    uint64_t errors = s->errors, final_states = s->final_states, deadlocks = s->deadlocks;
    for (size_t i = 0; i < s->batch.count && !s->stop; i++) {
        if (search_expand(s, s->batch.data[i].number)) {
            while (s->origins.count < s->candidates.count / s->store.limbs)
                vec_push(&s->origins, (uint32_t)i);
            if (s->has_sleep)
                sleep_finish(s);
            continue;
        }
        vec_clear(&s->candidates);
        vec_clear(&s->origins);
        s->findings.count = findings;
        s->errors = errors;
        s->final_states = final_states;
        s->deadlocks = deadlocks;
        s->stop = false; /* what this batch found will be found again */
        relayout(s, false);
        i = (size_t)-1;
    }
}

/* What sleeps in a candidate. */
static uint64_t asleep_in(const search *s, size_t candidate)
{
    return candidate < s->asleep.count ? s->asleep.data[candidate] : 0;
}

static void reach_again(search *s, uint32_t number, size_t candidate)
{
    if (sleep_reach(s, number, asleep_in(s, candidate), false))
        open_state_push(s, (open_state){number, s->batch.data[s->origins.data[candidate]].depth + 1});
}

static void add_new(search *s, const uint64_t *state, uint64_t hash, uint64_t cell, size_t candidate)
{
    const open_state *origin = &s->batch.data[s->origins.data[candidate]];
    uint32_t number = store_insert(&s->store, state, hash, cell, origin->number);
    if (number == STORE_NONE) {
        s->limit = "memory is used up";
        s->stop = true;
        return;
    }
    if (origin->depth + 1 > s->max_depth)
        s->max_depth = origin->depth + 1;
    if (s->has_sleep)
        sleep_reach(s, number, asleep_in(s, candidate), true);
    open_state_push(s, (open_state){number, origin->depth + 1});
    if (s->has_conditions)
        search_judge(s, number);
}

static void add_candidates(search *s)
{
    uint32_t limbs = s->store.limbs;
    size_t count = s->candidates.count / limbs;
    vec_reserve(&s->hashes, count);
    for (size_t i = 0; i < count; i++) {
        s->hashes.data[i] = store_hash(s->candidates.data + i * limbs, limbs);
        store_prefetch(&s->store, s->hashes.data[i]);
    }
    if (s->store.table_bits >= LARGE_TABLE_BITS)
        for (size_t i = 0; i < count; i++)
            store_prefetch_state(&s->store, s->hashes.data[i]);
    for (size_t i = 0; i < count && !s->stop; i++) {
        const uint64_t *state = s->candidates.data + i * limbs;
        uint64_t hash = s->hashes.data[i], cell = 0;
        uint32_t known = limbs == 1   ? store_find(&s->store, state, hash, 1, &cell)
                         : limbs == 2 ? store_find(&s->store, state, hash, 2, &cell)
                         : limbs == 3 ? store_find(&s->store, state, hash, 3, &cell)
                         : limbs == 4 ? store_find(&s->store, state, hash, 4, &cell)
                                      : store_find(&s->store, state, hash, limbs, &cell);
        if (known == STORE_NONE)
            add_new(s, state, hash, cell, i);
        else if (s->has_sleep)
            reach_again(s, known, i);
    }
    vec_clear(&s->asleep);
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
    if (s->visited < s->next_check && !limits_noticed())
        return;
    s->next_check = s->visited + CHECK_EVERY;
    if (!s->stop && contents_outweigh_states(s))
        relayout(s, true);
    statistics now = {0};
    search_statistics(s, &now);
    const char *limit = engine_limit(r, &now);
    s->limit = limit ? limit : s->limit;
    s->stop |= limit != NULL;
}

void search_statistics(const search *s, statistics *out)
{
    size_t bytes = store_bytes(&s->store) + layout_bytes(s->layout);
    *out = (statistics){
        .states_stored = s->store.count, .states_visited = s->visited, .transitions = s->transitions, .max_depth = s->max_depth,
        .errors = s->errors, .final_states = s->final_states, .deadlocks = s->deadlocks,
        .state_bytes = s->store.count ? bytes / s->store.count : 0,
        .seconds = clock_seconds() - s->start,
    };
}

/* The first state: values are packed once their classes hold them. */
static bool add_initial(search *s)
{
    limb_vec packed = {0};
    bool is_new = false;
    if (!successors_initial(&s->successors)) {
        uint32_t runtime = property_of_kind(s->request->properties, PROPERTY_RUNTIME);
        s->number = STORE_NONE;
        search_note(s, runtime, NOBODY);
        return false;
    }
    layout_of_shape(s->layout, s->successors.shape);
    do {
        layout_renew(s->layout);
        vec_reserve(&packed, s->layout->limbs);
    } while (!s->layout->too_large && !layout_pack(s->layout, layout_of_shape(s->layout, s->successors.shape), s->successors.slots, packed.data));
    if (s->layout->too_large || !store_init(&s->store, s->layout->limbs))
        s->limit = s->layout->too_large ? "a state takes more than 32 KiB" : "memory is used up";
    else
        store_add(&s->store, packed.data, store_hash(packed.data, s->store.limbs), STORE_NONE, &is_new);
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

static void choose_order(search *s)
{
    const engine_request *r = s->request;
    bool best = r->search != SEARCH_DFS && r->search != SEARCH_BFS;
    s->ascending = s->rows->program->buffers_all;
    if (r->reduction == REDUCTION_AMPLE)
        s->ample = ample_find(r, s->rows);
    sleep_init(s);
    s->has_queue = best || (s->has_sleep && r->search == SEARCH_BFS);
    s->needs_all = best && s->rows->cuts && s->rows->bound < SEARCH_EXACT_BOUND;
    s->queue.lifo = best && r->ties_lifo;
    heuristic_init(&s->heuristic, r->search, r->properties, s->rows);
}

void search_run(search *s, const engine_request *request, rows *r, double start)
{
    *s = (search){.request = request, .rows = r, .layout = layout_new(r), .start = start, .has_conditions = has_conditions(request->properties), .level_end = 1};
    s->wants_finals = request->finals || property_of_kind(request->properties, PROPERTY_FINAL) != NO_PROPERTY;
    memo_init(&s->memo);
    successors_init(&s->successors, r, request->properties);
    if (!add_initial(s))
        return;
    choose_order(s);
    open_state_push(s, (open_state){0, 0});
    if (s->has_conditions)
        search_judge(s, 0);
    while (!s->stop) {
        choose_batch(s);
        if (!s->batch.count) {
            CHECK(s->visited - s->again == s->store.count); /* every state was expanded: only then does silence mean anything */
            break;
        }
        expand_batch(s);
        if (s->successors.met_bound && s->needs_all)
            s->outgrown = s->stop = true;
        if (!s->stop)
            add_candidates(s);
        if (!s->stop)
            check_limits(s);
    }
}

void search_release(search *s)
{
    successors_release(&s->successors);
    layout_free(s->layout);
    store_release(&s->store);
    memo_release(&s->memo);
    vec_release(&s->findings);
    vec_release(&s->candidates);
    vec_release(&s->hashes);
    vec_release(&s->origins);
    vec_release(&s->records);
    vec_release(&s->stack);
    vec_release(&s->batch);
    queue_release(&s->queue);
    heuristic_release(&s->heuristic);
    sleep_release(s);
}
