/* graph.c: what a state leads to. As in expand.c the steps of a process, its commits and the atoms are units (memo.h): what they did once is not done again. */
#include "engine/explicit/graph.h"

#include <string.h>

#include "base/bug.h"
#include "engine/explicit/relayout.h"

enum { MANY_REWRITTEN = 1000000, LARGE_TABLE_BITS = 18 }; /* as in search.c */

typedef enum unit_kind { UNIT_STEPS, UNIT_COMMITS, UNIT_ATOMS } unit_kind;

/* ---- What a unit leads to ---- */
uint32_t graph_paid(graph *g, const successors *x)
{
    const step *first = &x->trail.data[0];
    dues_begin(&g->dues);
    if (first->kind == STEP_COMMIT)
        dues_add_store(&g->dues, (process_ref){first->process}, first->element);
    else
        dues_add_process(&g->dues, (process_ref){first->process});
    if (first->kind == STEP_EDGE && first->partner >= 0)
        dues_add_process(&g->dues, (process_ref){(uint32_t)first->partner});
    return dues_number(&g->dues);
}

static void add_set(const graph *g, uint64_t *to, uint32_t number)
{
    for (uint32_t i = 0; i < g->dues.words; i++)
        to[i] |= dues_set(&g->dues, number)[i];
}

static inline uint64_t *add_candidate(graph *g, uint32_t limbs, uint32_t paid)
{
    vec_push(&g->paid, paid);
    vec_reserve(&g->candidates, g->candidates.count + limbs);
    g->candidates.count += limbs;
    return g->candidates.data + g->candidates.count - limbs;
}

static uint64_t *new_record(graph *g, uint64_t tag)
{
    uint32_t size = memo_record_limbs(g->store.limbs);
    vec_reserve(&g->records, g->records.count + size);
    uint64_t *record = g->records.data + g->records.count;
    g->records.count += size;
    memset(record, 0, size * sizeof *record);
    record[0] = tag;
    return record;
}

/* A successor as a patch to the state under way; one of another shape goes straight to the candidates. */
static bool on_rest(void *data, successors *x)
{
    graph *g = data;
    layout *l = g->layout;
    uint32_t paid = graph_paid(g, x);
    add_set(g, g->due_by_unit.data, paid); /* whoever moves could; of a commit too: something was pending */
    if (x->shape != g->shape) {
        const packing *other = layout_of_shape(l, x->shape);
        g->direct = true;
        return other && layout_pack(l, other, x->slots, add_candidate(g, g->store.limbs, paid));
    }
    uint64_t *clear = new_record(g, paid) + 1, *set = clear + g->store.limbs;
    for (size_t i = 0; i < x->undos.count; i++) {
        uint32_t slot = x->undos.data[i].slot;
        const field *f = &g->packing->fields[slot];
        uint64_t mask = field_mask(f);
        if (mask && (clear[f->limb] & mask) == mask)
            continue; /* it was written more than once, or another slot of its bundle was */
        int32_t value = packing_carried(g->packing, slot, x->slots);
        if (!field_fits(f, value)) {
            layout_widen(l, g->packing, slot, value);
            return false;
        }
        clear[f->limb] |= mask;
        set[f->limb] |= field_bits(f, value);
    }
    return true;
}

static bool on_violation(void *data, successors *x, property_ref violated)
{
    (void)data, (void)x, (void)violated; /* another search tells of it */
    return true;
}

static void on_lost(void *data, successors *x)
{
    graph *g = data;
    add_set(g, g->due_by_unit.data, graph_paid(g, x));
    dues_begin(&g->dues);
    dues_add_lost(&g->dues);
    add_set(g, g->due_by_unit.data, dues_number(&g->dues));
}

/* ---- Units ---- */
static void note_pending(graph *g)
{
    const type_stores *stores = &g->rows->stores[shape_process(g->shape, g->process)->type];
    dues_begin(&g->dues);
    for (uint32_t i = 0; i < stores->count; i++)
        if (successors_pending(&g->successors, g->process, stores->element[i]))
            dues_add_store(&g->dues, g->process, stores->element[i]);
    add_set(g, g->due_by_unit.data, dues_number(&g->dues));
}

