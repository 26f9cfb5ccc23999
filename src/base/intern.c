#include "base/intern.h"

#include <string.h>

#include "base/hash.h"
#include "base/limits.h"
#include "base/memory.h"

void intern_release(intern *pool)
{
    vec_release(&pool->values);
    vec_release(&pool->entries);
    vec_release(&pool->table);
}

void intern_keep(intern *pool)
{
    memory_keep(pool->values.data);
    memory_keep(pool->entries.data);
    memory_keep(pool->table.data);
}

/* The youngest row is taken out first: then the cells that a row had to pass when it was put in are still taken while it is looked for. */
void intern_clear(intern *pool)
{
    size_t mask = pool->table.count - 1;
    for (size_t i = pool->entries.count; i-- > 0;) {
        size_t at = pool->entries.data[i].hash & mask;
        while ((uint32_t)pool->table.data[at] != i + 1)
            at = (at + 1) & mask;
        pool->table.data[at] = 0;
    }
    vec_clear(&pool->values);
    vec_clear(&pool->entries);
}

size_t intern_bytes(const intern *pool)
{
    return pool->values.capacity * sizeof(int32_t) + pool->entries.capacity * sizeof(intern_entry) + pool->table.capacity * sizeof(uint64_t);
}

static void put(intern *pool, uint32_t number)
{
    size_t mask = pool->table.count - 1, at = pool->entries.data[number].hash & mask;
    while (pool->table.data[at])
        at = (at + 1) & mask;
    pool->table.data[at] = (uint64_t)pool->entries.data[number].hash << 32 | (number + 1);
}

static void enlarge(intern *pool)
{
    size_t size = pool->table.count ? 2 * pool->table.count : 64;
    vec_reserve(&pool->table, size);
    pool->table.count = size;
    memset(pool->table.data, 0, size * sizeof *pool->table.data);
    for (uint32_t i = 0; i < pool->entries.count; i++)
        put(pool, i);
}

uint32_t intern_hash(const int32_t *row, size_t count)
{
    uint64_t full = hash_bytes(row, count * sizeof *row);
    return (uint32_t)(full ^ full >> 32);
}

/* Where all rows have one length, their entries need not be looked at: these are far away. */
static bool has_length(const intern *pool, uint32_t number, size_t count)
{
    return pool->width == INTERN_MIXED ? pool->entries.data[number].count == count : pool->width == count;
}

static const int32_t *first_of(const intern *pool, uint32_t number)
{
    return pool->values.data + (pool->width == INTERN_MIXED ? pool->entries.data[number].first : (size_t)number * pool->width);
}

static uint32_t find(const intern *pool, const int32_t *row, size_t count, uint32_t hash)
{
    size_t mask = pool->table.count - 1;
    for (size_t at = hash & mask; pool->table.data[at]; at = (at + 1) & mask) {
        if (pool->table.data[at] >> 32 != hash)
            continue;
        uint32_t number = (uint32_t)pool->table.data[at] - 1;
        if (has_length(pool, number, count) && (!count || !memcmp(first_of(pool, number), row, count * sizeof *row)))
            return number;
    }
    return INTERN_NONE;
}

void intern_bring_cell(const intern *pool, uint32_t hash)
{
    if (pool->table.count)
        __builtin_prefetch(&pool->table.data[hash & (pool->table.count - 1)]);
}

void intern_bring_row(const intern *pool, uint32_t hash)
{
    uint64_t cell = pool->table.count ? pool->table.data[hash & (pool->table.count - 1)] : 0;
    if (cell >> 32 == hash && cell && pool->width != INTERN_MIXED)
        __builtin_prefetch(first_of(pool, (uint32_t)cell - 1));
}

uint32_t intern_find(const intern *pool, const int32_t *row, size_t count)
{
    return pool->table.count ? find(pool, row, count, intern_hash(row, count)) : INTERN_NONE;
}

uint32_t intern_row(intern *pool, const int32_t *row, size_t count)
{
    limits_poll(); /* nearly everything that a model can make long gives numbers to something */
    if (2 * (pool->entries.count + 1) > pool->table.count)
        enlarge(pool);
    uint32_t hash = intern_hash(row, count), known = find(pool, row, count, hash);
    if (known != INTERN_NONE)
        return known;
    pool->width = pool->entries.count == 0 || pool->width == count ? (uint32_t)count : INTERN_MIXED;
    intern_entry added = {.first = pool->values.count, .count = (uint32_t)count, .hash = hash};
    vec_reserve(&pool->values, pool->values.count + count + 1);
    if (count)
        memcpy(pool->values.data + pool->values.count, row, count * sizeof *row);
    pool->values.count += count;
    vec_push(&pool->entries, added);
    put(pool, (uint32_t)pool->entries.count - 1);
    return (uint32_t)pool->entries.count - 1;
}
