/* lasso.h: from a component of all processes to a run that goes round for ever. */
#ifndef ENGINE_FAIR_LASSO_H
#define ENGINE_FAIR_LASSO_H

#include "engine/fair/components.h"

/* A run that leads into the component, which has whole words only, and then round in it: through an edge with each mark, a move of each process or a place
 * where it is idle, a commit of each store that is ever committed there, and back. False where no such run was found. */
bool lasso_find(const play *p, const component *c, uint32_t all_marks, violation *out);

#endif
