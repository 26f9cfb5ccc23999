/* quiet_graph.h: everywhere one process can get to unseen.
 *
 * A course is quiet when it leaves the global as it is. A quiet graph has the configurations that quiet courses lead to from one configuration, and all
 * these courses. It is a function of the configuration and the scene, and is remembered. */
#ifndef ENGINE_LAZY_QUIET_GRAPH_H
#define ENGINE_LAZY_QUIET_GRAPH_H

#include "engine/lazy/course.h"

enum { NO_STEP = UINT32_MAX };

typedef struct quiet_node {
    config_ref config;
    uint32_t by;         /* the step that first led to the node; NO_STEP: the start */
    course_list courses;
} quiet_node;

typedef struct quiet_step {
    uint32_t from, to;   /* nodes of the graph */
    uint32_t course;
} quiet_step;

typedef struct quiet_graph {
    uint32_t first_node, node_count; /* node 0 is the start */
    uint32_t first_step, step_count;
} quiet_graph;

typedef struct quiet_graphs {
    courses *courses;
    bool too_large;      /* a graph was given up */
    intern known;        /* (configuration, scene) */
    VEC(quiet_graph) all;
    VEC(quiet_node) nodes;
    VEC(quiet_step) steps;
    /* of the graph under way: its node for each configuration, valid where the stamp is this graph's */
    VEC(uint32_t) node_of, stamp;
} quiet_graphs;

void quiet_graphs_init(quiet_graphs *g, courses *c);
void quiet_graphs_release(quiet_graphs *g);

quiet_graph quiet_graphs_of(quiet_graphs *g, config_ref config, scene_ref scene, global_ref global);

#endif
