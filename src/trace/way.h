/* way.h: short runs from the first state to given ones, by breadth-first search with the interpreter of replay.
 *
 * It serves only to make traces shorter: it looks at a limited number of states, and nothing rests on what it finds. */
#ifndef TRACE_WAY_H
#define TRACE_WAY_H

#include "base/intern.h"
#include "trace/replay.h"

/* A shortest run to the target of that number; true: no other is wanted. */
typedef bool way_found(void *data, const run *way, uint32_t target);

/* Calls `found` for each of the targets, which are essences of states, that a run of fewer than `longest` steps leads to: nearest first. It gives up after so many states. */
void way_search(const program *p, machine on, const intern *targets, uint32_t longest, uint32_t most_states, way_found *found, void *data);

#endif
