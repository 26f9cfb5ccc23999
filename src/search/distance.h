/* distance.h: a guess how far a state is from a violation; docs/SEARCH.md explains it. */
#ifndef SEARCH_DISTANCE_H
#define SEARCH_DISTANCE_H

#include <stdint.h>

#include "search/goal.h"
#include "property/safety.h"
#include "step/successors.h"

typedef struct process_distance {
    uint32_t type;
    VEC(int64_t) to;         /* each node, from where the process is */
    VEC(undo) pending;       /* its stores, the oldest first: element and value */
} process_distance;

typedef struct distance {
    successors *at;          /* its row is the state */
    goal_list goals;
    VEC(process_distance) processes;
    VEC(uint32_t) open;      /* nodes whose distance was lowered */
    VEC(int64_t) costs;      /* of each goal */
} distance;

/* The handle outlives the distance. */
void distance_init(distance *d, const property_list *properties, successors *at);
void distance_release(distance *d);
/* Of the state in the row. */
int64_t distance_now(distance *d);

#endif
