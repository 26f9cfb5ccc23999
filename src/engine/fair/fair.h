/* fair.h: temporal properties for all buffer sizes, on the states that the events engine keeps. docs/LIVENESS.md has the proofs. */
#ifndef ENGINE_FAIR_FAIR_H
#define ENGINE_FAIR_FAIR_H

#include "engine/engine.h"

/* As engine.refuses_temporal and engine.check_temporal. */
const char *fair_refuses(const engine_request *request);
void fair_check(const engine_request *request, engine_result *result);

/* For those who try to deceive the checker of certificates: what would be the proof of the formula, did it hold. It has the states of the first search, words of
 * that length, and all sets of processes. False where that search does not end. */
bool fair_forge(const engine_request *request, uint32_t length, strbuf *out);

#endif
