/* store.h: the set of states found, in the order in which they were found.
 *
 * States are rows of limbs in one array; a state's number is its index there. A table of 32-bit cells leads from a hash to a number: a cell holds
 * the number plus one in its low bits and, in the bits left over, a piece of the hash, so that a foreign state is
 * seldom looked at. Growing maps further pages and copies nothing but the table. */
#ifndef ENGINE_EXPLICIT_STORE_H
#define ENGINE_EXPLICIT_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/crew.h"
#include "base/hash.h"
#include "search/state.h"

typedef struct store {
    uint32_t limbs;     /* of one state */
    uint32_t count;
    uint64_t *states;
    state_ref *parents; /* the state from which each was first reached; STATE_NONE for the first */
    size_t capacity;    /* states there is room for */
    uint32_t *table;
    uint32_t table_bits;
    bool exhausted;     /* the machine gave no more memory, or the numbers are used up */
} store;

/* False (and exhausted) when there is no memory. */
bool store_init(store *s, uint32_t limbs);
/* The same, with room for as many states as the other has room for. */
bool store_init_like(store *s, uint32_t limbs, const store *other);
void store_release(store *s);

static inline const uint64_t *store_state(const store *s, state_ref number)
{
    return s->states + (size_t)number.index * s->limbs;
}

static inline uint64_t store_hash(const uint64_t *state, uint32_t limbs)
{
    if (limbs == 1)
        return hash_number(state[0]);
    uint64_t h = hash_number(state[0]);
    for (uint32_t i = 1; i < limbs; i++)
        h = hash_number(h * 0x9e3779b97f4a7c15u + state[i]);
    return h;
}

static inline void store_prefetch(const store *s, uint64_t hash)
{
    __builtin_prefetch(&s->table[hash >> (64 - s->table_bits)]);
}

static inline state_ref store_number_in(const store *s, uint32_t cell)
{
    return (state_ref){(cell & (uint32_t)((1ull << s->table_bits) - 1)) - 1};
}

static inline uint32_t store_tag_mask(const store *s)
{
    return s->table_bits >= 32 ? 0 : UINT32_MAX << s->table_bits;
}

/* Brings the state that store_find will compare first into the cache. */
static inline void store_prefetch_state(const store *s, uint64_t hash)
{
    uint64_t mask = (1ull << s->table_bits) - 1, at = hash >> (64 - s->table_bits);
    uint32_t tag_mask = store_tag_mask(s), tag = (uint32_t)(hash << s->table_bits) & tag_mask;
    while (s->table[at] && (s->table[at] & tag_mask) != tag)
        at = (at + 1) & mask;
    if (!s->table[at])
        return;
    const uint64_t *state = store_state(s, store_number_in(s, s->table[at]));
    __builtin_prefetch(state);
    if (s->limbs > 2) /* the state may lie across two lines of the cache */
        __builtin_prefetch(state + s->limbs - 1);
}

/* The number of the state, or STATE_NONE when it is not there: then *cell is where store_insert puts it. */
static inline __attribute__((always_inline)) state_ref store_find(const store *s, const uint64_t *state, uint64_t hash, uint32_t limbs,
                                                                  uint64_t *cell)
{
    uint64_t mask = (1ull << s->table_bits) - 1, at = hash >> (64 - s->table_bits);
    uint32_t tag_mask = store_tag_mask(s), tag = (uint32_t)(hash << s->table_bits) & tag_mask;
    for (; s->table[at]; at = (at + 1) & mask)
        if ((s->table[at] & tag_mask) == tag) {
            state_ref number = store_number_in(s, s->table[at]);
            const uint64_t *known = store_state(s, number);
            uint64_t difference = 0;
            for (uint32_t i = 0; i < limbs; i++)
                difference |= known[i] ^ state[i];
            if (!difference)
                return number;
        }
    *cell = at;
    return STATE_NONE;
}

/* Room for so many more states, so that adding them moves nothing. The crew, if there is one, helps. False when there is no memory, or the crew was broken. */
bool store_make_room(store *s, size_t more, crew *with);

/* Puts states that are in no cell yet into the table, where there is room for them. Several threads may do so at a time, each for states of its own. */
void store_index(store *s, uint32_t from, uint32_t to);

/* Adds a state that store_find did not find; its number, or STATE_NONE when the store is exhausted. */
state_ref store_insert(store *s, const uint64_t *state, uint64_t hash, uint64_t cell, state_ref parent);

/* Both in one; *is_new tells which. */
static inline state_ref store_add(store *s, const uint64_t *state, uint64_t hash, state_ref parent, bool *is_new)
{
    uint64_t cell = 0;
    state_ref number = store_find(s, state, hash, s->limbs, &cell);
    *is_new = state_is(number, STATE_NONE);
    return *is_new ? store_insert(s, state, hash, cell, parent) : number;
}

size_t store_bytes(const store *s);

#endif
