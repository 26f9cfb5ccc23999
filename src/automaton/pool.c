/* pool.c: interned labels and automata. */
#include <stdlib.h>
#include <string.h>

#include "automaton/moore_internal.h"
#include "base/bug.h"
#include "base/hash.h"
#include "base/memory.h"

/* ---- Memory of pairs ---- */
void pair_memo_init(pair_memo *m)
{
    *m = (pair_memo){.bits = 8};
    m->keys = memory_new(sizeof *m->keys << m->bits);
    m->values = memory_new(sizeof *m->values << m->bits);
}

void pair_memo_release(pair_memo *m)
{
    memory_free(m->keys);
    memory_free(m->values);
}

static uint64_t pair_key(uint32_t a, uint32_t b)
{
    return ((uint64_t)a << 32 | b) + 1;
}

static size_t pair_cell(const pair_memo *m, uint64_t key)
{
    size_t mask = ((size_t)1 << m->bits) - 1, at = hash_number(key) >> (64 - m->bits);
    while (m->keys[at] && m->keys[at] != key)
        at = (at + 1) & mask;
    return at;
}

bool pair_memo_find(const pair_memo *m, uint32_t a, uint32_t b, uint32_t *value)
{
    size_t at = pair_cell(m, pair_key(a, b));
    *value = m->values[at];
    return m->keys[at] != 0;
}

void pair_memo_add(pair_memo *m, uint32_t a, uint32_t b, uint32_t value)
{
    if (2 * (m->count + 1) > (size_t)1 << m->bits) {
        pair_memo old = *m;
        m->bits++;
        m->keys = memory_new(sizeof *m->keys << m->bits);
        m->values = memory_new(sizeof *m->values << m->bits);
        for (size_t i = 0; i < (size_t)1 << old.bits; i++)
            if (old.keys[i]) {
                size_t at = pair_cell(m, old.keys[i]);
                m->keys[at] = old.keys[i];
                m->values[at] = old.values[i];
            }
        pair_memo_release(&old);
    }
    size_t at = pair_cell(m, pair_key(a, b));
    m->count += m->keys[at] == 0;
    m->keys[at] = pair_key(a, b);
    m->values[at] = value;
}

/* ---- Pool ---- */
static void enlarge_table(size_t *count, size_t *capacity, uint32_t **data)
{

    size_t size = *count ? 2 * *count : 64;
    *data = vec_grow(*data, capacity, size, sizeof(uint32_t));
    *count = size;
    memset(*data, 0, size * sizeof(uint32_t));
}

moore_pool *moore_pool_new(void)
{
    moore_pool *pool = memory_new(sizeof *pool);
    pair_memo_init(&pool->inclusions);
    pair_memo_init(&pool->unions);
    moore_label none = moore_label_of(pool, 0, NULL, 0);
    const uint32_t empty[] = {0, 0};
    moore_ref nothing = moore_intern(pool, empty, 2);
    CHECK(none.index == MOORE_NO_KEYS.index && nothing.index == MOORE_EMPTY.index);
    return pool;
}

void moore_pool_free(moore_pool *pool)
{
    if (!pool)
        return;
    vec_release(&pool->numbers);
    vec_release(&pool->automata);
    vec_release(&pool->table);
    vec_release(&pool->label_keys);
    vec_release(&pool->labels);
    vec_release(&pool->label_table);
    vec_release(&pool->scratch);
    vec_release(&pool->sorted);
    vec_release(&pool->pairs);
    vec_release(&pool->pair_cells);
    vec_release(&pool->built);
    pair_memo_release(&pool->inclusions);
    pair_memo_release(&pool->unions);
    memory_free(pool);
}

size_t moore_pool_count(const moore_pool *pool)
{
    return pool->automata.count;
}

size_t moore_pool_bytes(const moore_pool *pool)
{
    return pool->numbers.capacity * sizeof(uint32_t) + pool->automata.capacity * sizeof(moore_automaton) +
           pool->label_keys.capacity * sizeof(uint32_t) + pool->labels.capacity * sizeof(moore_label_entry) +
           ((sizeof(uint64_t) + sizeof(uint32_t)) << pool->inclusions.bits) + ((sizeof(uint64_t) + sizeof(uint32_t)) << pool->unions.bits);
}

/* ---- Labels ---- */
static uint64_t hash_label(const uint32_t *keys, size_t count, uint32_t tag)
{
    return hash_number(hash_bytes(keys, count * sizeof *keys) + tag);
}

