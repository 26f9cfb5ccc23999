/* course.h: is what the processes did in a run still possible with a fence?
 *
 * The course of a run is what its processes did, in that order; when the stores reach memory is left open. A fence at a place excludes the course when, with the
 * fence there, no order of commits lets the processes do the same and violate the property again. That says more than that the run itself is gone, which is so
 * wherever a process passes a fence with stores pending: the same could happen with other commits.
 *
 * Of a run that never ends, the course is what comes before its loop and the loop, over and over. Here a fence excludes it when the processes cannot even go round
 * twice more: what they could do for ever is not looked at, nor is fairness or the formula, so that some fences are not found that would do. */
#ifndef TRACE_COURSE_H
#define TRACE_COURSE_H

#include "trace/trace.h"

typedef enum course_fence {
    FENCE_NONE,
    FENCE_FULL,    /* own stores made before it are in memory before the process goes on; inside a block it writes them out itself */
    FENCE_STORES,  /* own stores made before it reach memory before those made after it */
    FENCE_BOUND    /* a part of the statement: it is possible only when own stores are in memory */
} course_fence;

/* Right behind a statement; where the fence is bound, that very one. */
typedef struct course_place {
    course_fence fence;
    uint32_t type, edge;
} course_place;

typedef enum course_answer { COURSE_POSSIBLE, COURSE_EXCLUDED, COURSE_UNKNOWN } course_answer;

/* Does the statement stand inside a block? There a full fence right behind it does not wait. */
static inline bool course_is_in_block(const process_type *t, const edge *e)
{
    return e->hold != HOLD_NONE || t->nodes.data[e->source].in_atomic;
}

/* `work` is how many steps may be tried; it becomes less. With none left the answer is unknown. The machine may be another one than that of the run. */
course_answer course_try(const trace *t, machine on, course_place fence, const property_list *properties, uint32_t *work);

#endif
