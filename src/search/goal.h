/* goal.h: a violation as something to be reached: conditions joined by and/or, and for each the steps that may make it true.
 *
 * Computed once for a program and its properties. */
#ifndef SEARCH_GOAL_H
#define SEARCH_GOAL_H

#include <stdbool.h>
#include <stdint.h>

#include "property/safety.h"
#include "step/rows.h"

/* An edge that may make a condition true. */
typedef struct goal_edge {
    uint32_t type, edge; /* of the process type */
    bool buffered;       /* by a store, which then has to be committed */
} goal_edge;

typedef enum goal_kind {
    GOAL_ALL,       /* both parts */
    GOAL_ANY,       /* one of both parts */
    GOAL_CONDITION, /* `condition` is true (`negated`: false) of the whole state; `edges` may make it so */
    GOAL_AT,        /* some process of the type is at the node */
    GOAL_MUTEX,     /* two processes are at nodes with the label */
    GOAL_ASSERTION  /* a process takes the edge in `edges` while `condition` is false in its view */
} goal_kind;

enum { NO_ELEMENT = UINT32_MAX };

typedef struct goal {
    goal_kind kind;
    uint32_t first, second;  /* the parts, which come earlier in the list */
    const expr *condition;
    bool negated;
    uint32_t element;        /* GOAL_CONDITION on one location: which; NO_ELEMENT otherwise */
    expr_op op;              /* and how its value is compared with `value`, `negated` taken in */
    int32_t value;
    uint32_t type, node;     /* GOAL_AT */
    const char *label;       /* GOAL_MUTEX */
    const goal_edge *edges;
    uint32_t edge_count;
} goal;

typedef struct goal_list {
    VEC(goal) items;
    VEC(uint32_t) ends; /* each a goal that is a violation */
} goal_list;

void goal_list_init(goal_list *list, const property_list *properties, const rows *r);
void goal_list_release(goal_list *list);

#endif