static uint32_t letter_of_row(graph *g)
{
    uint64_t letter = 0;
    for (uint32_t i = 0; i < g->property->atom_count; i++) {
        bool is_true = successors_condition(&g->successors, g->property->atoms[i]) != 0;
        letter |= (uint64_t)(is_true && !g->successors.error.error) << i;
    }
    for (uint32_t i = 0; i < g->letters.count; i++)
        if (g->letters.data[i] == letter)
            return i;
    vec_push(&g->letters, letter);
    return (uint32_t)(g->letters.count - 1);
}

static uint32_t number_of_unit_dues(graph *g)
{
    dues_begin(&g->dues);
    memcpy(g->dues.scratch.data, g->due_by_unit.data, g->dues.words * sizeof(uint64_t));
    return dues_number(&g->dues);
}

/* Beside the number of records: the number of a set of dues, or of a letter; and whether there is any step. */
static const uint64_t MOVED = 1ull << 63;
static const uint32_t NUMBER_SHIFT = 32;

static uint32_t unit_number(uint64_t head)
{
    return (uint32_t)((head & ~MOVED) >> NUMBER_SHIFT);
}

static uint64_t run_row(graph *g, unit_kind kind)
{
    successors_sink sink = {.rest = on_rest, .violation = on_violation, .data = g, .lost = on_lost};
    bool moved = false;
    uint32_t number;
    memset(g->due_by_unit.data, 0, g->dues.words * sizeof(uint64_t));
    if (kind == UNIT_ATOMS) {
        number = letter_of_row(g);
    } else {
        moved = kind == UNIT_STEPS ? successors_by_steps(&g->successors, g->process, g->timeout, &sink)
                                   : successors_by_commits(&g->successors, g->process, &sink);
        if (kind == UNIT_COMMITS)
            note_pending(g);
        number = number_of_unit_dues(g);
    }
    return g->records.count / memo_record_limbs(g->store.limbs) | (uint64_t)number << NUMBER_SHIFT | (moved ? MOVED : 0);
}

/* Runs the unit on the state under way and remembers what comes out. NULL when the layout is stale, or when the results
 * cannot be remembered: then they are left in g->records, after *head. */
static const uint64_t *compute(graph *g, unit_ref u, unit_kind kind, uint64_t *head)
{
    if (!g->loaded)
        packing_load(g->packing, g->state, &g->successors);
    g->loaded = true;
    successors_begin(&g->successors);
    vec_clear(&g->records);
    g->direct = false;
    *head = run_row(g, kind);
    if (g->layout->stale) {
        g->loaded = false;
        return NULL;
    }
    if (g->direct || g->timeout)
        return NULL;
    memo_extend(&g->memo, u, g->packing, g->store.limbs, g->successors.reads.data, g->successors.reads.count);
    uint64_t *kept = memo_add(&g->memo, u, g->state, g->store.limbs, g->records.data, (uint32_t)*head);
    *kept = *head;
    return kept;
}

#define HOT static inline __attribute__((always_inline))

/* The head of the unit's results for the state under way; its successors become candidates where they are wanted. The layout may be stale then. */
HOT uint64_t run_unit(graph *g, unit_ref u, unit_kind kind, bool wanted, uint32_t limbs)
{
    uint64_t head = 0;
    uint32_t size = memo_record_limbs(limbs);
    const uint64_t *found = g->timeout ? NULL : memo_find(&g->memo, u, g->state, limbs);
    if (!found)
        found = compute(g, u, kind, &head);
    if (g->layout->stale)
        return 0;
    const uint64_t *record = found ? found + 1 : g->records.data;
    head = found ? *found : head;
    for (uint32_t k = wanted ? (uint32_t)head : 0; k > 0; k--, record += size) {
        uint64_t *successor = add_candidate(g, limbs, (uint32_t)record[0]);
        for (uint32_t i = 0; i < limbs; i++)
            successor[i] = (g->state[i] & ~record[1 + i]) | record[1 + limbs + i];
    }
    return head;
}

HOT bool has_pending(const graph *g, uint32_t process, uint32_t limbs)
{
    const uint64_t *pending = g->packing->pending + (size_t)process * limbs;
    uint64_t any = 0;
    for (uint32_t i = 0; i < limbs; i++)
        any |= g->state[i] & pending[i];
    return any != 0;
}

HOT void run_moves(graph *g, unit_ref u, unit_kind kind, bool wanted, uint32_t limbs)
{
    uint64_t head = run_unit(g, u, kind, wanted, limbs);
    g->moved |= wanted && (head & MOVED);
    for (uint32_t i = 0; i < g->dues.words; i++)
        g->due_here.data[i] |= dues_set(&g->dues, unit_number(head))[i];
}

