/* digraph.h: strongly connected parts of a graph from which nodes and edges are taken away bit by bit. */
#ifndef ENGINE_FAIR_DIGRAPH_H
#define ENGINE_FAIR_DIGRAPH_H

#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"

typedef VEC(uint32_t) index_vec;

/* The edges of node n are those from first[n] up to first[n + 1]. */
typedef struct digraph {
    uint32_t node_count;
    const uint32_t *first, *target;
    uint8_t *gone;    /* by edge: it does not count */
    uint32_t *region; /* by node: edges count only inside one region */
    uint32_t regions; /* numbers below are taken */
    /* scratch of digraph_split */
    uint32_t *index, *low;
    index_vec stack, path;
} digraph;

enum { NO_REGION = UINT32_MAX };

/* The arrays `first` and `target` are the caller's; at first all edges count and no node is in a region. */
void digraph_init(digraph *g, uint32_t node_count, uint32_t edge_count, const uint32_t *first, const uint32_t *target);
void digraph_release(digraph *g);

/* Makes a region of its own of each strongly connected part of the nodes, which are all in one region, and adds them to `out` part by part; `ends` gets
 * the count of `out` after each. Parts without an edge are in no region afterwards and are left out. */
void digraph_split(digraph *g, const uint32_t *nodes, size_t count, index_vec *out, index_vec *ends);

/* Does the edge of this node count? */
static inline bool digraph_has(const digraph *g, uint32_t from, uint32_t number)
{
    return !g->gone[number] && g->region[g->target[number]] == g->region[from];
}

#endif
