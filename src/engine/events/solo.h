/* solo.h: what one process does along a given sequence of events. */
#ifndef ENGINE_EVENTS_SOLO_H
#define ENGINE_EVENTS_SOLO_H

#include "engine/events/explore.h"

/* A kept state, reached by its event or by one of the syncs that follow at once. */
typedef struct way_state {
    state_ref state;
    bool by_sync;
} way_state;

/* States from the first to the last; each is reached from the state before it. */
typedef struct way {
    VEC(way_state) states;
} way;

static inline const kept_state *way_at(const explore *x, const way *w, size_t position)
{
    return antichain_at(&x->kept, w->states.data[position].state);
}

/* The event that leads to the position. */
static inline event way_event(const explore *x, const way *w, size_t position)
{
    return w->states.data[position].by_sync ? EVENT_SYNC_ALL : way_at(x, w, position)->event;
}

typedef struct solo_step {
    uint32_t position;  /* of the state in which the step ends */
    bool is_event;      /* the step is the process's part in the event that leads to the position */
    bool before_rest;   /* the process has not been at rest since the event that leads to the position */
    step step;
} solo_step;

typedef VEC(solo_step) solo;

/* How much all searches for one run may cost. */
typedef struct effort {
    uint64_t left; /* in looks at a position of the way */
    bool gave_up;  /* some search was not carried to its end */
} effort;

/* The shortest solo of the process that starts with a key in the first position given and ends as the goal says. False when there is no such solo, or
 * the effort was not enough to find one. */
bool solo_find(explore *x, const way *w, const verdict_goal *goal, process_ref process, uint32_t first_position, key_ref first_key, solo *out,
                 effort *spent);

#endif
