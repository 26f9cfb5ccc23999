/* unbounded.c: the engine `events`: all buffer sizes at once. */
#include "engine/events/events.h"
#include "engine/fair/fair.h"
#include "engine/registry.h"

const engine engine_events = {
    .name = "events",
    .refuses = events_refuses,
    .check = events_check,
    .refuses_temporal = fair_refuses,
    .check_temporal = fair_check,
};
