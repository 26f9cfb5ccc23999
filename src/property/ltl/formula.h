/* formula.h: formulas of linear temporal logic in negation normal form.
 *
 * Formulas are interned in a pool: two of one pool are written the same exactly when their references are equal. Negation stands before atoms only: the
 * builders push it inwards, so all of them give formulas of that form. Beside constants and literals there are AND, OR, NEXT, UNTIL and RELEASE; the other
 * operators are built from these: <> f = true U f, [] f = false V f, f W g = g V (f || g). */
#ifndef PROPERTY_LTL_FORMULA_H
#define PROPERTY_LTL_FORMULA_H

#include <stdbool.h>
#include <stdint.h>

#include "base/intern.h"
#include "base/strbuf.h"

enum { FORMULA_MAX_ATOMS = 64 }; /* a valuation of atoms is one word */

typedef enum formula_kind {
    FORMULA_FALSE, FORMULA_TRUE,
    FORMULA_ATOM, FORMULA_NOT_ATOM, /* `atom` */
    FORMULA_AND, FORMULA_OR,
    FORMULA_NEXT,                   /* of a */
    FORMULA_UNTIL, FORMULA_RELEASE  /* a U b, a V b */
} formula_kind;

typedef struct formula {
    uint32_t index;
} formula;

#define NO_FORMULA ((formula){UINT32_MAX})

typedef struct formula_node {
    formula_kind kind;
    uint32_t atom;
    formula a, b;
} formula_node;

typedef struct formula_pool {
    intern rows;
    VEC(formula_node) nodes;
    VEC(formula) opposites; /* the negation of each; NO_FORMULA: not asked for yet */
} formula_pool;

void formula_pool_init(formula_pool *pool);
void formula_pool_release(formula_pool *pool);

/* Valid until the next formula is built. */
const formula_node *formula_get(const formula_pool *pool, formula f);

static inline bool formula_is(formula f, formula g)
{
    return f.index == g.index;
}

/* ---- Builders. They simplify only what costs nothing: constants, f && f, f && !f for a literal ---- */
formula formula_constant(formula_pool *pool, bool value);
formula formula_atom(formula_pool *pool, uint32_t atom);
formula formula_not(formula_pool *pool, formula f);
formula formula_and(formula_pool *pool, formula f, formula g);
formula formula_or(formula_pool *pool, formula f, formula g);
formula formula_next(formula_pool *pool, formula f);
formula formula_until(formula_pool *pool, formula f, formula g);
formula formula_release(formula_pool *pool, formula f, formula g);
formula formula_eventually(formula_pool *pool, formula f);
formula formula_always(formula_pool *pool, formula f);
formula formula_weak_until(formula_pool *pool, formula f, formula g);
formula formula_implies(formula_pool *pool, formula f, formula g);
formula formula_equivalent(formula_pool *pool, formula f, formula g);

/* How many operators, atoms and constants it has when it is written out; UINT32_MAX for more than that. */
uint32_t formula_size(const formula_pool *pool, formula f);

/* True when f has no NEXT: its truth does not depend on how often a state is repeated. */
bool formula_is_stutter_invariant(const formula_pool *pool, formula f);

/* In SPIN's syntax; `name` writes an atom, with parentheses of its own where it needs them. */
typedef void formula_atom_name(void *data, uint32_t atom, strbuf *out);
void formula_print(const formula_pool *pool, formula f, formula_atom_name *name, void *data, strbuf *out);

/* ---- rewrite.c ---- */
/* An equivalent formula, mostly smaller, from which a smaller automaton is made. */
formula formula_simplify(formula_pool *pool, formula f);
/* True only where every word that satisfies f satisfies g: found from how they are written. */
bool formula_entails(const formula_pool *pool, formula f, formula g);

/* ---- evaluate.c ---- */
/* Whether f holds at the start of the word whose letters are valuations (bit i: atom i) and which goes on at `loop` after the last of them. */
bool formula_holds(const formula_pool *pool, formula f, const uint64_t *letters, uint32_t count, uint32_t loop);

#endif
