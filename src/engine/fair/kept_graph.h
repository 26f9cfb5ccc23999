/* kept_graph.h: the states that a search kept, and which of them an event leads to.
 *
 * Whatever run the program has, its events and the moves of its automaton follow a path of this graph, with each process's configuration in its set of each
 * state on the way: an edge leads from u by an event to some kept state that includes all that the event makes of u. */
#ifndef ENGINE_FAIR_KEPT_GRAPH_H
#define ENGINE_FAIR_KEPT_GRAPH_H

#include "engine/fair/claim.h"
#include "engine/fair/digraph.h"

typedef struct graph_edge {
    uint32_t from, to; /* nodes */
    event event;
    global_ref then;   /* the global after the event, with the automaton where it was */
    uint32_t marks;    /* that the automaton's edge carries */
    bool reads;        /* the automaton has read a letter; otherwise it waits, inside a d_step */
} graph_edge;

typedef struct state_graph {
    explore *explore;
    claim_product *claim;
    index_vec states;       /* by node: the number of the kept state */
    index_vec node_of;      /* by kept state: its node */
    uint32_t processes;     /* so many exist at most */
    VEC(graph_edge) edges;  /* by source */
    index_vec first, target; /* of a digraph */
    /* while edges are made */
    uint32_t from;
    bool failed;            /* a successor is in no kept state, or a set is too large: nothing may be concluded */
} state_graph;

/* Of a search that has ended. */
void kept_graph_init(state_graph *g, explore *x, claim_product *c);
void kept_graph_release(state_graph *g);

/* Does an edge of the node remove the process? */
bool kept_graph_may_end(const state_graph *g, uint32_t number, process_ref process);

static inline const event_state *kept_graph_state(const state_graph *g, uint32_t number)
{
    return &g->explore->kept.states.data[g->states.data[number]].state;
}

#endif