/* Of the candidates from `first` on, only those that are the state itself. */
static void keep_still(graph *g, size_t first, uint32_t limbs)
{
    size_t kept = first;
    for (size_t i = first; i < g->paid.count; i++)
        if (!memcmp(g->candidates.data + i * limbs, g->state, limbs * sizeof(uint64_t))) {
            memcpy(g->candidates.data + kept * limbs, g->state, limbs * sizeof(uint64_t));
            g->paid.data[kept++] = g->paid.data[i];
        }
    g->paid.count = kept;
    g->candidates.count = kept * limbs;
}

/* All steps and commits of all processes; inside an atomic block only those of its holder. False when the layout is stale. */
HOT bool expand_all(graph *g, uint32_t limbs)
{
    uint32_t holder = (uint32_t)field_get(&g->packing->fields[g->rows->holder], g->state);
    for (uint32_t p = g->shape->process_count; p-- > 0 && !g->layout->stale;) {
        uint32_t at = (uint32_t)field_get(&g->packing->fields[g->shape->process[p].pc], g->state);
        g->process.index = p;
        size_t before = g->paid.count;
        if (!holder || holder == p + 1)
            run_moves(g, (unit_ref){g->packing->first_steps[p].index + at}, UNIT_STEPS, true, limbs);
        if (g->still && p < 64 && g->still >> p & 1)
            keep_still(g, before, limbs);
        if (g->rows->buffers->has_buffers && !g->layout->stale && has_pending(g, p, limbs))
            run_moves(g, g->packing->commits[p], UNIT_COMMITS, !holder, limbs);
    }
    return !g->layout->stale;
}

/* The state becomes the one under way; candidates and what is due in it are found. False when the layout is stale. */
static bool look_at(graph *g, state_ref number, uint32_t *letter)
{
    uint32_t limbs = g->store.limbs;
    g->state = store_state(&g->store, number);
    g->packing = layout_of(g->layout, g->state);
    g->shape = g->packing->shape;
    g->loaded = g->timeout = g->moved = false;
    vec_clear(&g->candidates);
    vec_clear(&g->paid);
    memset(g->due_here.data, 0, g->dues.words * sizeof(uint64_t));
    bool fresh = limbs == 1 ? expand_all(g, 1) : limbs == 2 ? expand_all(g, 2) : limbs == 3 ? expand_all(g, 3) : expand_all(g, limbs);
    if (fresh && !g->moved && g->rows->has_timeout) {
        g->timeout = true;
        fresh = expand_all(g, limbs);
    }
    g->timeout = false;
    for (uint32_t i = 0; i < g->dues.words && field_get(&g->packing->fields[g->rows->holder], g->state); i++)
        g->due_here.data[i] |= dues_of_processes(&g->dues, i);
    *letter = fresh ? unit_number(run_unit(g, g->packing->condition, UNIT_ATOMS, false, limbs)) : 0;
    return !g->layout->stale;
}

/* Each candidate becomes the one that stands for it. False when the layout is stale. */
static bool unify_candidates(graph *g)
{
    uint32_t limbs = g->store.limbs;
    vec_clear(&g->renamed_by);
    for (size_t i = 0; graph_renames(g) && !g->layout->stale && i < g->paid.count; i++) {
        uint64_t *state = g->candidates.data + i * limbs;
        const packing *of = layout_of(g->layout, state);
        vec_reserve(&g->row, of->shape->slot_count);
        packing_unpack(of, state, g->row.data);
        layout_pack(g->layout, of, canonical_row(&g->canonical, of->shape, g->row.data), state);
        vec_push(&g->renamed_by, renamings_number(&g->renamings, g->canonical.to));
    }
    return !g->layout->stale;
}

/* ---- Growing ---- */
static void renew_layout(graph *g, bool dissolves)
{
    g->limit = relayout(g->layout, &g->store, &g->memo, dissolves, NULL);
    g->rewritten += g->store.count;
    g->layout->has_foresight |= g->rewritten > 4 * (uint64_t)g->store.count + MANY_REWRITTEN;
}

void graph_tidy(graph *g)
{
    if (relayout_contents_outweigh(g->layout, &g->store))
        renew_layout(g, true);
}

static void add_state(graph *g)
{
    vec_push(&g->states, ((graph_state){.first_edge = GRAPH_OPEN, .first_node = GRAPH_NO_NODE}));
    vec_reserve(&g->due, g->due.count + g->dues.words);
    for (uint32_t i = 0; i < g->dues.words; i++)
        g->due.data[g->due.count++] = 0;
}

