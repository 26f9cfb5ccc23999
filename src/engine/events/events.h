/* events.h: the events engine's parts that events.c ties together. */
#ifndef ENGINE_EVENTS_EVENTS_H
#define ENGINE_EVENTS_EVENTS_H

#include "engine/events/explore.h"

#endif
