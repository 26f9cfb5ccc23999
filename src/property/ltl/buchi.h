/* buchi.h: generalised Büchi automata with marks on their edges.
 *
 * An automaton reads an infinite word of valuations of atoms. An edge can be taken by a letter that has all atoms of `with` and none of `without`. A run is
 * accepting when it takes, for each of the `mark_count` marks, infinitely many edges that carry it. State 0 is the start; there is always one. */
#ifndef PROPERTY_LTL_BUCHI_H
#define PROPERTY_LTL_BUCHI_H

#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"
#include "property/ltl/formula.h"

enum { BUCHI_MAX_MARKS = 32, BUCHI_MAX_STATES = 20000 };

typedef struct buchi_edge {
    uint64_t with, without; /* atoms */
    uint32_t marks;
    uint32_t target;
} buchi_edge;

typedef struct buchi_state {
    uint32_t first_edge, edge_count; /* in buchi.edges */
} buchi_state;

typedef struct buchi {
    uint32_t mark_count;
    VEC(buchi_state) states;
    VEC(buchi_edge) edges;
} buchi;

static inline bool buchi_edge_reads(const buchi_edge *e, uint64_t letter)
{
    return (letter & e->with) == e->with && !(letter & e->without);
}

/* ---- translate.c ---- */
/* Accepts exactly the words that satisfy f. False where the automaton is too large: more than BUCHI_MAX_MARKS untils, BUCHI_MAX_STATES states, or very many edges. */
bool buchi_translate(formula_pool *pool, formula f, buchi *out);
void buchi_release(buchi *b);

/* ---- reduce.c ---- */
/* The same words, fewer states and edges. */
void buchi_reduce(buchi *b);

/* ---- buchi_dot.c ---- */
void buchi_dot(const buchi *b, const char *title, formula_atom_name *name, void *data, strbuf *out);

#endif
