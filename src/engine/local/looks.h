/* looks.h: results that depend on a subject and on a few slots of the global.
 *
 * To work out the result for a subject, some slots of the global are looked at; they are noted in the order of the looks. The results of a subject are
 * the leaves of a tree whose nodes are slots: where to go on depends on the value of the slot. So a result is found again in every global of the same
 * shape that has the same values where it was looked. */
#ifndef ENGINE_LOCAL_LOOKS_H
#define ENGINE_LOCAL_LOOKS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/intern.h"
#include "engine/local/refs.h"

enum { LOOK_RESULT = UINT32_MAX, LOOK_NOTHING = UINT32_MAX };

typedef struct look_node {
    uint32_t position; /* in a global's row; LOOK_RESULT: this is a leaf */
    uint32_t number;   /* of the result */
    int32_t value;     /* the value that was met at this node last; `after` is the node that follows it */
    uint32_t after;
} look_node;

/* Where a node leads with a value. */
typedef struct look_cell {
    uint32_t from; /* node plus one; 0: free */
    int32_t value;
    uint32_t to;
} look_cell;

typedef struct look_memo {
    const intern *globals;
    VEC(uint32_t) roots;     /* by subject: node, or LOOK_NOTHING */
    VEC(look_node) nodes;
    VEC(look_cell) cells;    /* by hash; their count is a power of two */
    size_t taken;
    VEC(uint64_t) masks;     /* by result: of the positions on the path to its leaf, see look_bit */
    VEC(uint32_t) noted;     /* positions looked at for the result under way */
    VEC(uint32_t) marks;     /* by position: the value of `now` when it was noted last */
    uint32_t now;
} look_memo;

void looks_init(look_memo *l, const intern *globals);
void looks_release(look_memo *l);
size_t looks_bytes(const look_memo *l);

/* The number of the result for the subject in this global; LOOK_NOTHING where none is kept. */
uint32_t looks_find(look_memo *l, uint32_t subject, global_ref global);
/* Begins to work out a result: nothing has been looked at. */
void looks_begin(look_memo *l);
/* These positions of the global's row have been looked at. */
void looks_note(look_memo *l, const uint32_t *positions, size_t count);
/* The number of what was worked out since looks_begin: numbers count from 0. */
uint32_t looks_keep(look_memo *l, uint32_t subject, global_ref global);

/* A bit for a position. Positions from 63 on share one bit. */
static inline uint64_t look_bit(uint32_t position)
{
    return (uint64_t)1 << (position < 63 ? position : 63);
}

#endif
