/* events.h: the events engine. */
#ifndef ENGINE_EVENTS_EVENTS_H
#define ENGINE_EVENTS_EVENTS_H

#include "engine/engine.h"

extern const engine engine_events;

#endif
