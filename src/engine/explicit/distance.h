/* distance.h: a guess how far a state is from a violation; docs/SEARCH.md explains it. */
#ifndef ENGINE_EXPLICIT_DISTANCE_H
#define ENGINE_EXPLICIT_DISTANCE_H

#include <stdint.h>

#include "engine/engine.h"
#include "engine/explicit/goal.h"
#include "step/exec.h"
#include "step/model.h"

typedef struct process_distance {
    uint32_t type;
    VEC(int64_t) to;         /* each node, from where the process is */
    VEC(undo) pending;       /* its stores, the oldest first: element and value */
} process_distance;

typedef struct distance {
    model *model;
    goal_list goals;
    exec exec;               /* the state, to evaluate expressions in */
    VEC(process_distance) processes;
    VEC(uint32_t) open;      /* nodes whose distance was lowered */
    VEC(int64_t) costs;      /* of each goal */
} distance;

void distance_init(distance *d, const engine_request *request, model *m);
void distance_release(distance *d);
int64_t distance_of(distance *d, const uint64_t *state);

#endif
