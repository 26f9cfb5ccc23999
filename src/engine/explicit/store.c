#include "engine/explicit/store.h"

#include <string.h>

#include "base/memory.h"

enum { FIRST_TABLE_BITS = 10, FIRST_CAPACITY = 1024, MAX_TABLE_BITS = 32 };

static bool init(store *s, uint32_t limbs, uint32_t table_bits, size_t capacity)
{
    *s = (store){.limbs = limbs, .table_bits = table_bits, .capacity = capacity};
    s->states = memory_map(s->capacity * limbs * sizeof *s->states);
    s->parents = memory_map(s->capacity * sizeof *s->parents);
    s->table = memory_map(sizeof *s->table << s->table_bits);
    s->exhausted = !s->states || !s->parents || !s->table;
    return !s->exhausted;
}

bool store_init(store *s, uint32_t limbs)
{
    return init(s, limbs, FIRST_TABLE_BITS, FIRST_CAPACITY);
}

bool store_init_like(store *s, uint32_t limbs, const store *other)
{
    return init(s, limbs, other->table_bits, other->capacity);
}

void store_release(store *s)
{
    memory_unmap(s->states);
    memory_unmap(s->parents);
    memory_unmap(s->table);
    *s = (store){0};
}

size_t store_bytes(const store *s)
{
    return (size_t)s->count * (s->limbs * sizeof *s->states + sizeof *s->parents) + (sizeof *s->table << s->table_bits);
}

/* The low bits of a cell hold number + 1 < 2^table_bits; the high bits a piece of the hash. */
static uint32_t cell_of(const store *s, uint32_t number, uint64_t hash)
{
    uint32_t tag = s->table_bits >= 32 ? 0 : (uint32_t)(hash << s->table_bits);
    return tag | (number + 1);
}

/* The cell that is free from the state's place on. */
static void put(store *s, uint32_t number, uint64_t hash)
{
    uint64_t mask = (1ull << s->table_bits) - 1, at = hash >> (64 - s->table_bits);
    uint32_t cell = cell_of(s, number, hash), none = 0;
    while (__atomic_load_n(&s->table[at], __ATOMIC_RELAXED) || !__atomic_compare_exchange_n(&s->table[at], &none, cell, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
        none = 0;
        at = (at + 1) & mask;
    }
}

void store_index(store *s, uint32_t from, uint32_t to)
{
    enum { AHEAD = 16 };
    uint64_t hashes[AHEAD];
    for (uint64_t i = from; i < (uint64_t)to + AHEAD; i++) {
        if (i >= (uint64_t)from + AHEAD)
            put(s, (uint32_t)i - AHEAD, hashes[i % AHEAD]);
        if (i < to) {
            hashes[i % AHEAD] = store_hash(store_state(s, (state_ref){(uint32_t)i}), s->limbs);
            store_prefetch(s, hashes[i % AHEAD]);
        }
    }
}

static void index_part(void *data, uint32_t from, uint32_t to)
{
    store_index(data, from, to);
}

static bool enlarge_table(store *s, crew *with)
{
    if (s->table_bits == MAX_TABLE_BITS)
        return false;
    uint32_t *table = memory_map(sizeof *table << (s->table_bits + 1));
    if (!table)
        return false;
    memory_unmap(s->table);
    s->table = table;
    s->table_bits++;
    return crew_share(with, s->count, index_part, s);
}

static bool enlarge_states(store *s)
{
    size_t capacity = s->capacity * 2;
    uint64_t *states = memory_remap(s->states, capacity * s->limbs * sizeof *states);
    if (!states)
        return false;
    s->states = states;
    state_ref *parents = memory_remap(s->parents, capacity * sizeof *parents);
    if (!parents) { /* shrink back, so that sizes agree */
        s->states = memory_remap(states, s->capacity * s->limbs * sizeof *states);
        return false;
    }
    s->parents = parents;
    s->capacity = capacity;
    return true;
}

/* Up to three quarters of the cells are used in the long run; what is added in one go may use nearly all. */
static bool is_crowded(const store *s, size_t more)
{
    size_t cells = (size_t)1 << s->table_bits;
    return s->count + 1 >= cells - cells / 4 || s->count + more >= cells - cells / 16;
}

bool store_make_room(store *s, size_t more, crew *with)
{
    if (s->count + more >= STATE_NONE.index)
        return false;
    while (s->count + more >= s->capacity)
        if (!enlarge_states(s))
            return false;
    while (is_crowded(s, more))
        if (!enlarge_table(s, with))
            return false;
    return true;
}

state_ref store_insert(store *s, const uint64_t *state, uint64_t hash, uint64_t cell, state_ref parent)
{
    size_t cells = (size_t)1 << s->table_bits;
    if (s->count + 1 >= s->capacity || s->count + 1 >= cells - cells / 4) {
        if (!store_make_room(s, 1, NULL)) {
            s->exhausted = true;
            return STATE_NONE;
        }
        uint64_t mask = (1ull << s->table_bits) - 1;
        for (cell = hash >> (64 - s->table_bits); s->table[cell]; cell = (cell + 1) & mask)
            ;
    }
    uint32_t number = s->count++;
    memcpy(s->states + (size_t)number * s->limbs, state, s->limbs * sizeof *state);
    s->parents[number] = parent;
    s->table[cell] = cell_of(s, number, hash);
    return (state_ref){number};
}
