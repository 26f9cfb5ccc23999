/* heuristic.h: how promising a state is, for a best-first search. */
#ifndef ENGINE_EXPLICIT_HEURISTIC_H
#define ENGINE_EXPLICIT_HEURISTIC_H

#include <stdint.h>

#include "engine/engine.h"
#include "engine/explicit/distance.h"
#include "step/model.h"

typedef struct heuristic {
    const engine_request *request;
    const model *model;
    distance distance; /* SEARCH_BEST_AUTO */
} heuristic;

void heuristic_init(heuristic *h, const engine_request *request, model *m);
void heuristic_release(heuristic *h);

/* The higher the sooner it is expanded. */
int64_t heuristic_value(heuristic *h, const uint64_t *state);

#endif
