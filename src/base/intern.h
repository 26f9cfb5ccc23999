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

enum { INTERN_MIXED = UINT32_MAX };

typedef struct intern {
    VEC(int32_t) values;
    VEC(intern_entry) entries;
    uint32_t width;      /* of all rows, where these have one length: then row n begins at n times that; INTERN_MIXED: they have several */
    VEC(uint64_t) table; /* by hash: the row's hash in the upper half, its entry plus one in the lower; 0: free; the table's count is a power of two */
} intern;

/* All zero is an empty pool. */
void intern_release(intern *pool);
/* The pool, which has a row, belongs to no scope (base/memory.h) from now on: threads with scopes of their own may add rows, one at a time. It is released by its owner, also after a jump. */
void intern_keep(intern *pool);
/* Forgets all rows, and keeps the memory. Takes time in proportion to the rows that the pool had. */
void intern_clear(intern *pool);

/* The number of the row. `row` must not lie in the pool. */
uint32_t intern_row(intern *pool, const int32_t *row, size_t count);

enum { INTERN_NONE = UINT32_MAX };

/* The number of a row that is in the pool; INTERN_NONE for any other row. */
uint32_t intern_find(const intern *pool, const int32_t *row, size_t count);

/* For many rows at a time: the hash of one, by which the places where it may be are brought near: first that in the table, then, once this is there, the row that it names. */
uint32_t intern_hash(const int32_t *row, size_t count);
void intern_bring_cell(const intern *pool, uint32_t hash);
void intern_bring_row(const intern *pool, uint32_t hash);

/* The row with this number; valid until the next row is added. */
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
