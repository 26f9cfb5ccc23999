/* graph.h: the states of a program as a graph that grows where it is looked at.
 *
 * What a temporal property needs of a state: where it leads to, by whose step or commit, what is due in it (dues.h), and its letter, which says which atoms of
 * the property are true. States inside atomic blocks are states. Each is expanded once, when somebody asks for it; its edges stay.
 *
 * With symmetry a state stands for all that permutations of alike processes make of it: an edge leads to what stands for the successor, and goes with the renaming
 * that made it of that. */
#ifndef ENGINE_EXPLICIT_GRAPH_H
#define ENGINE_EXPLICIT_GRAPH_H

#include "engine/engine.h"
#include "engine/explicit/canonical.h"
#include "engine/explicit/dues.h"
#include "engine/explicit/layout.h"
#include "engine/explicit/memo.h"
#include "engine/explicit/renamings.h"
#include "engine/explicit/store.h"
#include "step/successors.h"

typedef struct graph_edge {
    state_ref target;
    uint32_t paid; /* number of a set of dues */
} graph_edge;

enum { GRAPH_OPEN = UINT32_MAX, GRAPH_NO_NODE = UINT32_MAX };

typedef struct graph_state {
    uint32_t first_edge; /* GRAPH_OPEN: it was not expanded yet */
    uint32_t edge_count;
    uint32_t letter : 31; /* in graph.letters */
    uint32_t is_held : 1; /* somebody is inside an atomic block */
    uint32_t first_node; /* for whoever forms a product with the graph; GRAPH_NO_NODE at first */
} graph_state;

typedef struct graph {
    const engine_request *request;
    const temporal *property;
    rows *rows;
    uint64_t still;          /* bounded.h */
    layout *layout;
    successors successors;
    store store;
    memo memo;
    dues dues;
    canonical_rows canonical;
    renamings renamings;
    VEC(graph_state) states;
    VEC(uint64_t) due;       /* what is due in each state: dues.words each */
    VEC(graph_edge) edges;
    VEC(uint32_t) renamed;   /* with symmetry, by edge: the renaming */
    VEC(uint64_t) letters;   /* those that occur */
    /* the state under way */
    const uint64_t *state;
    packing *packing;
    shape *shape;
    bool loaded;             /* the successors' row is this state */
    bool timeout;
    bool moved;              /* something is possible in it */
    process_ref process;
    limb_vec candidates;     /* its successors, store.limbs each */
    VEC(uint32_t) paid;      /* on the way to each */
    VEC(uint32_t) renamed_by; /* with symmetry: what made each of a successor */
    row_vec row;             /* scratch */
    VEC(uint64_t) hashes;
    VEC(uint64_t) due_here;  /* what is due in it */
    /* the unit under way */
    limb_vec records;
    VEC(uint64_t) due_by_unit;
    bool direct;             /* a successor has another shape: records cannot be remembered */
    uint64_t rewritten;
    const char *limit;       /* why it cannot grow further; NULL: it can */
} graph;

/* State 0 is the first. False where there is none: limit says why, or a process of the start could not be created. `words`: of sets of dues. */
bool graph_init(graph *g, const engine_request *request, rows *r, uint64_t still, uint32_t words);
void graph_release(graph *g);

/* Gives the state its edges, what is due in it and its letter. False at a limit, or when the dues were outgrown. A state in which nothing is possible leads to itself,
 * where the property looks at runs that end. */
bool graph_expand(graph *g, state_ref number);

/* To be called now and then: how states are kept may have to change. */
void graph_tidy(graph *g);

static inline graph_state *graph_at(const graph *g, state_ref number)
{
    return &g->states.data[number.index];
}

static inline const uint64_t *graph_due(const graph *g, state_ref number)
{
    return g->due.data + (size_t)number.index * g->dues.words;
}

/* The set of dues that the trail of the handle pays: those of who moves. */
uint32_t graph_paid(graph *g, const successors *x);

static inline bool graph_renames(const graph *g)
{
    return g->renamings.symmetry;
}

/* Of the edge with this number. */
static inline uint32_t graph_renaming(const graph *g, uint32_t by)
{
    return graph_renames(g) ? g->renamed.data[by] : RENAMING_NONE;
}

size_t graph_bytes(const graph *g);

/* ---- graph_steps.c ---- */
/* Appends the steps by which the edge of this number goes from the state to its target, in a run that the renaming makes come through the state; none where nothing is possible and the state
 * repeats. */
void graph_steps(graph *g, state_ref number, uint32_t by, uint32_t renaming, run *out);
/* How many kinds of processes the state has: canonical_kinds. */
uint32_t graph_kinds(graph *g, state_ref number);
/* Does the renaming leave the state as it is? */
bool graph_is_fixed(graph *g, state_ref number, uint32_t renaming);

#endif