static int compare_keys(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static bool is_sorted(const uint32_t *keys, size_t count)
{
    for (size_t i = 1; i < count; i++)
        if (keys[i - 1] > keys[i])
            return false;
    return true;
}

static void rehash_labels(moore_pool *pool)
{
    enlarge_table(&pool->label_table.count, &pool->label_table.capacity, &pool->label_table.data);
    size_t mask = pool->label_table.count - 1;
    for (size_t i = 0; i < pool->labels.count; i++) {
        const moore_label_entry *e = &pool->labels.data[i];
        size_t at = hash_label(pool->label_keys.data + e->first, e->count, e->tag) & mask;
        while (pool->label_table.data[at])
            at = (at + 1) & mask;
        pool->label_table.data[at] = (uint32_t)i + 1;
    }
}

moore_label moore_label_of(moore_pool *pool, uint32_t tag, const uint32_t *keys, size_t count)
{
    vec_clear(&pool->sorted);
    vec_reserve(&pool->sorted, count + 1);
    if (count)
        memcpy(pool->sorted.data, keys, count * sizeof *keys);
    if (!is_sorted(pool->sorted.data, count))
        qsort(pool->sorted.data, count, sizeof *keys, compare_keys);
    size_t unique = 0;
    for (size_t i = 0; i < count; i++)
        if (i == 0 || pool->sorted.data[i] != pool->sorted.data[i - 1])
            pool->sorted.data[unique++] = pool->sorted.data[i];
    if (unique == 0)
        tag = 0;
    if (2 * (pool->labels.count + 1) > pool->label_table.count)
        rehash_labels(pool);
    size_t mask = pool->label_table.count - 1, at = hash_label(pool->sorted.data, unique, tag) & mask;
    for (; pool->label_table.data[at]; at = (at + 1) & mask) {
        uint32_t known = pool->label_table.data[at] - 1;
        const moore_label_entry *e = &pool->labels.data[known];
        if (e->count == unique && e->tag == tag &&
            (unique == 0 || !memcmp(pool->label_keys.data + e->first, pool->sorted.data, unique * sizeof *keys)))
            return (moore_label){known};
    }
    moore_label_entry added = {.first = pool->label_keys.count, .count = (uint32_t)unique, .tag = tag};
    for (size_t i = 0; i < unique; i++)
        vec_push(&pool->label_keys, pool->sorted.data[i]);
    vec_push(&pool->labels, added);
    pool->label_table.data[at] = (uint32_t)pool->labels.count;
    return (moore_label){(uint32_t)pool->labels.count - 1};
}

const uint32_t *moore_label_keys(const moore_pool *pool, moore_label label, size_t *count)
{
    const moore_label_entry *e = &pool->labels.data[label.index];
    *count = e->count;
    return pool->label_keys.data + e->first;
}

uint32_t moore_label_tag(const moore_pool *pool, moore_label label)
{
    return pool->labels.data[label.index].tag;
}

bool moore_label_includes(const moore_pool *pool, moore_label big, moore_label small)
{
    if (big.index == small.index || small.index == MOORE_NO_KEYS.index)
        return true;
    const moore_label_entry *b = &pool->labels.data[big.index], *s = &pool->labels.data[small.index];
    const uint32_t *of_big = pool->label_keys.data + b->first, *of_small = pool->label_keys.data + s->first;
    uint32_t i = 0;
    for (uint32_t k = 0; k < s->count; k++) {
        while (i < b->count && of_big[i] < of_small[k])
            i++;
        if (i == b->count || of_big[i] != of_small[k])
            return false;
    }
    return true;
}

/* ---- Automata ---- */
static void rehash_automata(moore_pool *pool)
{
    enlarge_table(&pool->table.count, &pool->table.capacity, &pool->table.data);
    size_t mask = pool->table.count - 1;
    for (size_t i = 0; i < pool->automata.count; i++) {
        const moore_automaton *a = &pool->automata.data[i];
        size_t at = hash_bytes(pool->numbers.data + a->first, a->size * sizeof(uint32_t)) & mask;
        while (pool->table.data[at])
            at = (at + 1) & mask;
        pool->table.data[at] = (uint32_t)i + 1;
    }
}

moore_ref moore_intern(moore_pool *pool, const uint32_t *numbers, uint32_t size)
{
    if (2 * (pool->automata.count + 1) > pool->table.count)
        rehash_automata(pool);
    size_t mask = pool->table.count - 1, at = hash_bytes(numbers, size * sizeof *numbers) & mask;
    for (; pool->table.data[at]; at = (at + 1) & mask) {
        uint32_t known = pool->table.data[at] - 1;
        const moore_automaton *a = &pool->automata.data[known];
        if (a->size == size && !memcmp(pool->numbers.data + a->first, numbers, size * sizeof *numbers))
            return (moore_ref){known};
    }
    moore_automaton added = {.first = pool->numbers.count, .size = size};
    vec_reserve(&pool->numbers, pool->numbers.count + size);
    memcpy(pool->numbers.data + pool->numbers.count, numbers, size * sizeof *numbers);
    pool->numbers.count += size;
    vec_push(&pool->automata, added);
    pool->table.data[at] = (uint32_t)pool->automata.count;
    return (moore_ref){(uint32_t)pool->automata.count - 1};
}

static const uint32_t *numbers_of(const moore_pool *pool, moore_ref a)
{
    return pool->numbers.data + pool->automata.data[a.index].first;
}

uint32_t moore_state_count(const moore_pool *pool, moore_ref a)
{
    return numbers_of(pool, a)[0];
}

moore_label moore_state_label(const moore_pool *pool, moore_ref a, uint32_t state)
{
    return (moore_label){numbers_of(pool, a)[1 + 2 * state]};
}

const moore_edge *moore_state_edges(const moore_pool *pool, moore_ref a, uint32_t state, size_t *count)
{
    const uint32_t *w = numbers_of(pool, a);
    uint32_t states = w[0], first = w[2 + 2 * state], all = w[1 + 2 * states];
    uint32_t end = state + 1 < states ? w[2 + 2 * (state + 1)] : all;
    *count = end - first;
    return (const moore_edge *)(w + 2 + 2 * states) + first;
}

uint32_t moore_next(const moore_pool *pool, moore_ref a, uint32_t state, uint32_t letter)
{
    size_t count;
    const moore_edge *edges = moore_state_edges(pool, a, state, &count);
    for (size_t i = 0; i < count; i++)
        if (edges[i].letter == letter)
            return edges[i].target;
    return MOORE_NOWHERE;
}
