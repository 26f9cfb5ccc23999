#include "engine/explicit/memo.h"

#include <stdlib.h>
#include <string.h>

#include "base/bug.h"
#include "base/hash.h"

enum { FIRST_TABLE_BITS = 12, MAX_WORDS = 1 << 25 }; /* 256 MiB of entries, then all is forgotten */

void memo_init(memo *m)
{
    *m = (memo){.table_bits = FIRST_TABLE_BITS};
    m->table = calloc((size_t)1 << m->table_bits, sizeof *m->table);
    if (!m->table)
        out_of_memory();
    vec_push(&m->entries, 0); /* offset 0 means free */
}

void memo_release(memo *m)
{
    vec_release(&m->entries);
    free(m->table);
    *m = (memo){0};
}

void memo_clear(memo *m)
{
    m->entries.count = 1;
    m->count = 0;
    memset(m->table, 0, sizeof *m->table << m->table_bits);
}

static inline uint64_t name_of(const unit *u)
{
    return (uint64_t)u->version << 32 | u->id;
}

static inline uint64_t hash_of(const unit *u, const uint64_t *state, uint32_t words)
{
    uint64_t h = name_of(u) * 0x9e3779b97f4a7c15u;
    for (uint32_t i = 0; i < words; i++)
        h = (h ^ (state[i] & u->mask[i])) * 0xff51afd7ed558ccdu, h ^= h >> 32;
    return hash_word(h);
}

static inline bool matches(const uint64_t *entry, const unit *u, const uint64_t *state, uint32_t words)
{
    if (entry[0] != name_of(u))
        return false;
    for (uint32_t i = 0; i < words; i++)
        if (entry[1 + i] != (state[i] & u->mask[i]))
            return false;
    return true;
}

const uint64_t *memo_find(const memo *m, const unit *u, const uint64_t *state, uint32_t words)
{
    if (!u->mask)
        return NULL;
    uint64_t at = hash_of(u, state, words) >> (64 - m->table_bits), mask = (1ull << m->table_bits) - 1;
    for (; m->table[at]; at = (at + 1) & mask) {
        const uint64_t *entry = m->entries.data + m->table[at];
        if (matches(entry, u, state, words))
            return entry + 1 + words;
    }
    return NULL;
}

/* Entries keep their key only; its hash is computed again from name and key. */
static uint64_t hash_of_entry(const uint64_t *entry, uint32_t words)
{
    uint64_t h = entry[0] * 0x9e3779b97f4a7c15u;
    for (uint32_t i = 0; i < words; i++)
        h = (h ^ entry[1 + i]) * 0xff51afd7ed558ccdu, h ^= h >> 32;
    return hash_word(h);
}

static void enlarge(memo *m, uint32_t words)
{
    free(m->table);
    m->table_bits++;
    m->table = calloc((size_t)1 << m->table_bits, sizeof *m->table);
    if (!m->table)
        out_of_memory();
    uint64_t mask = (1ull << m->table_bits) - 1;
    for (size_t offset = 1; offset < m->entries.count;) {
        const uint64_t *entry = m->entries.data + offset;
        uint64_t at = hash_of_entry(entry, words) >> (64 - m->table_bits);
        while (m->table[at])
            at = (at + 1) & mask;
        m->table[at] = (uint32_t)offset;
        offset += 2 + words + entry[1 + words] * memo_record_words(words);
    }
}

const uint64_t *memo_add(memo *m, const unit *u, const uint64_t *state, uint32_t words, const uint64_t *records, size_t count)
{
    size_t size = 2 + words + count * memo_record_words(words);
    if (m->entries.count + size > MAX_WORDS && m->count)
        memo_clear(m);
    if (2 * (m->count + 1) > (size_t)1 << m->table_bits)
        enlarge(m, words);
    size_t offset = m->entries.count;
    vec_reserve(&m->entries, offset + size);
    uint64_t *entry = m->entries.data + offset;
    m->entries.count += size;
    entry[0] = name_of(u);
    for (uint32_t i = 0; i < words; i++)
        entry[1 + i] = state[i] & u->mask[i];
    entry[1 + words] = count;
    if (count)
        memcpy(entry + 2 + words, records, count * memo_record_words(words) * sizeof *records);
    uint64_t mask = (1ull << m->table_bits) - 1, at = hash_of(u, state, words) >> (64 - m->table_bits);
    while (m->table[at])
        at = (at + 1) & mask;
    m->table[at] = (uint32_t)offset;
    m->count++;
    return entry + 1 + words;
}
