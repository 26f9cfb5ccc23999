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

/* Reads the formula into the pool; its conditions are those of the model's front-end. `what` names its origin in messages ("--ltl"). False after errors, which
 * are in m->diag. The atoms must be released in either case; their texts live in m->program->memory. */
bool formula_read(model *m, const char *what, const char *text, formula_pool *pool, formula *out, formula_atoms *atoms);
void formula_atoms_release(formula_atoms *atoms);
/* Tells the user that something is wrong at an offset of the text. */
void formula_complain(model *m, const char *what, const char *text, size_t offset, const char *message);

/* The property that every fair run satisfies the formula; NULL after errors. Lives in the arena of m->properties, which releases it. */
temporal *formula_property(model *m, const char *what, const char *text, fairness assumed);

#endif
