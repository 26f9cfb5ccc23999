/* bounded.h: one search with a bound on buffers, as explicit.c and lazy.c make it; bounded.c decides which, and with which bounds. */
#ifndef ENGINE_BOUNDED_H
#define ENGINE_BOUNDED_H

#include "engine/engine.h"

typedef struct bounded_search {
    const engine_request *request;
    machine on;             /* the request's, with the bound of this search */
    const bool *unbuffered;
    uint64_t still;         /* 1 << position: of this process only steps that change nothing are followed, but it counts as one that can take the others */
    double start;           /* of all searches together */
    /* what came out, beside the result */
    uint64_t stored;
    bool final;             /* a larger bound would not tell more */
    bool gave_up;           /* by a limit of the search's own: another kind of search may know more */
} bounded_search;

/* hunt.c */
void bounded_hunt(bounded_search *b, engine_result *result);

static inline bool bounded_has_violation(const engine_result *result)
{
    return result->violations.count > 0;
}

#endif