static void add_edges(graph *g, state_ref number)
{
    uint32_t limbs = g->store.limbs;
    vec_reserve(&g->hashes, g->paid.count);
    for (size_t i = 0; i < g->paid.count; i++) {
        g->hashes.data[i] = store_hash(g->candidates.data + i * limbs, limbs);
        store_prefetch(&g->store, g->hashes.data[i]);
    }
    for (size_t i = 0; i < g->paid.count && g->store.table_bits >= LARGE_TABLE_BITS; i++)
        store_prefetch_state(&g->store, g->hashes.data[i]);
    for (size_t i = 0; i < g->paid.count; i++) {
        bool is_new;
        state_ref target = store_add(&g->store, g->candidates.data + i * limbs, g->hashes.data[i], number, &is_new);
        if (state_is(target, STATE_NONE)) {
            g->limit = "memory is used up";
            return;
        }
        if (is_new)
            add_state(g);
        vec_push(&g->edges, ((graph_edge){target, g->paid.data[i]}));
        if (graph_renames(g))
            vec_push(&g->renamed, g->renamed_by.data[i]);
    }
    if (!g->moved && !g->property->skips_ended) {
        vec_push(&g->edges, ((graph_edge){number, 0}));
        if (graph_renames(g))
            vec_push(&g->renamed, RENAMING_NONE);
    }
}

bool graph_expand(graph *g, state_ref number)
{
    uint32_t letter;
    size_t first = g->edges.count;
    while (!look_at(g, number, &letter) || !unify_candidates(g)) {
        renew_layout(g, false);
        if (g->limit)
            return false;
    }
    if (g->dues.outgrown)
        return false;
    add_edges(g, number);
    if (!g->limit && g->edges.count >= GRAPH_OPEN)
        g->limit = "memory is used up";
    if (g->limit)
        return false;
    graph_state *here = graph_at(g, number);
    here->first_edge = (uint32_t)first;
    here->edge_count = (uint32_t)(g->edges.count - first);
    here->letter = letter & INT32_MAX;
    here->is_held = field_get(&g->packing->fields[g->rows->holder], store_state(&g->store, number)) != 0;
    memcpy(g->due.data + (size_t)number.index * g->dues.words, g->due_here.data, g->dues.words * sizeof(uint64_t));
    return true;
}

/* ---- Beginning and end ---- */
bool graph_init(graph *g, const engine_request *request, rows *r, uint64_t still, uint32_t words)
{
    *g = (graph){.request = request, .property = engine_temporal(request), .rows = r, .still = still, .layout = layout_new(r)};
    memo_init(&g->memo);
    dues_init(&g->dues, g->property->fairness, r->program->global_count, words);
    canonical_rows_init(&g->canonical, request, r);
    renamings_init(&g->renamings, still ? NULL : g->canonical.symmetry, r, &g->dues); /* who does not move is told by position */
    vec_reserve(&g->due_here, words);
    vec_reserve(&g->due_by_unit, words);
    successors_init(&g->successors, r, request->properties);
    if (!successors_initial(&g->successors))
        return false;
    g->limit = relayout_first(g->layout, &g->store, &g->successors);
    if (!g->limit)
        add_state(g);
    return !g->limit;
}

void graph_release(graph *g)
{
    successors_release(&g->successors);
    layout_free(g->layout);
    store_release(&g->store);
    memo_release(&g->memo);
    dues_release(&g->dues);
    vec_release(&g->states);
    vec_release(&g->due);
    vec_release(&g->edges);
    vec_release(&g->letters);
    vec_release(&g->candidates);
    vec_release(&g->paid);
    vec_release(&g->hashes);
    vec_release(&g->due_here);
    vec_release(&g->records);
    vec_release(&g->due_by_unit);
    vec_release(&g->renamed);
    vec_release(&g->renamed_by);
    vec_release(&g->row);
    canonical_rows_release(&g->canonical);
    renamings_release(&g->renamings);
}

size_t graph_bytes(const graph *g)
{
    return store_bytes(&g->store) + layout_bytes(g->layout) + g->states.capacity * sizeof *g->states.data + g->due.capacity * sizeof *g->due.data +
           g->edges.capacity * sizeof *g->edges.data + g->renamed.capacity * sizeof *g->renamed.data;
}
