/* minimize.c: from any deterministic graph to the canonical automaton.
 *
 * Unreachable states and those that lead to no key are dropped; the rest is split by labels, then by the classes that edges lead to, until no class
 * splits any more (Moore's algorithm, with hashes for the signatures); classes are numbered breadth-first. */
#include <stdlib.h>
#include <string.h>

#include "automaton/moore_internal.h"
#include "base/bug.h"
#include "base/limits.h"
#include "base/hash.h"

uint32_t moore_draft_state(moore_draft *d, moore_label label)
{
    vec_push(&d->labels, label);
    return (uint32_t)d->labels.count - 1;
}

void moore_draft_edge_add(moore_draft *d, uint32_t source, uint32_t letter, uint32_t target)
{
    vec_push(&d->edges, ((moore_draft_edge){source, letter, target}));
}

void moore_draft_clear(moore_draft *d)
{
    vec_clear(&d->labels);
    vec_clear(&d->edges);
}

void moore_draft_release(moore_draft *d)
{
    vec_release(&d->labels);
    vec_release(&d->edges);
}

enum { USELESS = UINT32_MAX, UNNUMBERED = UINT32_MAX };

/* The draft's edges by source, letters increasing, and what the passes note of each state. */
typedef struct work {
    uint32_t states;
    size_t edge_count;
    moore_draft_edge *edges;
    uint32_t *first;   /* states + 1 */
    uint32_t *class;   /* USELESS: no word leads from the state to a key */
    uint32_t *next_class;
    uint64_t *signature;
    uint32_t *order;
    uint32_t *table;   /* by signature: class plus one; 0: free; its size is a power of two */
    uint32_t table_size;
} work;

static int compare_edges(const void *a, const void *b)
{
    const moore_draft_edge *x = a, *y = b;
    if (x->source != y->source)
        return x->source < y->source ? -1 : 1;
    return (x->letter > y->letter) - (x->letter < y->letter);
}

/* All arrays lie in one allocation of the pool's scratch memory. */
static void prepare(moore_pool *pool, const moore_draft *d, work *w)
{
    w->states = (uint32_t)d->labels.count;
    w->edge_count = d->edges.count;
    for (w->table_size = 4; w->table_size < 2 * w->states; w->table_size *= 2)
        ;
    size_t size = 3 * w->edge_count + 4 * ((size_t)w->states + 1) + 2 * ((size_t)w->states + 1) + w->table_size;
    vec_clear(&pool->scratch);
    vec_reserve(&pool->scratch, size);
    uint32_t *at = pool->scratch.data;
    w->signature = (uint64_t *)at; /* first: 64-bit numbers need the widest alignment */
    at += 2 * ((size_t)w->states + 1);
    w->edges = (moore_draft_edge *)at;
    at += 3 * w->edge_count;
    w->first = at;
    at += w->states + 1;
    w->class = at;
    at += w->states + 1;
    w->next_class = at;
    at += w->states + 1;
    w->order = at;
    at += w->states + 1;
    w->table = at;
    if (w->edge_count) {
        memcpy(w->edges, d->edges.data, w->edge_count * sizeof *w->edges);
        qsort(w->edges, w->edge_count, sizeof *w->edges, compare_edges);
    }
    size_t e = 0;
    for (uint32_t s = 0; s <= w->states; s++) {
        while (e < w->edge_count && w->edges[e].source < s)
            e++;
        w->first[s] = (uint32_t)e;
    }
}

/* Marks in next_class the states that can be reached, then in class those reachable states that lead to a key. */
static void find_useful(const moore_draft *d, work *w)
{
    memset(w->next_class, 0, w->states * sizeof *w->next_class);
    uint32_t count = 0;
    w->order[count++] = 0;
    w->next_class[0] = 1;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t e = w->first[w->order[i]]; e < w->first[w->order[i] + 1]; e++)
            if (!w->next_class[w->edges[e].target]) {
                w->next_class[w->edges[e].target] = 1;
                w->order[count++] = w->edges[e].target;
            }
    for (uint32_t s = 0; s < w->states; s++)
        w->class[s] = w->next_class[s] && d->labels.data[s].index != MOORE_NO_KEYS.index ? d->labels.data[s].index : USELESS;
    for (bool changed = true; changed;) { /* backwards along edges; states are few */
        changed = false;
        for (uint32_t i = count; i-- > 0;) {
            limits_poll();
            uint32_t s = w->order[i];
            for (uint32_t e = w->first[s]; e < w->first[s + 1] && w->class[s] == USELESS; e++)
                if (w->class[w->edges[e].target] != USELESS) {
                    w->class[s] = MOORE_NO_KEYS.index;
                    changed = true;
                }
        }
    }
}

