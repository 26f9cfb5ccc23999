/* hunt.c: short searches for violations of temporal properties, before long ones are made.
 *
 * One store in a buffer, and of three or more processes only two that do anything, are enough for most runs that go wrong. The others stay where they start. They count as
 * able to take all their steps there: a run is fair to them only where they cannot go on, or go round without changing anything. So it is one of the whole
 * program. Strong fairness speaks of all steps; there everybody moves. */
#include "engine/bounded.h"
#include "engine/explicit/explicit.h"

enum { MOST_HUNTS = 6, MOST_PROCESSES = 64 };

static bool search(bounded_search *b, engine_result *result)
{
    b->on.buffer = b->request->machine.buffer ? b->request->machine.buffer : 1;
    explicit_search_temporal(b, result);
    return bounded_has_violation(result);
}

/* By a limit that is not that of a hunt. */
static bool is_stopped(const bounded_search *b, const engine_result *result)
{
    return result->reason && b->stored < b->request->max_states;
}

/* Each pair of processes, while the others are still. */
static void hunt_in_pairs(bounded_search *b, engine_result *result)
{
    uint32_t count = (uint32_t)b->request->program->start.count, hunts = 0;
    bool done = false;
    for (uint32_t second = 1; second < count && !done; second++)
        for (uint32_t first = 0; first < second && !done; first++) {
            b->still = ~(1ull << first | 1ull << second);
            engine_try(b->request, "explicit: only the processes at positions %u and %u move", first, second);
            done = search(b, result) || is_stopped(b, result) || ++hunts == MOST_HUNTS;
        }
    b->still = 0;
}

void bounded_hunt(bounded_search *b, engine_result *result)
{
    const engine_request *r = b->request;
    size_t count = r->program->start.count;
    bool alone = index_set_is_empty(&r->footprints->all.created) && engine_temporal(r)->fairness != FAIRNESS_STRONG;
    engine_try(r, "explicit: buffers of at most %u stores", r->machine.buffer ? r->machine.buffer : 1);
    if (count > 2 && count <= MOST_PROCESSES && alone)
        hunt_in_pairs(b, result);
    else
        search(b, result);
    result->complete = false;
    result->gave_up = !bounded_has_violation(result) && !is_stopped(b, result);
    if (result->gave_up)
        result->reason = "a short search found no violation";
}
