/* distance.h: a guess how many steps a state is away from a violation; see docs/SEARCH.md. */
#ifndef ENGINE_EXPLICIT_DISTANCE_H
#define ENGINE_EXPLICIT_DISTANCE_H

#include <stdint.h>

#include "engine/engine.h"
#include "engine/step/model.h"

typedef struct distance {
    const engine_request *request;
    const model *model;
} distance;

void distance_init(distance *d, const engine_request *request, model *m);
int64_t distance_of(distance *d, const uint64_t *state);

#endif
