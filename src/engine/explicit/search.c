/* search.c: exploration depth first, breadth first or best first.
 *
 * A batch of open states is expanded, its successors are hashed and their table cells fetched ahead, then they are added one by one. Open
 * states are known by their number in the store; new ones go on a stack (dfs), wait for their turn (bfs) or go into a queue (best). */
#include "engine/explicit/search_internal.h"

#include "base/bug.h"
#include "base/clock.h"
#include "base/limits.h"
#include "engine/explicit/levels.h"
#include "engine/explicit/relayout.h"

enum {
    LARGE_TABLE_BITS = 18,  /* from here on the table does not fit a cache: batches pay off */
    CHECK_EVERY = 8192,     /* states and transitions between looks at the clock: a state may have hundreds of successors */
    MANY_REWRITTEN = 1000000 /* states written in a new layout, beyond which that should happen less often */
};

/* ---- Layout changes ---- */
/* `dissolves`: from now on without bundles. */
static void renew_layout(search *s, bool dissolves)
{
    uint32_t count = s->store.count;
    const char *failed = relayout(s->layout, &s->store, &s->memo, dissolves, levels_crew(s));
    if (failed) {
        s->limit = failed;
        s->stop = true;
        s->findings.count = 0; /* their states cannot be read any more */
    }
    s->rewritten += count;
    s->layout->has_foresight |= s->rewritten > 4 * (uint64_t)count + MANY_REWRITTEN;
}

/* ---- Batches ---- */
static int64_t value_of_state(search *s, state_ref number)
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
    else if (s->request->search == SEARCH_DFS && !s->by_levels)
        vec_push(&s->stack, o);
}

/* Of one level; the first one after a search depth first is on the stack. */
static void choose_level(search *s, size_t size)
{
    while (s->batch.count < size && s->stack.count)
        vec_push(&s->batch, vec_pop(&s->stack));
    if (s->batch.count)
        return;
    if (s->next == s->level_end && s->next < s->store.count) {
        s->level_end = s->store.count;
        s->depth++;
    }
    while (s->batch.count < size && s->next < s->level_end) {
        vec_push(&s->batch, ((open_state){{s->next}, s->depth}));
        s->next++;
    }
}

