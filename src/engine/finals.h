/* finals.h: the final states that a search has met, as rows of the values that are observed.
 *
 * Final is a state in which every process has ended, or waits at a valid end, all buffers are empty, and no process that existed at the start has
 * been removed. */
#ifndef ENGINE_FINALS_H
#define ENGINE_FINALS_H

#include "base/intern.h"
#include "program/program.h"

typedef struct finals {
    const program *program;
    const observation *observed;
    uint32_t count;    /* of the observed values */
    intern rows;
    VEC(int32_t) row;  /* scratch */
} finals;

void finals_init(finals *f, const program *p, const observation_list *observed);
void finals_release(finals *f);

#endif
