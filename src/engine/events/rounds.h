/* rounds.h: what going round a loop of events, any number of times, makes of the set of one process. */
#ifndef ENGINE_EVENTS_ROUNDS_H
#define ENGINE_EVENTS_ROUNDS_H

#include "engine/events/post.h"

/* One state on the way round, and the event that leads to the next; the last leads back to the global of the first. */
typedef struct phase {
    uint32_t global, next_global;
    uint32_t holder; /* the process inside an atomic block, for which all others wait; NO_HOLDER */
    event event;
    bool own;        /* the process takes part in the event */
    moore_ref other; /* of a meeting in which it does: what the other may be doing */
} phase;

typedef VEC(phase) phase_vec;

/* All (key, word) that are found for the process in the first phase after any number of rounds, starting there with those of `from`; closed. Every
 * one of them is reachable while the others go round; `from` itself, which is closed, where it would take too long. Remembered. */
moore_ref rounds_of(sets *s, intern *messages, moore_ref from, uint32_t process, const phase_vec *loop);

#endif
