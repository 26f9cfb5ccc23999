#include "engine/explicit/memo.h"

#include <string.h>

#include "base/memory.h"

enum { FIRST_TABLE_BITS = 12, MAX_LIMBS = 1 << 25 }; /* 256 MiB of entries, then all is forgotten */

void memo_init(memo *m)
{
    *m = (memo){.table_bits = FIRST_TABLE_BITS, .masks = arena_new()};
    m->table = memory_new(sizeof *m->table << m->table_bits);
    vec_push(&m->entries, 0); /* offset 0 means free */
}

void memo_release(memo *m)
{
    vec_release(&m->units);
    arena_free(m->masks);
    vec_release(&m->entries);
    memory_free(m->table);
    *m = (memo){0};
}

static void clear_entries(memo *m)
{
    m->entries.count = 1;
    m->count = 0;
    memset(m->table, 0, sizeof *m->table << m->table_bits);
}

void memo_forget(memo *m)
{
    clear_entries(m);
    vec_clear(&m->units);
    arena_free(m->masks);
    m->masks = arena_new();
}

void memo_extend(memo *m, unit_ref unit, const packing *of, uint32_t limbs, const uint32_t *reads, size_t count)
{
    while (m->units.count <= unit.index)
        vec_push(&m->units, (unit_reads){0});
    unit_reads *u = &m->units.data[unit.index];
    bool grown = !u->mask;
    if (!u->mask)
        u->mask = ARENA_ARRAY(m->masks, uint64_t, limbs);
    for (size_t i = 0; i < count; i++) {
        if (reads[i] >= of->shape->slot_count)
            continue; /* a slot of a process created on the way: its value depends on what was read before */
        const field *f = &of->fields[reads[i]];
        grown |= (field_mask(f) & ~u->mask[f->limb]) != 0;
        u->mask[f->limb] |= field_mask(f);
    }
    u->version += grown;
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

uint64_t *memo_add(memo *m, unit_ref u, const uint64_t *state, uint32_t limbs, const uint64_t *records, size_t count)
{
    size_t size = 2 + limbs + count * memo_record_limbs(limbs);
    if (m->entries.count + size > MAX_LIMBS && m->count)
        clear_entries(m);
    if (2 * (m->count + 1) > (size_t)1 << m->table_bits)
        enlarge(m, limbs);
    size_t offset = m->entries.count;
    vec_reserve(&m->entries, offset + size);
    uint64_t *entry = m->entries.data + offset;
    m->entries.count += size;
    entry[0] = memo_name(m, u);
    for (uint32_t i = 0; i < limbs; i++)
        entry[1 + i] = state[i] & memo_mask(m, u)[i];
    entry[1 + limbs] = count;
    if (count)
        memcpy(entry + 2 + limbs, records, count * memo_record_limbs(limbs) * sizeof *records);
    put(m, entry, limbs);
    m->count++;
    return entry + 1 + limbs;
}
