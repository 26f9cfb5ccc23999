/* events.h: the events engine. */
#ifndef ENGINE_EVENTS_EVENTS_H
#define ENGINE_EVENTS_EVENTS_H

#include "engine/engine.h"

/* As engine.refuses and engine.check. */
const char *events_refuses(const engine_request *request);
void events_check(const engine_request *request, engine_result *result);

#endif
