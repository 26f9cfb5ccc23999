/* symmetry.h: processes of one type that differ only in their number.
 *
 * A *group* is all processes of a type, there from the start, whose numbers only index arrays of one element for each, are compared for equality, stored and
 * handed on. A permutation of a group, which moves its processes, the elements that belong to them and the numbers that name them, then makes of every run
 * another run (docs/REDUCTION.md). symmetry_find says which groups there are, and where elements and numbers of processes are kept. */
#ifndef PROGRAM_SYMMETRY_H
#define PROGRAM_SYMMETRY_H

#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"
#include "program/footprint.h"
#include "program/program.h"

enum { SYMMETRY_MAX_GROUPS = 32 };

/* Of the processes at the positions first .. first + count - 1 those that change places: all, but for those that a property of runs names. */
typedef struct symmetry_group {
    uint32_t type, first, count;
    uint32_t members; /* that change places */
} symmetry_group;

/* What a slot holds: the number of the process at position p of one of these groups (a bit each) as base + p, or a plain value, which is none of these. */
typedef struct number_kind {
    uint32_t groups; /* 0: plain values only */
    int32_t base;
} number_kind;

/* A slot of an array: one of those that belong to the processes of a group, that at position p being the one at first + p of its kind; or nobody's. */
typedef struct cell_kind {
    bool is_owned;
    int32_t first;
    number_kind value;
} cell_kind;

typedef struct symmetry {
    arena *memory;
    const program *program;         /* the one to search: as the original, but that ended processes stay where nobody can tell, and that a local which is written before it is read starts as no number */
    uint32_t group_count;
    const symmetry_group *groups;
    const uint8_t *group_of;        /* by position at the start: the bit of the group of which it is a member; SYMMETRY_MAX_GROUPS: none */
    const cell_kind *globals;       /* by element */
    const cell_kind *const *locals; /* by process type and local element */
    const cell_kind *channels;      /* by channel; `value` is not used */
    const number_kind *const *fields; /* by channel and field */
    bool is_plain;                  /* nothing is owned, and no number of a process is kept anywhere: permutations only move processes */
    VEC(const char *) log;          /* which groups there are, or why not: a line each */
} symmetry;

/* What can be said of the program with these conditions on its states (NULL entries count for nothing). */
symmetry *symmetry_find(const footprints *f, const expr *const *conditions, size_t condition_count);
/* The same for a property of runs with these atoms. Processes that an atom names stay in their places. `counts_steps`: it can tell how many steps there are, and the
 * removal of an ended process is one. */
symmetry *symmetry_find_of_runs(const footprints *f, const expr *const *atoms, size_t atom_count, bool counts_steps);
void symmetry_free(symmetry *s);

/* The value that a permutation of positions makes of one. */
static inline int32_t symmetry_value(const symmetry *s, number_kind kind, const uint8_t *to, int32_t value)
{
    if (!kind.groups || value < kind.base || value - kind.base >= (int32_t)s->program->start.count)
        return value;
    uint32_t at = (uint32_t)(value - kind.base), group = s->group_of[at];
    return group < SYMMETRY_MAX_GROUPS && (kind.groups >> group & 1) ? kind.base + to[at] : value;
}

/* Where it moves the slot. */
static inline uint32_t symmetry_slot(const cell_kind *cells, const uint8_t *to, uint32_t slot)
{
    return cells[slot].is_owned ? (uint32_t)(cells[slot].first + to[(int32_t)slot - cells[slot].first]) : slot;
}

#endif
