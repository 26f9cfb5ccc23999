/* formula_read.h: formulas over the states of a model, as users write them. */
#ifndef LIBRARY_FORMULA_READ_H
#define LIBRARY_FORMULA_READ_H

#include "base/vec.h"
#include "library/model.h"
#include "property/ltl/formula.h"
#include "property/temporal.h"

/* The conditions of a formula, by their numbers. */
typedef struct formula_atoms {
    VEC(const char *) texts; /* as they stand in the formula */
    VEC(const expr *) conditions;
} formula_atoms;

/* A formula and its place. */
typedef struct formula_source {
    const char *what;              /* its origin, for messages: "--ltl" */
    const char *text;
    const source_location *places; /* of each character, and of the end */
} formula_source;

/* Of an option: it is a source of its own. */
formula_source formula_source_of_option(model *m, const char *what, const char *text);

/* Reads the formula into the pool; its conditions are those of the model's front-end. False after errors, which are in m->diag. The atoms must be released in
 * either case; their texts live in m->program->memory. */
bool formula_read(model *m, const formula_source *from, formula_pool *pool, formula *out, formula_atoms *atoms);
void formula_atoms_release(formula_atoms *atoms);
/* Tells the user that there can be no automaton of it. */
void formula_refuse_size(model *m, const formula_source *from);

/* The property that every fair run satisfies the formula; NULL after errors. Lives in the arena of m->properties, which releases it. */
temporal *formula_property(model *m, const formula_source *from, fairness assumed);

#endif
