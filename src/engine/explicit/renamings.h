/* renamings.h: permutations of alike processes, by number, and what they make of dues.
 *
 * Where a state stands for all that permutations make of it, an edge of the graph leads to a state that was renamed. What is due to one process of a real run is due
 * to another in each renamed state along it: such dues are followed through the renamings. A component of states has *classes* of dues: two are in one class
 * when a way round in it leads from the one to the other (docs/REDUCTION.md). */
#ifndef ENGINE_EXPLICIT_RENAMINGS_H
#define ENGINE_EXPLICIT_RENAMINGS_H

#include "base/intern.h"
#include "engine/explicit/dues.h"
#include "program/symmetry.h"
#include "step/rows.h"

enum { RENAMING_NONE = 0, CLASSES_SINGLE = 0 }; /* all stay as they are; each due is a class of its own */

typedef struct renamings {
    const symmetry *symmetry; /* NULL: there are none */
    const rows *rows;
    dues *dues;
    uint32_t due_count;       /* bits of a set of dues */
    intern permutations;      /* by number: where each position goes */
    VEC(uint32_t) due_to;     /* by number and due: what that becomes */
    VEC(uint32_t) inverse;    /* by number: that which undoes it, plus one; 0: not known yet */
    intern classes;           /* by number: for each due the first of its class */
    VEC(int32_t) scratch;
} renamings;

/* All dues that a permutation can move get their numbers. */
void renamings_init(renamings *r, const symmetry *s, const rows *of, dues *d);
void renamings_release(renamings *r);

uint32_t renamings_number(renamings *r, const uint8_t *to);
/* The permutation as it is used for rows: PROGRAM_MAX_PROCESSES positions. */
void renamings_get(const renamings *r, uint32_t number, uint8_t *to);
/* The one and then the other; and what undoes one. */
uint32_t renamings_then(renamings *r, uint32_t first, uint32_t second);
uint32_t renamings_undo(renamings *r, uint32_t number);

/* What becomes of a due, and of a set of dues, which lies elsewhere. */
static inline uint32_t renamings_due(const renamings *r, uint32_t number, uint32_t due)
{
    return number == RENAMING_NONE ? due : r->due_to.data[(size_t)number * r->due_count + due];
}
void renamings_set(const renamings *r, uint32_t number, const uint64_t *set, uint64_t *out);
/* The same of sets by their numbers. */
uint32_t renamings_set_number(const renamings *r, uint32_t number, uint32_t set);

/* Classes of dues: both those of the one and those of the other hold; each due is in the class of what the permutation makes of it, too. */
uint32_t renamings_join(renamings *r, uint32_t classes, uint32_t others);
uint32_t renamings_join_by(renamings *r, uint32_t classes, uint32_t number);
/* Does some class lie in the set as a whole? */
bool renamings_has_class(const renamings *r, uint32_t classes, const uint64_t *set);

#endif
