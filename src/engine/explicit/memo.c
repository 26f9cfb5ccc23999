#include "engine/explicit/memo.h"

#include <string.h>

#include "base/memory.h"

enum { FIRST_TABLE_BITS = 12, MAX_LIMBS = 1 << 25 }; /* 256 MiB of entries, then all is forgotten */

void memo_init(memo *m)
{
    *m = (memo){.table_bits = FIRST_TABLE_BITS};
    m->table = memory_new(sizeof *m->table << m->table_bits);
    vec_push(&m->entries, 0); /* offset 0 means free */
}

void memo_release(memo *m)
{
    vec_release(&m->entries);
    memory_free(m->table);
    *m = (memo){0};
}

void memo_clear(memo *m)
{
    m->entries.count = 1;
    m->count = 0;
    memset(m->table, 0, sizeof *m->table << m->table_bits);
}

/* As in memo_find: an entry starts with its name and key. */
static uint64_t hash_of_entry(const uint64_t *entry, uint32_t limbs)
{
    uint64_t hash = entry[0] * 0x9e3779b97f4a7c15u;
    for (uint32_t i = 0; i < limbs; i++)
        hash = memo_mix(hash, entry[1 + i]);
    return hash_number(hash);
}

static void put(memo *m, const uint64_t *entry, uint32_t limbs)
{
    uint64_t at = hash_of_entry(entry, limbs) >> (64 - m->table_bits), mask = (1ull << m->table_bits) - 1;
    while (m->table[at])
        at = (at + 1) & mask;
    m->table[at] = (uint32_t)(entry - m->entries.data);
}

static void enlarge(memo *m, uint32_t limbs)
{
    memory_free(m->table);
    m->table_bits++;
    m->table = memory_new(sizeof *m->table << m->table_bits);
    for (size_t offset = 1; offset < m->entries.count;) {
        const uint64_t *entry = m->entries.data + offset;
        put(m, entry, limbs);
        offset += 2 + limbs + (uint32_t)entry[1 + limbs] * memo_record_limbs(limbs);
    }
}

uint64_t *memo_add(memo *m, const unit *u, const uint64_t *state, uint32_t limbs, const uint64_t *records, size_t count)
{
    size_t size = 2 + limbs + count * memo_record_limbs(limbs);
    if (m->entries.count + size > MAX_LIMBS && m->count)
        memo_clear(m);
    if (2 * (m->count + 1) > (size_t)1 << m->table_bits)
        enlarge(m, limbs);
    size_t offset = m->entries.count;
    vec_reserve(&m->entries, offset + size);
    uint64_t *entry = m->entries.data + offset;
    m->entries.count += size;
    entry[0] = memo_name(u);
    for (uint32_t i = 0; i < limbs; i++)
        entry[1 + i] = state[i] & u->mask[i];
    entry[1 + limbs] = count;
    if (count)
        memcpy(entry + 2 + limbs, records, count * memo_record_limbs(limbs) * sizeof *records);
    put(m, entry, limbs);
    m->count++;
    return entry + 1 + limbs;
}
