/* temporal.h: a property of infinite runs, as an automaton of the runs that violate it.
 *
 * A run of the program is a sequence of states; where nothing can move any more the last state repeats for ever. The letter of a state says which atoms are
 * true in it. The automaton reads the letter of the first state, then of each state that a step leads to, those inside atomic blocks too (not those inside a
 * d_step); commits are steps. The property is violated by a run that is fair and that the automaton accepts. */
#ifndef PROPERTY_TEMPORAL_H
#define PROPERTY_TEMPORAL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "program/expr.h"
#include "property/fairness.h"
#include "property/ltl/buchi.h"
#include "property/ltl/formula.h"

enum { TEMPORAL_NO_STATE = UINT32_MAX };

typedef struct temporal {
    uint32_t atom_count;         /* at most FORMULA_MAX_ATOMS */
    const expr *const *atoms;    /* conditions on the whole state, in which a global means memory; false where one has no value */
    const expr *looked_at;       /* all of them in one expression: what the property looks at */
    const char *const *atom_texts; /* as the user wrote them */
    buchi violating;             /* state 0 is the start */
    uint32_t bad;                /* of its states the one that a run has only to reach (a never claim that ends); TEMPORAL_NO_STATE: there is none */
    bool has_formula;            /* otherwise a never claim, accept or progress labels */
    formula_pool formulas;       /* has_formula: of `wanted` */
    const char *text;            /* has_formula: as the user wrote it; NULL: not known */
    formula wanted;              /* what every fair run satisfies, unless the property is violated */
    bool stutters;               /* repeating states changes no answer: a formula without X */
    bool skips_ended;        /* a run after which nothing can move violates nothing: only those with infinitely many steps count */
    fairness fairness;           /* that is assumed */
} temporal;

/* Violated by the runs that do not satisfy `wanted`; takes over the pool. NULL where the automaton would be too large: the pool is the caller's then. */
temporal *temporal_of_formula(arena *memory, formula_pool *pool, formula wanted, const expr *const *atoms, const char *const *texts, uint32_t count);
/* Sets atoms, texts and what they look at. Texts are not copied. In an atom the local of a process that does not exist is 0. */
void temporal_set_atoms(arena *memory, temporal *t, const expr *const *atoms, const char *const *texts, uint32_t count);
void temporal_release(temporal *t);

#endif
