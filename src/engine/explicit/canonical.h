/* canonical.h: rows up to permutations of alike processes. */
#ifndef ENGINE_EXPLICIT_CANONICAL_H
#define ENGINE_EXPLICIT_CANONICAL_H

#include "engine/engine.h"
#include "search/orbit.h"
#include "step/rows.h"

typedef VEC(int32_t) row_vec;

/* A pending store of a process: how many are older among those that it waits behind. */
typedef struct waiting_store {
    uint32_t behind, element;
    int32_t value;
} waiting_store;

typedef struct canonical_rows {
    const symmetry *symmetry; /* NULL: every row stands for itself alone */
    const rows *rows;
    const shape *shape;       /* of the row under way */
    const int32_t *row;
    VEC(waiting_store) stores; /* that it has, by process */
    uint32_t first_store[PROGRAM_MAX_PROCESSES + 1];
    row_vec best, next, cells;
    bool has_best;
    uint8_t to[PROGRAM_MAX_PROCESSES]; /* the permutation of positions that made the best */
} canonical_rows;

void canonical_rows_init(canonical_rows *c, const engine_request *request, const rows *r);
void canonical_rows_release(canonical_rows *c);

/* The row that stands for the given one, of the same shape; valid until the next call. c->to is what made it. */
const int32_t *canonical_row(canonical_rows *c, const shape *of, const int32_t *row);

/* What the permutation makes of the row, which lies elsewhere. */
void canonical_rename(canonical_rows *c, const shape *of, const int32_t *row, const uint8_t *to, int32_t *out);

/* How many kinds of processes there are in the row: two are of one when they can change places without changing it. */
uint32_t canonical_kinds(canonical_rows *c, const shape *of, const int32_t *row);

/* Why rows of this request cannot be renamed; NULL: they can. */
const char *canonical_refuses(const engine_request *request);

#endif
