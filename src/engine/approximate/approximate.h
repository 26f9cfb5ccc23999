/* approximate.h: what a search under an approximation of TSO is worth. */
#ifndef ENGINE_APPROXIMATE_H
#define ENGINE_APPROXIMATE_H

#include "engine/engine.h"

/* Why the program cannot be checked under the approximation; NULL where it can, or where the request's model is no approximation. */
const char *approximate_refuses(const engine_request *request);

/* Turns the verdict on the approximation into one on TSO; `exact` looks for runs of TSO where the approximation has some that TSO has not. */
void approximate_judge(const engine_request *request, const engine *exact, engine_result *result);

#endif
