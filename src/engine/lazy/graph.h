/* graph.h: everywhere one process can get to unseen.
 *
 * A course is quiet when it leaves the global as it is. A graph has the configurations that quiet courses lead to from one configuration, and all
 * these courses. A graph is a function of the configuration and the scene, and is remembered. */
#ifndef ENGINE_LAZY_GRAPH_H
#define ENGINE_LAZY_GRAPH_H

#include "engine/lazy/course.h"

enum { NO_STEP = UINT32_MAX };

typedef struct graph_node {
    uint32_t config;
    uint32_t by;         /* the step that first led to the node; NO_STEP: the start */
    course_list courses;
} graph_node;

typedef struct graph_step {
    uint32_t from, to;   /* nodes of the graph */
    uint32_t course;
} graph_step;

typedef struct graph {
    uint32_t first_node, node_count; /* node 0 is the start */
    uint32_t first_step, step_count;
} graph;

typedef struct graphs {
    courses *courses;
    bool too_large;      /* a graph was given up */
    intern known;        /* (configuration, scene) */
    VEC(graph) all;
    VEC(graph_node) nodes;
    VEC(graph_step) steps;
    /* of the graph under way: its node for each configuration, valid where the stamp is this graph's */
    VEC(uint32_t) node_of, stamp;
} graphs;

void graphs_init(graphs *g, courses *c);
void graphs_release(graphs *g);

graph graphs_of(graphs *g, uint32_t config, scene_ref scene, global_ref global);

#endif
