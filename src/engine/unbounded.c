/* unbounded.c: the engine `events`: all buffer sizes at once. */
#include "engine/events/events.h"
#include "engine/fair/fair.h"
#include "engine/registry.h"
#include "engine/shorter.h"

/* The fewest events are not the fewest steps. A short run is left as it is; for a longer one the plain search of packed states costs little. */
static void check(const engine_request *request, engine_result *result)
{
    enum { SHORT = 40, LONG = 150, FEW_STATES = 30000, MORE_STATES = 300000 };
    events_check(request, result);
    size_t steps = result->violations.count && !request->all_errors ? result->violations.data[0].steps.count : 0;
    if (steps > SHORT)
        shorter_run(request, 1, steps > LONG ? MORE_STATES : FEW_STATES, result);
}

const engine engine_events = {
    .name = "events",
    .refuses = events_refuses,
    .check = check,
    .refuses_temporal = fair_refuses,
    .check_temporal = fair_check,
};
