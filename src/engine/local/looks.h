/* looks.h: results that depend on a subject and on a few slots of the global.
 *
 * What is worked out for a subject looks at some slots of the global; which ones is noted on the way. The result is found again in every global of the
 * same shape that has the same values there. The slots of a subject are all those that were ever looked at for it. What was kept while there were
 * fewer of them is not found again. */
#ifndef ENGINE_LOCAL_LOOKS_H
#define ENGINE_LOCAL_LOOKS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/intern.h"

typedef struct look_subject {
    uint32_t first, count; /* positions in a global's row, in look_memo.positions */
    uint64_t mask;         /* of them: see look_bit */
} look_subject;

typedef struct look_memo {
    const intern *globals;
    VEC(look_subject) subjects; /* by their number */
    VEC(uint32_t) positions;
    intern rows;                /* subject, shape, values at its positions: by the result's number */
    VEC(int32_t) row;           /* scratch */
    VEC(uint32_t) noted;        /* positions looked at for the result under way */
    VEC(uint32_t) marks;        /* by position: 1 + when it was noted last */
    uint32_t now;
} look_memo;

void looks_init(look_memo *l, const intern *globals);
void looks_release(look_memo *l);
size_t looks_bytes(const look_memo *l);

/* The number of the result for the subject in this global; UINT32_MAX where there is none. */
uint32_t looks_find(look_memo *l, uint32_t subject, uint32_t global);
/* Begins to work one out: nothing has been looked at. */
void looks_begin(look_memo *l);
/* These positions of the global's row have been looked at. */
void looks_note(look_memo *l, const uint32_t *positions, size_t count);
/* The number of what was worked out since looks_begin: numbers count from 0. */
uint32_t looks_keep(look_memo *l, uint32_t subject, uint32_t global);

/* A bit for a position. Positions that are far out share one. */
static inline uint64_t look_bit(uint32_t position)
{
    return (uint64_t)1 << (position < 63 ? position : 63);
}

/* The bits of all positions that results for the subject depend on. */
static inline uint64_t looks_mask(const look_memo *l, uint32_t subject)
{
    return l->subjects.data[subject].mask;
}

#endif