/* The next states to expand; an empty batch ends the search. */
static void choose_batch(search *s)
{
    size_t size = s->store.table_bits >= LARGE_TABLE_BITS && !s->has_sleep ? SEARCH_BATCH : 1;
    vec_clear(&s->batch);
    if (levels_begin(s)) {
        choose_level(s, levels_chunk(s));
    } else if (s->has_queue) {
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

/* Each candidate from the given one on becomes the one that stands for it. False when the layout is stale. */
static bool unify_candidates(search *s, size_t first)
{
    uint32_t limbs = s->store.limbs;
    bool fresh = true;
    for (size_t i = first; s->canonical.symmetry && fresh && i < s->candidates.count / limbs; i++) {
        uint64_t *state = s->candidates.data + i * limbs;
        const packing *of = layout_of(s->layout, state);
        vec_reserve(&s->row, of->shape->slot_count);
        search_lock_contents(s);
        packing_unpack(of, state, s->row.data);
        search_unlock_contents(s);
        const int32_t *row = canonical_row(&s->canonical, of->shape, s->row.data);
        search_lock_contents(s);
        fresh = s->is_frozen ? packing_pack(of, s->layout, row, state) : layout_pack(s->layout, of, row, state);
        search_unlock_contents(s);
    }
    return fresh;
}

bool search_expand_state(search *s, state_ref number, uint32_t origin)
{
    if (!search_expand(s, number) || !unify_candidates(s, s->origins.count))
        return false;
    while (s->origins.count < s->candidates.count / s->store.limbs)
        vec_push(&s->origins, origin);
    return true;
}

/* Expands the whole batch; a stale layout is laid out anew and the batch begun again. */
static void expand_batch(search *s)
{
    size_t findings = s->findings.count;
    search_counts counts = s->counts;
    for (size_t i = 0; i < s->batch.count && !s->stop; i++) {
        if (search_expand_state(s, s->batch.data[i].number, (uint32_t)i)) {
            if (s->has_sleep)
                sleep_finish(s);
            continue;
        }
        vec_clear(&s->candidates);
        vec_clear(&s->origins);
        s->findings.count = findings;
        s->counts = counts;
        s->stop = false; /* what this batch found will be found again */
        renew_layout(s, false);
        i = (size_t)-1;
    }
}

/* What sleeps in a candidate. */
static uint64_t asleep_in(const search *s, size_t candidate)
{
    return candidate < s->asleep.count ? s->asleep.data[candidate] : 0;
}

static void reach_again(search *s, state_ref number, size_t candidate)
{
    if (sleep_reach(s, number, asleep_in(s, candidate), false))
        open_state_push(s, (open_state){number, s->batch.data[s->origins.data[candidate]].depth + 1});
}

static void add_new(search *s, const uint64_t *state, uint64_t hash, uint64_t cell, size_t candidate)
{
    const open_state *origin = &s->batch.data[s->origins.data[candidate]];
    state_ref number = store_insert(&s->store, state, hash, cell, origin->number);
    if (state_is(number, STATE_NONE)) {
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
        state_ref known = limbs == 1   ? store_find(&s->store, state, hash, 1, &cell)
                          : limbs == 2 ? store_find(&s->store, state, hash, 2, &cell)
                          : limbs == 3 ? store_find(&s->store, state, hash, 3, &cell)
                          : limbs == 4 ? store_find(&s->store, state, hash, 4, &cell)
                                       : store_find(&s->store, state, hash, limbs, &cell);
        if (state_is(known, STATE_NONE))
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

void search_take_batch(search *s)
{
    expand_batch(s);
    if (s->successors.met_bound && s->needs_all)
        s->outgrown = s->stop = true;
    if (!s->stop)
        add_candidates(s);
}

/* ---- Limits ---- */
static void check_limits(search *s)
{
    const engine_request *r = s->request;
    if (r->max_states && s->store.count >= r->max_states) {
        s->limit = "the limit on states was reached";
        s->stop = true;
    }
    uint64_t work = s->visited + s->transitions;
    if (work < s->next_check && !limits_noticed())
        return;
    limits_spent((work - s->told_work) * (s->canonical.symmetry ? 10 : 1)); /* renaming takes that much longer */
    s->told_work = work;
    s->next_check = work + CHECK_EVERY;
    if (!s->stop && relayout_contents_outweigh(s->layout, &s->store))
        renew_layout(s, true);
    statistics now = {0};
    search_statistics(s, &now);
    const char *limit = engine_limit(r, &now);
    s->limit = limit ? limit : s->limit;
    s->stop |= limit != NULL;
}

void search_statistics(const search *s, statistics *out)
{
    size_t bytes = store_bytes(&s->store) + layout_bytes(s->layout);
    /* Where values are checked, as in DVE, all run-time errors lead to one state that leads nowhere. */
    uint64_t failures = s->rows->program->checks_values ? s->counts.failures : 0, failed = failures > 0;
    *out = (statistics){
        .states_stored = s->store.count + failed, .states_visited = s->visited + failed, .transitions = s->transitions + failures, .max_depth = s->max_depth,
        .errors = s->counts.errors, .final_states = s->counts.final_states, .deadlocks = s->counts.deadlocks,
        .state_bytes = s->store.count ? bytes / s->store.count : 0,
        .seconds = clock_seconds() - s->start,
    };
}

static bool add_initial(search *s)
{
    if (!successors_initial(&s->successors)) {
        property_ref runtime = property_of_kind(s->request->properties, PROPERTY_RUNTIME);
        s->number = STATE_NONE;
        search_note(s, runtime, (process_ref){NOBODY});
        return false;
    }
    s->limit = relayout_first(s->layout, &s->store, &s->successors);
    return !s->limit;
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

void search_run(search *s, const engine_request *request, rows *r, uint64_t still, double start)
{
    *s = (search){.request = request, .rows = r, .still = still, .layout = layout_new(r), .start = start, .has_conditions = has_conditions(request->properties), .level_end = 1};
    s->runtime = property_of_kind(request->properties, PROPERTY_RUNTIME);
    s->wants_finals = request->finals || property_list_has(request->properties, PROPERTY_FINAL);
    memo_init(&s->memo);
    canonical_rows_init(&s->canonical, request, r);
    successors_init(&s->successors, r, request->properties);
    if (!add_initial(s))
        return;
    choose_order(s);
    open_state_push(s, (open_state){0});
    if (s->has_conditions)
        search_judge(s, (state_ref){0});
    while (!s->stop) {
        choose_batch(s);
        if (!s->batch.count) {
            CHECK(s->visited - s->again == s->store.count); /* every state was expanded: only then does silence mean anything */
            break;
        }
        if (s->by_levels)
            levels_take_chunk(s);
        else
            search_take_batch(s);
        if (!s->stop)
            check_limits(s);
    }
    levels_end(s);
}

void search_release(search *s)
{
    layout *of = s->layout;
    store_release(&s->store);
    search_release_parts(s);
    layout_free(of);
}

void search_release_parts(search *s)
{
    successors_release(&s->successors);
    memo_release(&s->memo);
    canonical_rows_release(&s->canonical);
    vec_release(&s->row);
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
