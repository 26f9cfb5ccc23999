/* refine.h: is there a fair accepting run?
 *
 * Such a run takes some edges of the graph infinitely often. They are strongly connected and carry all marks, and whichever processes are looked at, the
 * run stays in one component of their play. So a set E of edges may be replaced by the sets of edges that the components take; where there is none, no run
 * takes just edges of E in the end. Once every set is refuted in this way, the property holds. */
#ifndef ENGINE_FAIR_REFINE_H
#define ENGINE_FAIR_REFINE_H

#include "engine/fair/lasso.h"

typedef enum refine_answer {
    REFINE_REFUTED, /* there is no fair accepting run */
    REFINE_FOUND,   /* all processes together have a component without cut words: with exact sets, there is one */
    REFINE_CUT,     /* only with words that were cut: longer ones may tell */
    REFINE_LARGE    /* too much to look at */
} refine_answer;

typedef struct refinement {
    const state_graph *graph;
    uint32_t all_marks;
    uint32_t length;       /* of cut words */
    uint64_t rounds;       /* sets of edges looked at */
    uint32_t most;         /* processes that had to be looked at together */
    intern groups;         /* sets of several processes that were of use: they refuted a set of edges, or split it */
    bool has_run;          /* REFINE_FOUND: `run` is one */
    violation run;
} refinement;

refine_answer refine_graph(refinement *r);
void refine_release(refinement *r);

#endif
