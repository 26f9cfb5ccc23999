/* items.h: what is compared between two searches, as rows of integers.
 *
 * An item is a pair (process with its control location and locals; global: memory, ghosts, channels), or a tuple of all processes with the
 * global, of a state that is not inside an atomic block; the same of states whose buffers are all empty; and the processes and global of a
 * deadlock. Processes that have ended and been removed, and the order of their removal, are left out. */
#ifndef TESTS_REACH_ITEMS_H
#define TESTS_REACH_ITEMS_H

#include "base/intern.h"
#include "base/strbuf.h"
#include "step/rows.h"
#include "trace/replay.h"

typedef enum item_kind { ITEM_PAIR, ITEM_PAIR_EMPTY, ITEM_TUPLE, ITEM_TUPLE_EMPTY, ITEM_DEADLOCK } item_kind;

enum { ITEM_ALL = UINT32_MAX };

typedef VEC(int32_t) item_row;

/* The item of a state that is given as slots. `process` is that of a pair; ITEM_ALL otherwise. */
void item_of_slots(item_row *out, item_kind kind, const program *p, const shape *of, const int32_t *slots, uint32_t process);
/* The same of a state that was replayed. */
void item_of_replay(item_row *out, item_kind kind, const replay *r, uint32_t process);
/* For people. */
void item_print(const program *p, const int32_t *row, uint32_t count, strbuf *out);

/* How many processes, from the first, count for a deadlock: the youngest that have ended do not. `node_at` is asked for their nodes. */
uint32_t item_living(const program *p, const shape *of, const int32_t *slots);

#endif
