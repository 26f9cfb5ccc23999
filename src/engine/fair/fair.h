/* fair.h: temporal properties for all buffer sizes, on the states that the events engine keeps. docs/LIVENESS.md has the proofs. */
#ifndef ENGINE_FAIR_FAIR_H
#define ENGINE_FAIR_FAIR_H

#include "engine/engine.h"

/* As engine.refuses_temporal and engine.check_temporal. */
const char *fair_refuses(const engine_request *request);
void fair_check(const engine_request *request, engine_result *result);

#endif
