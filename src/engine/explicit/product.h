/* product.h: the search for a fair run that the automaton of a temporal property accepts.
 *
 * A node is a state of the program and a state of the automaton that has not yet read its letter. One depth-first search finds the strongly connected components
 * (Couvreur, FM 1999): each component on the way keeps the marks of its edges, what is due in all its states and what its edges pay. As soon as one has all marks
 * and pays all that is due everywhere in it, it has a fair accepted run. With symmetry dues have the names that they have in the run to the node by which it was met, and
 * it is enough that of each class of dues one is paid, or not due somewhere. Whether it has a strongly fair one is seen when it is complete (strong.c). No state is copied
 * for the sake of fairness. */
#ifndef ENGINE_EXPLICIT_PRODUCT_H
#define ENGINE_EXPLICIT_PRODUCT_H

#include "engine/explicit/graph.h"

enum {
    PRODUCT_NONE = GRAPH_NO_NODE,
    PRODUCT_DEAD = UINT32_MAX, /* for an order: the node's component is done, and has no such run */
    PRODUCT_MOST_DENSE = 16    /* states of an automaton for which each state of the program has room for all of its nodes */
};

/* Of an automaton with more states: a node. */
typedef struct product_node {
    state_ref state; /* of the graph */
    uint32_t claim;  /* of the automaton */
    uint32_t next;   /* node of the same state; PRODUCT_NONE: no more */
} product_node;

/* A node on the way and what is still to be taken from it. */
typedef struct product_frame {
    uint32_t node, order;
    uint32_t claim_edge, claim_end; /* the edge of the automaton that is taken, and where those of its state end */
    uint32_t edge, edge_end;        /* the edge of the graph that comes next, and where those of its state end */
} product_frame;

/* A component on the way. Beside it product.root_words has what is due in all its states, and what its edges pay. */
typedef struct product_root {
    uint32_t order;     /* of its first node */
    uint32_t marks;     /* of its edges */
    uint32_t entered_by_marks, entered_by_paid; /* of the edge that leads into it */
    uint32_t classes;   /* of dues: renamings.h */
} product_root;

typedef enum product_end { PRODUCT_HOLDS, PRODUCT_LOOP, PRODUCT_BAD, PRODUCT_LIMIT, PRODUCT_OUTGROWN } product_end;

typedef struct product {
    graph graph;
    const buchi *automaton;
    uint32_t bad;
    uint32_t all_marks;
    bool is_strong;          /* runs are to be strongly fair */
    uint32_t per_state;      /* nodes that a state of the program has room for: a node's number is made of those of its states; 0: nodes are listed */
    VEC(product_node) nodes; /* listed */
    VEC(uint32_t) orders;    /* of each node, in which they were met, from 1; 0: not yet, or PRODUCT_DEAD */
    VEC(uint32_t) names;     /* with symmetry, of each node that was met: the renaming that makes the run to it, as the search came, come to its state */
    uint64_t count;          /* of those that were met */
    VEC(product_frame) way;
    VEC(product_root) roots;
    VEC(uint64_t) root_words;
    VEC(uint32_t) live;      /* nodes whose components are on the way, as met */
    VEC(uint64_t) left;      /* scratch: a set of dues */
    uint32_t last_order;     /* that was given */
    uint32_t found;          /* PRODUCT_LOOP: the component is what is live from this order on; PRODUCT_BAD: the node */
    VEC(uint8_t) is_taken;   /* strong fairness: scratch, by edge of the graph */
    uint64_t held;           /* nodes inside atomic blocks */
    bool stays_inside;       /* only those are looked at: processes are excused */
    uint64_t transitions, max_depth, next_check, told_work;
    double start;
    const char *limit;
} product;

/* `words`: of sets of dues; PRODUCT_OUTGROWN: more are needed. */
product_end product_run(product *p, const engine_request *request, rows *r, uint64_t still, uint32_t words, double start);
void product_release(product *p);
void product_statistics(const product *p, statistics *out);

/* The node of a state and a state of the automaton; PRODUCT_NONE where it was never listed. */
uint32_t product_find(const product *p, state_ref state, uint32_t at);

static inline state_ref product_state(const product *p, uint32_t number)
{
    return p->per_state ? (state_ref){number / p->per_state} : p->nodes.data[number].state;
}

static inline uint32_t product_claim(const product *p, uint32_t number)
{
    return p->per_state ? number % p->per_state : p->nodes.data[number].claim;
}

/* ---- strong.c ---- */
/* The newest component is complete. True when it has a strongly fair run that is accepted. */
bool product_has_strong_run(product *p);

/* ---- lasso.c: the run that was found ---- */
/* Steps to the component and round in it; *loop is the step that comes again after the last. After PRODUCT_BAD: to the node, without a loop. */
void lasso_build(product *p, product_end how, run *steps, uint32_t *loop);

#endif
