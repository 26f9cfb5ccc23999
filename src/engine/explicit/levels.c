/* levels.c: a chunk of open states, expanded by a crew.
 *
 * The members take blocks of the chunk in turn. A successor that nobody knows is put into the table of the store at once, under a number that says who found it; where two members find it, the one from the earlier open
 * state keeps it. When all blocks are done the new states are counted in the order of the open states that they came from, and get their numbers, their places in the store and their final cells in the table.
 *
 * Meanwhile nobody changes the layout of states, but contents of buffers get their numbers, under a lock. Where a state does not fit, or a member finds too many, what the chunk put into the table is taken out
 * again and the chunk is done by one thread, as a search without levels does it; then the order of states is the same. Steps are remembered by each member for itself. */
#include "engine/explicit/levels.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/bug.h"
#include "base/crew.h"
#include "base/limits.h"
#include "base/memory.h"
#include "engine/explicit/search_internal.h"

#ifdef TARRY_HOSTILE
enum { FROM_STATES = 40, CHUNK = 64, BLOCK = 4, MOST_FOUND_BITS = 7 };
#else
enum { FROM_STATES = 1 << 18, CHUNK = 1 << 13, BLOCK = 128, MOST_FOUND_BITS = 17 };
#endif
enum { MOST_FOUND = 1 << MOST_FOUND_BITS, MOST_MEMBERS = 64, FEW = 2 * BLOCK };

/* A state that a member was the first to find. */
typedef struct found_state {
    uint32_t origin;  /* position of the open state in the chunk */
    uint32_t cell;    /* of the table */
    uint32_t is_lost; /* another has found it from an earlier state */
} found_state;

typedef struct hand {
    search *search;     /* of the first member: the search itself */
    uint64_t *states;   /* those that it found, MOST_FOUND at most */
    found_state *found;
    uint32_t count;
    uint64_t transitions;
} hand;

/* Open states that one member expands, and what it found there. */
typedef struct block {
    uint32_t member, first, end; /* among what the member found */
    uint32_t number;             /* of the first new state */
} block;

struct levels {
    search *search;
    crew *crew;
    pthread_mutex_t contents;  /* of buffers: who gives them numbers */
    uint32_t renewals;         /* of the layout that the members know */
    hand hands[MOST_MEMBERS];
    VEC(open_state) open;      /* the chunk */
    VEC(block) blocks;
    uint32_t next_block;       /* atomic */
    bool has_failed;           /* atomic: the chunk is to be done by one thread */
};

/* ---- The order of what is found ---- */
/* The position in the chunk of the open state that led there: numbers of open states need not rise, since the first may come from a stack. */
static uint32_t origin_of(const levels *v, const finding *f)
{
    state_ref from = f->is_judged ? v->search->store.parents[f->state.index] : f->state;
    uint32_t at = 0;
    while (at < v->open.count && !state_is(v->open.data[at].number, from))
        at++;
    CHECK(at < v->open.count);
    return at;
}

typedef struct keyed_finding {
    uint32_t origin;
    finding finding;
} keyed_finding;

static int compare_findings(const void *a, const void *b)
{
    const keyed_finding *x = a, *y = b;
    if (x->origin != y->origin)
        return x->origin < y->origin ? -1 : 1;
    if (x->finding.is_judged != y->finding.is_judged)
        return x->finding.is_judged ? 1 : -1;
    return (x->finding.property.index > y->finding.property.index) - (x->finding.property.index < y->finding.property.index);
}

/* Those of one chunk, from `first` on: each property once, in the order of the states that were expanded. */
static void order_findings(levels *v, size_t first)
{
    search *s = v->search;
    VEC(keyed_finding) sorted = {0};
    if (s->findings.count <= first)
        return; /* fewer: a new layout failed, and they are dropped */
    for (size_t i = first; i < s->findings.count; i++)
        vec_push(&sorted, ((keyed_finding){origin_of(v, &s->findings.data[i]), s->findings.data[i]}));
    qsort(sorted.data, sorted.count, sizeof *sorted.data, compare_findings);
    s->findings.count = first;
    for (size_t i = 0; i < sorted.count; i++) {
        bool known = false;
        for (size_t k = 0; k < s->findings.count; k++)
            known |= property_is(s->findings.data[k].property, sorted.data[i].finding.property);
        if (!known)
            vec_push(&s->findings, sorted.data[i].finding);
    }
    vec_release(&sorted);
    if (!s->request->all_errors) {
        s->findings.count = first + 1;
        s->stop = true;
    }
}

