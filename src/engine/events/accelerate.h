/* accelerate.h: what repeating a loop of events does to those who only watch it. */
#ifndef ENGINE_EVENTS_ACCELERATE_H
#define ENGINE_EVENTS_ACCELERATE_H

#include "engine/events/antichain.h"

/* One state on the way round a loop of events; the last leads back to the global of the first. */
typedef struct phase {
    uint32_t global;
    bool held;        /* somebody is inside an atomic block: all others wait */
    bool own;         /* the event that leads to the next phase is the process's own: a step or a commit */
    event event;
    uint32_t next_global;
} phase;

typedef VEC(phase) phase_vec;

/* All (key, word) that the process may have in the first phase after any number of rounds, starting there with those of `from`. Every one of
 * them is reachable; `from` itself where it would take too long; what is committed unseen on the way is followed only as far as it comes first. Remembered by nobody: the caller
 * sees to it that it is not asked too often. */
moore_ref accelerate_set(sets *s, moore_ref from, uint32_t process, const phase_vec *loop);

/* The state s, about to be kept as the successor of `parent` by event e, closes a loop with some ancestor of the same global: its sets are replaced by those
 * after any number of rounds. True when something was gained; *ancestor is then where the loop starts. */
bool accelerate_state(const antichain *kept, sets *s, event_state *state, uint32_t parent, const event *e, uint32_t *ancestor);

#endif
