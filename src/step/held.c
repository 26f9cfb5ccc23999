/* held.c: a set of rows, so that a loop inside an atomic block is gone round once only. */
#include <string.h>

#include "base/hash.h"
#include "step/successors_internal.h"

typedef struct held_entry {
    uint64_t hash;
    size_t first; /* in rows */
    uint32_t count, shape, holder_or_edge, hold;
} held_entry;

struct held_set {
    VEC(held_entry) entries;
    VEC(int32_t) rows;
    VEC(uint32_t) table; /* entry number plus one; 0: free. Its count is a power of two */
};

struct held_set *held_set_new(void)
{
    struct held_set *h = vec_grow(NULL, &(size_t){0}, 1, sizeof *h);
    *h = (struct held_set){0};
    return h;
}

void held_set_free(struct held_set *h)
{
    if (!h)
        return;
    vec_release(&h->entries);
    vec_release(&h->rows);
    vec_release(&h->table);
    vec_free_data(h);
}

void held_set_clear(struct held_set *h)
{
    if (!h->entries.count)
        return;
    vec_clear(&h->entries);
    vec_clear(&h->rows);
    memset(h->table.data, 0, h->table.count * sizeof *h->table.data);
}

static void enlarge(struct held_set *h)
{
    size_t size = h->table.count ? 2 * h->table.count : 16;
    vec_reserve(&h->table, size);
    h->table.count = size;
    memset(h->table.data, 0, size * sizeof *h->table.data);
    for (size_t i = 0; i < h->entries.count; i++) {
        size_t at = h->entries.data[i].hash & (size - 1);
        while (h->table.data[at])
            at = (at + 1) & (size - 1);
        h->table.data[at] = (uint32_t)i + 1;
    }
}

static bool same(const struct held_set *h, const held_entry *a, const held_entry *b, const int32_t *row)
{
    return a->hash == b->hash && a->count == b->count && a->shape == b->shape && a->holder_or_edge == b->holder_or_edge && a->hold == b->hold &&
           !memcmp(h->rows.data + a->first, row, a->count * sizeof *row);
}

bool held_set_add(struct held_set *h, const successors *x, uint32_t holder_or_edge, hold_kind hold)
{
    if (2 * (h->entries.count + 1) > h->table.count)
        enlarge(h);
    held_entry entry = {.first = h->rows.count, .count = x->shape->slot_count, .shape = x->shape->id, .holder_or_edge = holder_or_edge, .hold = hold};
    entry.hash = hash_bytes(x->slots, entry.count * sizeof *x->slots) + holder_or_edge;
    size_t at = entry.hash & (h->table.count - 1);
    for (; h->table.data[at]; at = (at + 1) & (h->table.count - 1))
        if (same(h, &h->entries.data[h->table.data[at] - 1], &entry, x->slots))
            return false;
    vec_push(&h->entries, entry);
    h->table.data[at] = (uint32_t)h->entries.count;
    vec_reserve(&h->rows, h->rows.count + entry.count);
    memcpy(h->rows.data + h->rows.count, x->slots, entry.count * sizeof *x->slots);
    h->rows.count += entry.count;
    return true;
}