/* ---- Members ---- */
static void release_hand(hand *h)
{
    if (h->search) {
        rows *own = h->search->rows;
        search_release_parts(h->search);
        rows_free(own);
        memory_free(h->search);
    }
    h->search = NULL;
}

static void make_hand(hand *h, const search *of, levels *v)
{
    search *s = memory_new(sizeof *s);
    *s = (search){.request = of->request, .rows = rows_again(of->rows, of->request->footprints), .layout = of->layout, .store = of->store, .still = of->still, .has_conditions = of->has_conditions,
                  .wants_finals = of->wants_finals, .ample = of->ample, .ascending = of->ascending, .runtime = of->runtime, .by_levels = true, .is_frozen = true, .contents = &v->contents};
    memo_init(&s->memo);
    canonical_rows_init(&s->canonical, s->request, s->rows);
    successors_init(&s->successors, s->rows, s->request->properties);
    h->search = s;
}

/* For the present layout: shapes may be new, and nothing is remembered. */
static void prepare(void *data, uint32_t member)
{
    levels *v = data;
    hand *h = &v->hands[member];
    if (!h->found)
        h->found = memory_new(MOST_FOUND * sizeof *h->found);
    memory_free(h->states);
    h->states = memory_new((size_t)MOST_FOUND * v->search->store.limbs * sizeof *h->states);
    if (member) {
        release_hand(h);
        make_hand(h, v->search, v);
    }
}

static void give_back(void *data, uint32_t member)
{
    hand *h = &((levels *)data)->hands[member];
    memory_free(h->found);
    memory_free(h->states);
    h->found = NULL;
    h->states = NULL;
    if (member)
        release_hand(h);
}

/* A member was left by a jump: nobody waits for it. */
static void unlock(void *data, uint32_t member)
{
    hand *h = &((levels *)data)->hands[member];
    if (h->search)
        search_unlock_contents(h->search);
}

/* What the others know beside states. */
static void collect(levels *v)
{
    search *s = v->search;
    for (uint32_t k = 1; k < crew_members(v->crew); k++) {
        const search *of = v->hands[k].search;
        if (!of)
            continue;
        rows_take_over(s->rows, of->rows);
        s->successors.met_bound |= of->successors.met_bound;
    }
}

/* False where the search must end. */
static bool let_all(levels *v, void (*work)(void *data, uint32_t member))
{
    crew_task task = {work, unlock, v};
    if (crew_do(v->crew, &task))
        return true;
    v->search->limit = limits_reason();
    v->search->stop = true;
    return false;
}

/* ---- What a block leads to ---- */
#define HOT static inline __attribute__((always_inline))

HOT const uint64_t *state_in(const levels *v, uint32_t number, uint32_t limbs)
{
    const store *known = &v->search->store;
    if (number < known->count)
        return known->states + (size_t)number * limbs;
    number -= known->count;
    return v->hands[number >> MOST_FOUND_BITS].states + (size_t)(number & (MOST_FOUND - 1)) * limbs;
}

static found_state *found_as(levels *v, uint32_t number)
{
    number -= v->search->store.count;
    return &v->hands[number >> MOST_FOUND_BITS].found[number & (MOST_FOUND - 1)];
}

