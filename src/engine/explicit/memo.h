/* memo.h: what the steps of a process lead to, remembered.
 *
 * The steps of one process (a *unit*: shape, process and control location; or its commits) read a few slots only. Their results are
 * kept under the bits of those slots, as patches to the packed state: bits to clear and bits to set. A unit's mask of bits
 * read grows as further reads are seen; what was kept under a smaller mask is then forgotten (its version is old). */
#ifndef ENGINE_EXPLICIT_MEMO_H
#define ENGINE_EXPLICIT_MEMO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/hash.h"
#include "base/vec.h"
#include "engine/explicit/layout.h"

typedef VEC(uint64_t) limb_vec;

/* What a unit reads, as found so far. */
typedef struct unit_reads {
    uint64_t *mask;   /* bits of a packed state, in limbs; NULL until first used */
    uint32_t version; /* of the mask */
} unit_reads;

typedef struct memo {
    VEC(unit_reads) units;
    arena *masks;
    limb_vec entries; /* each: unit and version, key, number of records, records */
    uint32_t *table;  /* offset into entries; 0: free */
    uint32_t table_bits;
    size_t count;
} memo;

/* A record of states with `limbs` limbs takes 1 + 2 * limbs: a tag, bits to clear, bits to set. Tag 0 is a successor, 1 + p a violation of property p. */
static inline uint32_t memo_record_limbs(uint32_t limbs)
{
    return 1 + 2 * limbs;
}

void memo_init(memo *m);
void memo_release(memo *m);
/* Forgets all, also what units read: the layout has changed. */
void memo_forget(memo *m);

/* The mask of the unit; NULL: it was never run. */
static inline const uint64_t *memo_mask(const memo *m, unit_ref u)
{
    return u.index < m->units.count ? m->units.data[u.index].mask : NULL;
}

/* The unit was run, and read these slots of a state packed so: its mask takes them in. */
void memo_extend(memo *m, unit_ref u, const packing *of, uint32_t limbs, const uint32_t *reads, size_t count);

static inline uint64_t memo_name(const memo *m, unit_ref u)
{
    return (uint64_t)m->units.data[u.index].version << 32 | u.index;
}

static inline uint64_t memo_mix(uint64_t hash, uint64_t limb)
{
    hash = (hash ^ limb) * 0xff51afd7ed558ccdu;
    return hash ^ hash >> 32;
}

/* Where the number of records of the unit for this state stands, followed by them; NULL when nothing is known. Called with a constant
 * number of limbs it is a handful of instructions. */
static inline __attribute__((always_inline)) const uint64_t *memo_find(const memo *m, unit_ref u, const uint64_t *state, uint32_t limbs)
{
    const uint64_t *read = memo_mask(m, u);
    if (!read)
        return NULL;
    uint64_t name = memo_name(m, u), hash = name * 0x9e3779b97f4a7c15u;
    for (uint32_t i = 0; i < limbs; i++)
        hash = memo_mix(hash, state[i] & read[i]);
    uint64_t at = hash_number(hash) >> (64 - m->table_bits), mask = (1ull << m->table_bits) - 1;
    for (; m->table[at]; at = (at + 1) & mask) {
        const uint64_t *entry = m->entries.data + m->table[at];
        uint64_t difference = entry[0] ^ name;
        for (uint32_t i = 0; i < limbs; i++)
            difference |= entry[1 + i] ^ (state[i] & read[i]);
        if (!difference)
            return entry + 1 + limbs;
    }
    return NULL;
}

/* Keeps records (`count` of them) for all states that agree with this one on the unit's mask; the result is as that of
 * memo_find. The caller may set bits 32 and up of the number of records. */
uint64_t *memo_add(memo *m, unit_ref u, const uint64_t *state, uint32_t limbs, const uint64_t *records, size_t count);

#endif
