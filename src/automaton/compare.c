/* compare.c: inclusion and union, by walking two automata together. */
#include <string.h>

#include "automaton/moore_internal.h"
#include "base/limits.h"
#include "base/bug.h"
#include "base/hash.h"

/* Pairs of states still to visit, each once. MOORE_NOWHERE stands for a state that accepts nothing. */
static size_t cell_of(const moore_pool *pool, uint64_t pair)
{
    size_t mask = pool->pair_cells.count - 1, cell = hash_number(pair) >> 32 & mask;
    while (pool->pair_cells.data[cell] && pool->pairs.data[pool->pair_cells.data[cell] - 1] != pair)
        cell = (cell + 1) & mask;
    return cell;
}

static void begin_walk(moore_pool *pool)
{
    if (!pool->pair_cells.count) {
        vec_reserve(&pool->pair_cells, 64);
        pool->pair_cells.count = 64;
    }
    vec_clear(&pool->pairs);
    memset(pool->pair_cells.data, 0, pool->pair_cells.count * sizeof *pool->pair_cells.data);
}

static void enlarge_cells(moore_pool *pool)
{
    size_t size = 2 * pool->pair_cells.count;
    vec_reserve(&pool->pair_cells, size);
    pool->pair_cells.count = size;
    memset(pool->pair_cells.data, 0, size * sizeof *pool->pair_cells.data);
    for (size_t i = 0; i < pool->pairs.count; i++)
        pool->pair_cells.data[cell_of(pool, pool->pairs.data[i])] = (uint32_t)i + 1;
}

/* The number of the pair in the walk. */
static uint32_t visit(moore_pool *pool, uint32_t a, uint32_t b)
{
    uint64_t pair = (uint64_t)a << 32 | b;
    if (2 * (pool->pairs.count + 1) > pool->pair_cells.count)
        enlarge_cells(pool);
    size_t cell = cell_of(pool, pair);
    if (!pool->pair_cells.data[cell]) {
        vec_push(&pool->pairs, pair);
        pool->pair_cells.data[cell] = (uint32_t)pool->pairs.count;
    }
    return pool->pair_cells.data[cell] - 1;
}

static bool walk_inclusion(moore_pool *pool, moore_ref big, moore_ref small)
{
    begin_walk(pool);
    visit(pool, 0, 0);
    for (size_t i = 0; i < pool->pairs.count; i++) {
        limits_poll();
        uint32_t b = (uint32_t)(pool->pairs.data[i] >> 32), s = (uint32_t)pool->pairs.data[i];
        if (!moore_label_includes(pool, moore_state_label(pool, big, b), moore_state_label(pool, small, s)))
            return false;
        size_t count;
        const moore_edge *edges = moore_state_edges(pool, small, s, &count);
        for (size_t k = 0; k < count; k++) {
            uint32_t next = moore_next(pool, big, b, edges[k].letter);
            if (next == MOORE_NOWHERE) /* small's state is useful: some continuation has a key that big has not */
                return false;
            visit(pool, next, edges[k].target);
        }
    }
    return true;
}

bool moore_includes(moore_pool *pool, moore_ref big, moore_ref small)
{
    uint32_t known;
    if (big.index == small.index || small.index == MOORE_EMPTY.index)
        return true;
    if (big.index == MOORE_EMPTY.index)
        return false;
    if (pair_memo_find(&pool->inclusions, big.index, small.index, &known))
        return known;
    bool result = walk_inclusion(pool, big, small);
    pair_memo_add(&pool->inclusions, big.index, small.index, result);
    return result;
}

static moore_label join(moore_pool *pool, moore_ref a, uint32_t x, moore_ref b, uint32_t y)
{
    moore_label of_a = x == MOORE_NOWHERE ? MOORE_NO_KEYS : moore_state_label(pool, a, x);
    moore_label of_b = y == MOORE_NOWHERE ? MOORE_NO_KEYS : moore_state_label(pool, b, y);
    if (moore_label_includes(pool, of_a, of_b))
        return of_a;
    if (moore_label_includes(pool, of_b, of_a))
        return of_b;
    size_t count_a, count_b;
    const uint32_t *keys_a = moore_label_keys(pool, of_a, &count_a), *keys_b = moore_label_keys(pool, of_b, &count_b);
    VEC(uint32_t) keys = {0};
    vec_reserve(&keys, count_a + count_b);
    memcpy(keys.data, keys_a, count_a * sizeof *keys_a);
    memcpy(keys.data + count_a, keys_b, count_b * sizeof *keys_b);
    uint32_t tag = moore_label_tag(pool, of_a);
    CHECK(tag == moore_label_tag(pool, of_b));
    moore_label result = moore_label_of(pool, tag, keys.data, count_a + count_b);
    vec_release(&keys);
    return result;
}

/* Every letter of either state leads to the pair of next states. */
static void join_edges(moore_pool *pool, moore_draft *d, uint32_t from, moore_ref a, uint32_t x, moore_ref b, uint32_t y)
{
    size_t count;
    const moore_edge *edges;
    if (x != MOORE_NOWHERE) {
        edges = moore_state_edges(pool, a, x, &count);
        for (size_t k = 0; k < count; k++)
            moore_draft_edge_add(d, from, edges[k].letter,
                                 visit(pool, edges[k].target, y == MOORE_NOWHERE ? MOORE_NOWHERE : moore_next(pool, b, y, edges[k].letter)));
    }
    if (y != MOORE_NOWHERE) {
        edges = moore_state_edges(pool, b, y, &count);
        for (size_t k = 0; k < count; k++)
            if (x == MOORE_NOWHERE || moore_next(pool, a, x, edges[k].letter) == MOORE_NOWHERE)
                moore_draft_edge_add(d, from, edges[k].letter, visit(pool, MOORE_NOWHERE, edges[k].target));
    }
}

moore_ref moore_union(moore_pool *pool, moore_ref a, moore_ref b)
{
    uint32_t known;
    if (a.index == b.index || b.index == MOORE_EMPTY.index)
        return a;
    if (a.index == MOORE_EMPTY.index)
        return b;
    if (pair_memo_find(&pool->unions, a.index, b.index, &known))
        return (moore_ref){known};
    moore_draft d = {0};
    begin_walk(pool);
    visit(pool, 0, 0);
    for (size_t i = 0; i < pool->pairs.count; i++) {
        limits_poll();
        uint32_t x = (uint32_t)(pool->pairs.data[i] >> 32), y = (uint32_t)pool->pairs.data[i];
        uint32_t state = moore_draft_state(&d, join(pool, a, x, b, y));
        join_edges(pool, &d, state, a, x, b, y);
    }
    moore_ref result = moore_build(pool, &d);
    moore_draft_release(&d);
    pair_memo_add(&pool->unions, a.index, b.index, result.index);
    return result;
}
