/* shorter.h: a shorter run to a violation that is known. */
#ifndef ENGINE_SHORTER_H
#define ENGINE_SHORTER_H

#include "engine/engine.h"

/* Replaces the run of the first violation by a shorter one, where plain breadth-first searches of at most so many states each have one. */
void shorter_run(const engine_request *request, uint32_t bound, uint64_t states, engine_result *result);

#endif
