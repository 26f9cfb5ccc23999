/* intern.h: rows of integers that get a number each; equal rows have equal numbers.
 *
 * Numbers count from 0 in the order of first appearance. */
#ifndef BASE_INTERN_H
#define BASE_INTERN_H

#include <stddef.h>
#include <stdint.h>

#include "base/vec.h"

typedef struct intern_entry {
    size_t first;
    uint32_t count;
    uint32_t hash;
} intern_entry;

typedef struct intern {
    VEC(int32_t) values;
    VEC(intern_entry) entries;
    VEC(uint64_t) table; /* its hash, and below it the entry plus one; 0: free; its count is a power of two */
} intern;

/* All zero is an empty pool. */
void intern_release(intern *pool);
/* Forgets all rows, and keeps the memory. Costs as much as the rows that there were. */
void intern_clear(intern *pool);

/* The number of the row. `row` must not lie in the pool. */
uint32_t intern_row(intern *pool, const int32_t *row, size_t count);

/* The same for a row that is there; UINT32_MAX for another. */
uint32_t intern_find(const intern *pool, const int32_t *row, size_t count);

/* Valid until the next row is added. */
static inline const int32_t *intern_get(const intern *pool, uint32_t number)
{
    return pool->values.data + pool->entries.data[number].first;
}

static inline uint32_t intern_length(const intern *pool, uint32_t number)
{
    return pool->entries.data[number].count;
}

static inline size_t intern_count(const intern *pool)
{
    return pool->entries.count;
}

size_t intern_bytes(const intern *pool);

#endif
