/* heuristic.h: how promising a state is, for a best-first search. */
#ifndef SEARCH_HEURISTIC_H
#define SEARCH_HEURISTIC_H

#include <stdint.h>

#include "search/distance.h"
#include "search/order.h"

typedef struct heuristic {
    search_order order;
    successors at;     /* its row is the state that is judged, filled in by the caller */
    distance distance; /* SEARCH_BEST_AUTO */
} heuristic;

/* The heuristic must not be moved afterwards. */
void heuristic_init(heuristic *h, search_order order, const property_list *properties, rows *r);
void heuristic_release(heuristic *h);

/* The higher the value, the sooner the state is expanded. */
int64_t heuristic_value(heuristic *h);

#endif
