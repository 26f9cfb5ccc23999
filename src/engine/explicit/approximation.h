/* approximation.h: what a search under an approximation of TSO is worth. */
#ifndef ENGINE_EXPLICIT_APPROXIMATION_H
#define ENGINE_EXPLICIT_APPROXIMATION_H

#include "engine/engine.h"

/* Why the program cannot be checked so; NULL where it can, or where the request's model is no approximation. */
const char *approximation_refuses(const engine_request *request);

/* Turns the verdict on the approximation into one on TSO. */
void approximation_judge(const engine_request *request, engine_result *result);

#endif
