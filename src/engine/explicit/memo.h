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

#include "base/vec.h"
#include "engine/explicit/model.h"

typedef VEC(uint64_t) word_vec;

typedef struct memo {
    word_vec entries; /* each: unit and version, key, number of records, records */
    uint32_t *table;  /* offset into entries; 0: free */
    uint32_t table_bits;
    size_t count;
} memo;

/* A record is 1 + 2*words words: a tag, bits to clear, bits to set. Tag 0 is a successor, 1 + p a violation of property p. */
static inline uint32_t memo_record_words(uint32_t words)
{
    return 1 + 2 * words;
}

void memo_init(memo *m);
void memo_release(memo *m);
void memo_clear(memo *m);

/* Where the number of records of the unit for this state stands, followed by them; NULL when nothing is known. */
const uint64_t *memo_find(const memo *m, const unit *u, const uint64_t *state, uint32_t words);
/* Keeps records (`count` of them) for all states that agree with this one on the unit's mask. */
const uint64_t *memo_add(memo *m, const unit *u, const uint64_t *state, uint32_t words, const uint64_t *records, size_t count);

#endif
