/* components.h: where fair and accepting runs may stay for ever. */
#ifndef ENGINE_FAIR_COMPONENTS_H
#define ENGINE_FAIR_COMPONENTS_H

#include "engine/fair/play.h"

/* A strongly connected part of a play. */
typedef struct component {
    index_vec edges;  /* of the graph that it takes, in increasing order */
    index_vec places;
} component;

typedef VEC(component) component_vec;

/* Every run that is fair to the play's processes, is accepted, and takes just the wanted edges of the graph infinitely often stays, from some moment on, in
 * one of these parts of the play. Each takes edges with all marks; in each every process moves or can be idle; and what is pending there is committed there.
 * Edges of the graph that are not wanted do not count, nor do edges that the play does not have. */
void components_find(const play *p, const bool *wanted, uint32_t all_marks, component_vec *out);
void components_release(component_vec *c);

#endif
