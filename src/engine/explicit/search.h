/* search.h: the exploration of all states of a program, for one bound on its buffers. */
#ifndef ENGINE_EXPLICIT_SEARCH_H
#define ENGINE_EXPLICIT_SEARCH_H

#include <pthread.h>

#include "engine/engine.h"
#include "engine/explicit/ample.h"
#include "engine/explicit/canonical.h"
#include "search/heuristic.h"
#include "engine/explicit/layout.h"
#include "engine/explicit/memo.h"
#include "search/queue.h"
#include "engine/explicit/store.h"
#include "step/successors.h"

/* How a violation was found; witness.c makes a run of it. */
typedef struct finding {
    property_ref property;
    state_ref state;   /* where the step starts, or which itself is bad; STATE_NONE: the first state could not be made */
    process_ref process; /* whose step violates; NOBODY: the state itself is bad */
    bool timeout;      /* the step was taken with timeout true */
    bool is_judged;    /* by conditions on whole states, when the state was added */
} finding;

/* Of one state, with --reduction sleep; bit 2p stands for the steps of process p, bit 2p + 1 for its commits. */
typedef struct sleep_state {
    uint64_t asleep; /* need not be taken: other runs show what they lead to */
    uint64_t done;   /* have been taken */
    bool open;       /* waits to be expanded */
} sleep_state;

/* What is counted while states are expanded and judged: where that has to be done again, these are what they were before. */
typedef struct search_counts {
    uint64_t errors, final_states, deadlocks;
    uint64_t failures; /* steps that ended in a run-time error */
} search_counts;

typedef struct levels levels;

typedef struct search {
    const engine_request *request;
    rows *rows;
    layout *layout;
    successors successors;
    store store;
    memo memo;
    bool has_conditions;
    uint64_t still;          /* 1 << position: this process does nothing; then nothing is said about ends */
    bool wants_finals;       /* final states are collected, or a property is about them */
    VEC(finding) findings;   /* the first of each property */
    /* one batch of expansions */
    limb_vec candidates;     /* successors, store.limbs each */
    VEC(uint64_t) hashes;
    VEC(uint32_t) origins;   /* which open state of the batch each came from */
    limb_vec records;        /* of the unit under way */
    shape *shape;            /* of the state under way */
    packing *packing;
    const uint64_t *state;
    bool loaded;             /* the successors' row is the state under way */
    bool direct;             /* a successor has another shape: records cannot be remembered */
    state_ref number;
    process_ref process;
    bool timeout;
    bool is_judging;         /* the conditions on the state under way are looked at */
    uint64_t rewritten;      /* states, when the layout was renewed */
    canonical_rows canonical;
    row_vec row;             /* of a candidate */
    /* reductions */
    ample_nodes ample;
    bool has_sleep;
    VEC(sleep_state) sleep;  /* of each state */
    VEC(uint64_t) asleep;    /* of each candidate */
    limb_vec sleep_masks;    /* of the units of the state under way: limbs read, limbs written */
    uint64_t again;          /* expansions of states that had been expanded before */
    /* open states: dfs a stack; bfs the next number; best-first, and where states are opened again, a queue */
    bool ascending;          /* successors by the first process first */
    bool has_queue;
    heuristic heuristic;
    queue queue;
    VEC(open_state) stack;
    uint32_t next, level_end, depth;
    VEC(open_state) batch;
    /* by levels: levels.h */
    levels *levels;
    bool by_levels;
    bool is_frozen;          /* others use the layout now: it must not change */
    bool is_stale;           /* it would have had to */
    pthread_mutex_t *contents; /* who gives numbers to contents of buffers now; NULL: nobody else does */
    bool has_contents;       /* this search has it locked */
    uint64_t transitions, visited, max_depth, next_check, told_work;
    search_counts counts;
    property_ref runtime;    /* the property that there are no run-time errors */
    double start;
    bool needs_all;          /* the bound is ours, and the order shall be that of unbounded buffers: stop when a store meets the bound */
    bool outgrown;           /* stopped for that reason */
    const char *limit;       /* why the search stopped early; NULL while it goes on */
    bool stop;
} search;

enum { SEARCH_BATCH = 16 }; /* open states that are expanded together, where the table does not fit a cache */

/* The largest bound of ours that a best-first search does not put up with: its order shall be that of unbounded buffers. */
enum { SEARCH_EXACT_BOUND = 64 };

/* Explores; afterwards `limit` tells whether the search ended early, successors.met_bound whether a store met the bound. */
void search_run(search *s, const engine_request *request, rows *r, uint64_t still, double start);
void search_release(search *s);

void search_statistics(const search *s, statistics *out);

static inline bool search_is_still(const search *s, process_ref process)
{
    return process.index < 64 && (s->still >> process.index & 1);
}

/* witness.c: the steps from the first state to the violation. */
violation witness_build(search *s, const finding *f);

#endif
