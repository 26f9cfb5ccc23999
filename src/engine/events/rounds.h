/* rounds.h: what going round a loop of events, any number of times, makes of the set of one process. */
#ifndef ENGINE_EVENTS_ROUNDS_H
#define ENGINE_EVENTS_ROUNDS_H

#include "engine/events/post.h"

/* One state on the way round, and the event that leads to the next; the last leads back to the global of the first. */
typedef struct phase {
    global_ref global, next_global;
    process_ref holder; /* the process inside an atomic block, for which all others wait; NO_HOLDER */
    event event;
    bool own;        /* the process that is taken round takes part in the event */
    moore_ref other; /* of a meeting in which it takes part: the set of the other process */
} phase;

typedef VEC(phase) phase_vec;

/* All pairs (key, word) that are found for the process in the first phase after any number of rounds, starting in the first phase with the pairs of
 * `from`; closed. Every such pair is reachable while the others go round. `from` itself, which is closed, where working this out would take too long.
 * Remembered. */
moore_ref rounds_of(sets *s, intern *messages, moore_ref from, process_ref process, const phase_vec *loop);

#endif
