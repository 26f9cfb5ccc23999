/* bound.c: the longest path between drains, in stores.
 *
 * A node's number is the most stores that can be pending there if nothing is ever committed: a store adds one, and what waits for the own buffer to be
 * empty sets it to zero. It is the least solution of inequations along the edges. Where it is finite, no run has more pending. On a cycle with a
 * store and without a drain it is infinite: numbers grow until they pass the limit, so cycles need no search of their own. */
#include "engine/bound.h"

#include "base/arena.h"
#include "base/vec.h"
#include "program/visit.h"

enum { ALL = -1, MOST_BUFFERS = 64 }; /* PSO: where a type has more locations, the stores to all of them count */

/* What a step does to a buffer. */
typedef struct edge_stores {
    bool drains;
    uint32_t first; /* stores before the first drain; all stores where there is no drain */
    uint32_t most;  /* in the buffer at once, after the first drain */
    uint32_t last;  /* left at the end, after the last drain */
} edge_stores;

typedef struct bound_scan {
    const program *program;
    const bool *unbuffered;
    int64_t element; /* whose buffer is meant; ALL: one buffer holds the stores to all elements */
} bound_scan;

/* ---- One edge ---- */
static bool is_buffered(const bound_scan *scan, const place *target, uint32_t element)
{
    const variable *v = &scan->program->globals.data[target->variable];
    int32_t index = 0;
    bool single = !target->index || expr_is_const(target->index, &index);
    return !scan->unbuffered[v->offset + element] && (!single || element == (uint32_t)index);
}

/* True when the place may be one whose stores go to the buffer. */
static bool may_store(const bound_scan *scan, const place *target)
{
    if (target->kind != PLACE_GLOBAL || scan->program->globals.data[target->variable].class != VARIABLE_RELAXED)
        return false;
    const variable *v = &scan->program->globals.data[target->variable];
    if (scan->element != ALL)
        return scan->element >= v->offset && scan->element < v->offset + v->count && is_buffered(scan, target, (uint32_t)scan->element - v->offset);
    bool any = false;
    for (uint32_t e = 0; e < v->count && !any; e++)
        any = is_buffered(scan, target, e);
    return any;
}

typedef struct store_count {
    const bound_scan *scan;
    uint32_t stores;
} store_count;

static void count_store(void *data, const place *target, visit_write how)
{
    store_count *c = data;
    c->stores += how == VISIT_ASSIGN && may_store(c->scan, target);
}

/* Stores of an effect; where the effect drains, they come after the drain. */
static uint32_t stores_of(const bound_scan *scan, const effect *f)
{
    store_count c = {.scan = scan};
    visit_effect(&(program_visitor){.place = count_store, .data = &c}, f);
    return c.stores;
}

static edge_stores summarize(const bound_scan *scan, const edge *e)
{
    edge_stores s = {.drains = e->wait != EDGE_READY};
    for (uint32_t i = 0; i < e->effect_count; i++) {
        uint32_t count = stores_of(scan, &e->effects[i]);
        if (effect_drains(e->effects[i].kind)) {
            s.drains = true;
            s.last = 0;
        }
        s.last += count;
        if (!s.drains)
            s.first = s.last;
        else if (s.last > s.most)
            s.most = s.last;
    }
    return s;
}

/* ---- One process ---- */
enum { UNKNOWN = UINT32_MAX };

/* The most stores that the buffer can hold; UNKNOWN where that is more than BOUND_MOST. */
static uint32_t longest(const bound_scan *scan, const process_type *t, arena *scratch)
{
    edge_stores *summary = ARENA_ARRAY(scratch, edge_stores, t->edges.count + 1);
    uint32_t *pending = ARENA_ARRAY(scratch, uint32_t, t->nodes.count + 1), most = 0; /* plus one; 0: not reached */
    bool *waits = ARENA_ARRAY(scratch, bool, t->nodes.count + 1);
    VEC(uint32_t) open = {0};
    for (size_t i = 0; i < t->edges.count; i++)
        summary[i] = summarize(scan, &t->edges.data[i]);
    pending[t->entry] = 1;
    vec_push(&open, t->entry);
    while (open.count && most <= BOUND_MOST) {
        uint32_t from = vec_pop(&open);
        const node *n = &t->nodes.data[from];
        waits[from] = false;
        for (uint32_t i = n->first_edge; i < n->first_edge + n->edge_count; i++) {
            const edge_stores *s = &summary[i];
            uint32_t to = t->edges.data[i].target, first = pending[from] + s->first, next = s->drains ? 1 + s->last : first;
            most = first - 1 > most ? first - 1 : most;
            most = s->most > most ? s->most : most;
            if (next <= pending[to])
                continue;
            pending[to] = next;
            if (!waits[to])
                vec_push(&open, to);
            waits[to] = true;
        }
    }
    vec_release(&open);
    return most <= BOUND_MOST ? most : UNKNOWN;
}

static uint32_t locations_of(bound_scan *scan, const process_type *t, bool *out)
{
    uint32_t count = 0;
    for (uint32_t e = 0; e < scan->program->global_count; e++) {
        scan->element = e;
        out[e] = false;
        for (size_t i = 0; i < t->edges.count && !out[e]; i++)
            for (uint32_t k = 0; k < t->edges.data[i].effect_count; k++)
                out[e] |= stores_of(scan, &t->edges.data[i].effects[k]) > 0;
        count += out[e];
    }
    return count;
}

static uint32_t bound_of_process(bound_scan *scan, const process_type *t, const memory_traits *memory, arena *scratch)
{
    bool *stored = ARENA_ARRAY(scratch, bool, scan->program->global_count + 1);
    uint32_t locations = memory->per_location || memory->one_a_location ? locations_of(scan, t, stored) : 0, most = 0;
    scan->element = ALL;
    if (!memory->per_location || locations > MOST_BUFFERS)
        most = longest(scan, t, scratch);
    else
        for (uint32_t e = 0; e < scan->program->global_count; e++) {
            scan->element = e;
            uint32_t here = stored[e] ? longest(scan, t, scratch) : 0;
            most = here > most ? here : most;
        }
    return memory->one_a_location && locations < most ? locations : most;
}

/* ---- All that may exist ---- */
static void find_created(const footprints *f, bool *exists)
{
    VEC(uint32_t) open = {0};
    for (size_t i = 0; i < f->program->start.count; i++)
        vec_push(&open, f->program->start.data[i]);
    while (open.count) {
        uint32_t type = vec_pop(&open);
        for (uint32_t t = 0; t < f->program->processes.count && !exists[type]; t++)
            if (index_set_has(&f->types[type].created, t))
                vec_push(&open, t);
        exists[type] = true;
    }
    vec_release(&open);
}

uint32_t bound_of_buffers(const footprints *f, memory_kind kind, const bool *unbuffered)
{
    const program *p = f->program;
    const memory_traits *memory = memory_traits_of(kind);
    if (!memory->has_buffers || memory->value_sets) /* the size of sets of values is another matter */
        return !memory->has_buffers;
    if (memory->overwrites)
        return 1;
    arena *scratch = arena_new();
    bool *exists = ARENA_ARRAY(scratch, bool, p->processes.count + 1);
    uint32_t most = 1;
    bound_scan scan = {.program = p, .unbuffered = unbuffered};
    find_created(f, exists);
    for (size_t i = 0; i < p->processes.count && most <= BOUND_MOST; i++) {
        uint32_t here = exists[i] ? bound_of_process(&scan, &p->processes.data[i], memory, scratch) : 0;
        most = here > most ? here : most;
    }
    arena_free(scratch);
    return most <= BOUND_MOST ? most : 0;
}
