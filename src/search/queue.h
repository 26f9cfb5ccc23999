/* queue.h: open states in the order in which a best-first search takes them: the highest value first, and among equals the one that came first
 * (fifo) or last (lifo). A binary heap. */
#ifndef SEARCH_QUEUE_H
#define SEARCH_QUEUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/vec.h"
#include "search/state.h"

typedef struct open_state {
    state_ref number;
    uint32_t depth;
} open_state;

typedef struct queue_entry {
    int64_t value, rank; /* higher first; no two entries have one rank */
    open_state state;
} queue_entry;

typedef struct queue {
    bool lifo;
    int64_t pushed;
    VEC(queue_entry) heap; /* an entry goes before those at 2i + 1 and 2i + 2 */
} queue;

void queue_push(queue *q, int64_t value, open_state state);
/* The queue must not be empty. */
open_state queue_pop(queue *q);
void queue_release(queue *q);

#endif