/* Puts the state into the cell, which holds `before`. False where somebody was faster: *before is what it holds now. */
HOT bool put_into(levels *v, uint32_t member, const uint64_t *state, uint64_t at, uint32_t tag, uint32_t origin, uint32_t *before, uint32_t limbs)
{
    hand *h = &v->hands[member];
    uint32_t mine = tag | (v->search->store.count + (member << MOST_FOUND_BITS) + h->count + 1);
    for (uint32_t i = 0; i < limbs; i++)
        h->states[(size_t)h->count * limbs + i] = state[i];
    h->found[h->count] = (found_state){.origin = origin, .cell = (uint32_t)at};
    if (!__atomic_compare_exchange_n(&v->search->store.table[at], before, mine, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
        return false;
    h->count++;
    return true;
}

/* The state was found from this open state of the chunk. */
HOT void offer(levels *v, uint32_t member, const uint64_t *state, uint64_t hash, uint32_t origin, uint32_t limbs)
{
    const store *known = &v->search->store;
    uint64_t mask = (1ull << known->table_bits) - 1, at = hash >> (64 - known->table_bits);
    uint32_t tag_mask = store_tag_mask(known), tag = (uint32_t)(hash << known->table_bits) & tag_mask;
    for (;; at = (at + 1) & mask) {
        uint32_t cell = __atomic_load_n(&known->table[at], __ATOMIC_ACQUIRE);
        while (!cell)
            if (put_into(v, member, state, at, tag, origin, &cell, limbs))
                return;
        while ((cell & tag_mask) == tag) {
            uint32_t number = store_number_in(known, cell).index;
            const uint64_t *other = state_in(v, number, limbs);
            uint64_t difference = 0;
            for (uint32_t i = 0; i < limbs; i++)
                difference |= other[i] ^ state[i];
            if (difference)
                break;
            if (number < known->count || found_as(v, number)->origin <= origin)
                return;
            if (put_into(v, member, state, at, tag, origin, &cell, limbs)) {
                __atomic_store_n(&found_as(v, number)->is_lost, 1, __ATOMIC_RELAXED);
                return;
            }
        }
    }
}

/* Brings what `offer` will compare first into the cache. */
HOT void fetch(const levels *v, uint64_t hash, uint32_t limbs)
{
    const store *known = &v->search->store;
    uint64_t mask = (1ull << known->table_bits) - 1, at = hash >> (64 - known->table_bits);
    uint32_t tag_mask = store_tag_mask(known), tag = (uint32_t)(hash << known->table_bits) & tag_mask, cell;
    while ((cell = __atomic_load_n(&known->table[at], __ATOMIC_RELAXED)) && (cell & tag_mask) != tag)
        at = (at + 1) & mask;
    if (!cell)
        return;
    const uint64_t *state = state_in(v, store_number_in(known, cell).index, limbs);
    __builtin_prefetch(state);
    if (limbs > 2)
        __builtin_prefetch(state + limbs - 1);
}

HOT void offer_all(levels *v, uint32_t member, uint32_t limbs)
{
    search *s = v->hands[member].search;
    size_t count = s->candidates.count / limbs;
    vec_reserve(&s->hashes, count);
    for (size_t i = 0; i < count; i++) {
        s->hashes.data[i] = store_hash(s->candidates.data + i * limbs, limbs);
        store_prefetch(&v->search->store, s->hashes.data[i]);
    }
    for (size_t i = 0; i < count; i++)
        fetch(v, s->hashes.data[i], limbs);
    for (size_t i = 0; i < count; i++)
        offer(v, member, s->candidates.data + i * limbs, s->hashes.data[i], s->origins.data[i], limbs);
    v->hands[member].transitions += count;
}

/* Some open states of the chunk, expanded together. False where one thread has to do it. */
static bool expand_some(levels *v, uint32_t member, uint32_t first, uint32_t end)
{
    hand *h = &v->hands[member];
    search *s = h->search;
    uint32_t limbs = s->store.limbs;
    vec_clear(&s->candidates);
    vec_clear(&s->origins);
    for (uint32_t i = first; i < end; i++) {
        if (!search_expand_state(s, v->open.data[i].number, i))
            return false;
    }
    if (h->count + s->candidates.count / limbs >= MOST_FOUND)
        return false;
    switch (limbs) {
    case 1: offer_all(v, member, 1); break;
    case 2: offer_all(v, member, 2); break;
    case 3: offer_all(v, member, 3); break;
    case 4: offer_all(v, member, 4); break;
    default: offer_all(v, member, limbs);
    }
    return true;
}

static void expand_blocks(void *data, uint32_t member)
{
    levels *v = data;
    hand *h = &v->hands[member];
    uint32_t open = (uint32_t)v->open.count;
    h->count = 0;
    h->transitions = 0;
    if (member)
        h->search->store = v->search->store;
    for (;;) {
        uint32_t k = __atomic_fetch_add(&v->next_block, 1, __ATOMIC_RELAXED), end = (k + 1) * BLOCK < open ? (k + 1) * BLOCK : open;
        if (k >= v->blocks.count || __atomic_load_n(&v->has_failed, __ATOMIC_RELAXED))
            return;
        block *b = &v->blocks.data[k];
        *b = (block){.member = member, .first = h->count};
        for (uint32_t i = k * BLOCK; i < end; i += SEARCH_BATCH)
            if (!expand_some(v, member, i, i + SEARCH_BATCH < end ? i + SEARCH_BATCH : end)) {
                __atomic_store_n(&v->has_failed, true, __ATOMIC_RELAXED);
                return;
            }
        b->end = h->count;
    }
}

/* ---- Numbers ---- */
/* How many states are new; *depth is that of the deepest of them, or what it was. */
static uint32_t number_blocks(levels *v, uint64_t *depth)
{
    uint32_t next = v->search->store.count;
    for (size_t i = 0; i < v->blocks.count; i++) {
        block *b = &v->blocks.data[i];
        b->number = next;
        for (uint32_t k = b->first; k < b->end; k++) {
            const found_state *f = &v->hands[b->member].found[k];
            uint64_t of = f->is_lost ? 0 : (uint64_t)v->open.data[f->origin].depth + 1;
            next += !f->is_lost;
            *depth = of > *depth ? of : *depth;
        }
    }
    return next - v->search->store.count;
}

static void settle_block(levels *v, hand *h, const block *b)
{
    store *to = &v->search->store;
    uint32_t limbs = to->limbs, number = b->number, tag_mask = store_tag_mask(to);
    for (uint32_t k = b->first; k < b->end; k++) {
        const found_state *f = &h->found[k];
        if (f->is_lost)
            continue;
        memcpy(to->states + (size_t)number * limbs, h->states + (size_t)k * limbs, limbs * sizeof *to->states);
        to->parents[number] = v->open.data[f->origin].number;
        to->table[f->cell] = (to->table[f->cell] & tag_mask) | (number + 1);
        if (h->search->has_conditions)
            search_judge(h->search, (state_ref){number});
        number++;
    }
}

static void settle_blocks(void *data, uint32_t member)
{
    levels *v = data;
    for (size_t i = 0; i < v->blocks.count; i++)
        if (v->blocks.data[i].member == member)
            settle_block(v, &v->hands[member], &v->blocks.data[i]);
}

/* ---- Chunks ---- */
static void forget_counts(search *s)
{
    vec_clear(&s->findings);
    s->counts = (search_counts){0};
}

/* The counts of a member's search become those of the search. */
static void add_counts(search *to, search *from)
{
    for (size_t i = 0; i < from->findings.count; i++)
        vec_push(&to->findings, from->findings.data[i]);
    to->counts.errors += from->counts.errors;
    to->counts.failures += from->counts.failures;
    to->counts.final_states += from->counts.final_states;
    to->counts.deadlocks += from->counts.deadlocks;
    forget_counts(from);
}

static void take_out(levels *v)
{
    for (uint32_t k = 0; k < crew_members(v->crew); k++) {
        for (uint32_t i = 0; i < v->hands[k].count; i++)
            v->search->store.table[v->hands[k].found[i].cell] = 0;
        if (k)
            forget_counts(v->hands[k].search);
    }
}

/* The whole chunk, as a search without levels takes it. */
static void take_alone(levels *v)
{
    search *s = v->search;
    vec_clear(&s->candidates);
    vec_clear(&s->origins);
    for (size_t i = 0; i < v->open.count && !s->stop; i += SEARCH_BATCH) {
        vec_clear(&s->batch);
        for (size_t k = i; k < v->open.count && k < i + SEARCH_BATCH; k++)
            vec_push(&s->batch, v->open.data[k]);
        search_take_batch(s);
    }
}

static void take_over(levels *v, uint32_t fresh, uint64_t depth)
{
    search *s = v->search;
    for (uint32_t k = 0; k < crew_members(v->crew); k++) {
        s->transitions += v->hands[k].transitions;
        if (k)
            add_counts(s, v->hands[k].search);
    }
    s->store.count += fresh;
    s->visited += v->open.count;
    s->max_depth = depth;
}

/* False where one thread has to do it: nothing has happened then. */
static bool take_together(levels *v)
{
    search *s = v->search;
    if (v->renewals != s->layout->renewals) {
        collect(v);
        v->renewals = s->layout->renewals;
        if (!let_all(v, prepare))
            return true;
    }
    if (!store_make_room(&s->store, (size_t)crew_members(v->crew) << MOST_FOUND_BITS, v->crew)) {
        s->stop = crew_is_broken(v->crew);
        s->limit = s->stop ? limits_reason() : NULL;
        return s->stop; /* perhaps there is enough for this chunk */
    }
    size_t findings = s->findings.count;
    search_counts counts = s->counts;
    v->next_block = 0;
    v->has_failed = false;
    s->is_frozen = true;
    s->contents = &v->contents;
    bool goes_on = let_all(v, expand_blocks);
    uint64_t depth = s->max_depth;
    uint32_t fresh = goes_on && !v->has_failed ? number_blocks(v, &depth) : 0;
    if (goes_on && !v->has_failed)
        goes_on = let_all(v, settle_blocks);
    s->is_frozen = s->is_stale = false;
    s->contents = NULL;
    if (goes_on && !v->has_failed) {
        take_over(v, fresh, depth);
        return true;
    }
    s->findings.count = findings;
    s->counts = counts;
    if (goes_on)
        take_out(v);
    return !goes_on;
}

void levels_take_chunk(search *s)
{
    levels *v = s->levels;
    size_t findings = s->findings.count, open = s->batch.count;
    bool counted = limits_count_polls(false); /* with one thread, too: what counts are states and transitions */
    vec_clear(&v->open);
    for (size_t i = 0; i < open; i++)
        vec_push(&v->open, s->batch.data[i]);
    vec_clear(&v->blocks);
    for (size_t i = 0; i < open; i += BLOCK)
        vec_push(&v->blocks, (block){0});
    if (open < FEW || crew_members(v->crew) == 1 || !take_together(v))
        take_alone(v);
    order_findings(v, findings);
    limits_count_polls(counted);
}

size_t levels_chunk(const search *s)
{
    uint64_t most = s->request->max_states, left = most > s->store.count ? most - s->store.count : 0;
    return most && left / 4 < CHUNK ? (size_t)(left / 4) + SEARCH_BATCH : CHUNK; /* so that the limit on states is not passed by far */
}

/* Final states are collected in one place, and so are the values that approximations keep in sets. */
static uint32_t members_for(const search *s)
{
    bool shares = s->request->finals || machine_traits(s->rows->machine)->value_sets || s->rows->holder != ROWS_NO_SLOT;
    uint32_t wanted = s->request->threads ? s->request->threads : 1;
    return shares ? 1 : wanted < MOST_MEMBERS ? wanted : MOST_MEMBERS;
}

bool levels_begin(search *s)
{
    bool goes_over = s->request->search == SEARCH_BFS || (s->request->search == SEARCH_DFS && s->request->may_go_over);
    if (s->by_levels || !goes_over || s->has_queue || s->has_sleep || s->store.count < FROM_STATES)
        return s->by_levels;
    levels *v = memory_new(sizeof *v);
    *v = (levels){.search = s, .crew = crew_new(members_for(s))};
    v->hands[0].search = s;
    pthread_mutex_init(&v->contents, NULL);
    if (s->request->search == SEARCH_DFS) { /* what is open is the first level, and what comes then the next */
        s->next = s->level_end = s->store.count;
        s->depth = (uint32_t)s->max_depth;
    }
    s->levels = v;
    s->by_levels = true;
    engine_log(s->request, "explicit: by levels from %u states on, %u thread%s", s->store.count, crew_members(v->crew), crew_members(v->crew) == 1 ? "" : "s");
    return true;
}

crew *levels_crew(const search *s)
{
    return s->levels ? s->levels->crew : NULL;
}

void levels_end(search *s)
{
    levels *v = s->levels;
    if (!v)
        return;
    bool is_broken = crew_is_broken(v->crew);
    if (!is_broken)
        collect(v);
    if (is_broken || !let_all(v, give_back))
        give_back(v, 0);
    crew_free(v->crew);
    pthread_mutex_destroy(&v->contents);
    vec_release(&v->open);
    vec_release(&v->blocks);
    memory_free(v);
    s->levels = NULL;
}
