/* explicit.h: the search that enumerates states one by one. */
#ifndef ENGINE_EXPLICIT_H
#define ENGINE_EXPLICIT_H

#include "engine/bounded.h"

const char *explicit_refuses(const engine_request *request);

/* Adds what the search finds to the result. */
void explicit_search(bounded_search *b, engine_result *result);

/* The same for a temporal property. */
const char *explicit_refuses_temporal(const engine_request *request);
void explicit_search_temporal(bounded_search *b, engine_result *result);

/* Looks for a shorter run to the first violation of the result, breadth first among so many states, with the bound and the still processes of b. True when there is one
 * among these: where it is no shorter than the run that is known, that one stays. */
bool explicit_shorten(const bounded_search *b, uint64_t states, engine_result *result);

#endif
