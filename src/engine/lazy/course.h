/* course.h: what a process at rest can do until it is at rest again: one step, or a whole atomic block. */
#ifndef ENGINE_LAZY_COURSE_H
#define ENGINE_LAZY_COURSE_H

#include "engine/lazy/config.h"

typedef struct course {
    config_ref config;                   /* afterwards */
    uint32_t reads;                      /* positions in the global's row that the course looked at: a row of courses.read_sets, sorted */
    uint32_t first_change, change_count; /* of the global */
    uint32_t first_edge, edge_count;
    property_ref violated;               /* by the last edge; such a course leads nowhere. Or NO_PROPERTY */
} course;

typedef struct course_list {
    uint32_t first, count;
    bool any;              /* some step is possible, even if its store only meets the bound */
} course_list;

/* A point on the way through an atomic block. */
typedef struct course_point {
    key_ref key;
    word_ref word;
    global_ref global;
    uint32_t reads;
    uint32_t parent, edge; /* the point before, and the edge from there; NO_POINT and NO_EDGE: none */
} course_point;

typedef struct courses {
    configs *configs;
    moves *moves;
    uint32_t bound;        /* stores that a buffer may hold */
    bool per_location;     /* a buffer for each location */
    bool met_bound;        /* a store beyond the bound was given up */
    intern read_sets, known;
    VEC(course_list) lists;
    VEC(course) all;
    VEC(change) changes;
    VEC(uint32_t) edges;
    /* of the list under way */
    VEC(course_point) points;
    intern seen;
    VEC(int32_t) row;
} courses;

void courses_init(courses *c, configs *of, moves *m, uint32_t bound, bool per_location);
void courses_release(courses *c);

/* All courses from the configuration; `global` is any global with that scene. The list stays valid. */
course_list courses_of(courses *c, config_ref config, scene_ref scene, global_ref global);

#endif
