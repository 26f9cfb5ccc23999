/* finals.h: the final states that a search has met, as rows of the values that are observed.
 *
 * Final is a state in which every process has ended, or waits at a valid end, and all buffers are empty. A process of the start that has been removed
 * counts with what it had: see program_for_finals. */
#ifndef SEARCH_FINALS_H
#define SEARCH_FINALS_H

#include "base/intern.h"
#include "program/program.h"

typedef struct finals {
    const observation *observed;
    uint32_t count;    /* of the observed values */
    intern rows;
    VEC(int32_t) row;  /* for whoever adds one */
} finals;

void finals_init(finals *f, const observation_list *observed);
/* Of the same values, with no states yet. */
void finals_init_like(finals *f, const finals *other);
void finals_release(finals *f);

/* Adds the row. */
void finals_add(finals *f);

#endif
