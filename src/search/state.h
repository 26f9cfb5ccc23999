/* state.h: the number of a state, in whatever a search keeps its states. */
#ifndef SEARCH_STATE_H
#define SEARCH_STATE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct state_ref {
    uint32_t index;
} state_ref;

#define STATE_NONE ((state_ref){UINT32_MAX})

static inline bool state_is(state_ref a, state_ref b)
{
    return a.index == b.index;
}

#endif
