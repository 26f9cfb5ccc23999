/* relayout.h: states that are kept, when the layout changes. */
#ifndef ENGINE_EXPLICIT_RELAYOUT_H
#define ENGINE_EXPLICIT_RELAYOUT_H

#include "engine/explicit/layout.h"
#include "engine/explicit/memo.h"
#include "engine/explicit/store.h"

/* Builds the layout anew, writes every state in it, forgets what is remembered of steps. The numbers of states stay. `dissolves`: from now on without bundles. The crew, if there is one, helps.
 * NULL, or why it could not, in the words of a result's reason: then the states cannot be read any more. */
const char *relayout(layout *l, store *states, memo *remembered, bool dissolves, crew *with);

/* Contents of buffers are kept once for many states, or should be. */
bool relayout_contents_outweigh(const layout *l, const store *states);

/* The first state, from the row of the handle, in a store that is made for it. NULL, or why it could not. */
const char *relayout_first(layout *l, store *states, const successors *row);

#endif