static bool same_signature(const work *w, uint32_t a, uint32_t b)
{
    if (w->class[a] != w->class[b])
        return false;
    uint32_t x = w->first[a], y = w->first[b];
    for (;;) {
        while (x < w->first[a + 1] && w->class[w->edges[x].target] == USELESS)
            x++;
        while (y < w->first[b + 1] && w->class[w->edges[y].target] == USELESS)
            y++;
        if (x == w->first[a + 1] || y == w->first[b + 1])
            return x == w->first[a + 1] && y == w->first[b + 1];
        if (w->edges[x].letter != w->edges[y].letter || w->class[w->edges[x].target] != w->class[w->edges[y].target])
            return false;
        x++;
        y++;
    }
}

static void compute_signatures(work *w)
{
    for (uint32_t s = 0; s < w->states; s++) {
        if (w->class[s] == USELESS)
            continue;
        uint64_t h = hash_number(w->class[s]);
        for (uint32_t e = w->first[s]; e < w->first[s + 1]; e++)
            if (w->class[w->edges[e].target] != USELESS)
                h = hash_number(h + ((uint64_t)w->edges[e].letter << 32 | w->class[w->edges[e].target]) * 0x9e3779b97f4a7c15u);
        w->signature[s] = h;
    }
}

/* Splits classes once; the number of classes afterwards. A class is named by its first state. */
static uint32_t split(work *w)
{
    uint32_t classes = 0, mask = w->table_size - 1;
    compute_signatures(w);
    memset(w->table, 0, w->table_size * sizeof *w->table);
    for (uint32_t s = 0; s < w->states; s++) {
        w->next_class[s] = USELESS;
        if (w->class[s] == USELESS)
            continue;
        uint32_t cell = (uint32_t)(w->signature[s] >> 32) & mask;
        for (; w->table[cell]; cell = (cell + 1) & mask) {
            uint32_t known = w->table[cell] - 1;
            if (w->signature[known] == w->signature[s] && same_signature(w, known, s))
                break;
        }
        if (!w->table[cell]) {
            w->table[cell] = s + 1;
            classes++;
        }
        w->next_class[s] = w->table[cell] - 1;
    }
    return classes;
}

/* Classes in breadth-first order from the start, written out. */
static moore_ref number_and_intern(moore_pool *pool, const moore_draft *d, work *w, uint32_t classes)
{
    uint32_t *number = w->next_class; /* by class name */
    for (uint32_t s = 0; s < w->states; s++)
        number[s] = UNNUMBERED;
    uint32_t count = 0;
    w->order[count] = w->class[0];
    number[w->class[0]] = count++;
    vec_clear(&pool->built);
    vec_push(&pool->built, classes);
    uint32_t edges = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t s = w->order[i];
        vec_push(&pool->built, d->labels.data[s].index);
        vec_push(&pool->built, edges);
        for (uint32_t e = w->first[s]; e < w->first[s + 1]; e++) {
            uint32_t target = w->class[w->edges[e].target];
            if (target == USELESS)
                continue;
            if (number[target] == UNNUMBERED) {
                w->order[count] = target;
                number[target] = count++;
            }
            edges++;
        }
    }
    CHECK(count == classes);
    vec_push(&pool->built, edges);
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t e = w->first[w->order[i]]; e < w->first[w->order[i] + 1]; e++)
            if (w->class[w->edges[e].target] != USELESS) {
                vec_push(&pool->built, w->edges[e].letter);
                vec_push(&pool->built, number[w->class[w->edges[e].target]]);
            }
    return moore_intern(pool, pool->built.data, (uint32_t)pool->built.count);
}

moore_ref moore_build(moore_pool *pool, const moore_draft *d)
{
    work w;
    if (!d->labels.count)
        return MOORE_EMPTY;
    prepare(pool, d, &w);
    find_useful(d, &w);
    if (w.class[0] == USELESS)
        return MOORE_EMPTY;
    for (uint32_t before = 0;;) {
        limits_poll();
        uint32_t classes = split(&w), *old = w.class;
        w.class = w.next_class;
        w.next_class = old;
        if (classes == before)
            return number_and_intern(pool, d, &w, classes);
        before = classes;
    }
}
