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

/* A depth-first search finds an error soon, but by a long way, and one with small buffers has to commit early: looks for a shorter run to the first
 * violation of the result, at a cost in proportion to b->stored. */
void explicit_shorten(const bounded_search *b, engine_result *result);

#endif
