/* play.h: what one process, or some processes together, may do along paths of the graph of kept states.
 *
 * A place is a node of that graph with a cut of each of these processes (words.h). Moves are their quiet steps and commits, at the same node, and the edges of
 * the graph: the process whose event it is takes part, all others stay as they are. Every run of the program is a path here too, whichever processes are
 * looked at. Where cuts are whole words, and for all processes, every path is a run. */
#ifndef ENGINE_FAIR_PLAY_H
#define ENGINE_FAIR_PLAY_H

#include "engine/fair/kept_graph.h"
#include "engine/fair/words.h"

enum { NO_EDGE_OF_GRAPH = UINT32_MAX, NO_ACTOR = UINT32_MAX };

typedef struct play_move {
    uint32_t edge;      /* of the graph; NO_EDGE_OF_GRAPH: quiet */
    uint32_t actor;     /* which of play.processes moves; NO_ACTOR: none of them */
    letter_ref popped;  /* by the actor; LETTER_NONE: none */
    uint32_t first_pushed, pushed_count; /* stores of the actor, in moves.letters; made after a flush */
    bool flushes;       /* the actor's whole word is committed */
    bool ends;          /* the actor is removed */
    bool syncs;         /* possible only where nobody has anything pending */
    uint32_t by;        /* the program's edge that the actor takes; NO_EDGE: none */
    uint32_t partner;   /* of several: who meets the actor, and sends, by partner_by. NO_ACTOR: nobody, or nobody of these */
    uint32_t partner_by;
} play_move;

#define NOBODY_MOVES(number) ((play_move){.edge = (number), .actor = NO_ACTOR, .popped = LETTER_NONE, .by = NO_EDGE, .partner = NO_ACTOR})

typedef struct play {
    const state_graph *graph;
    cut_words *words;
    index_vec processes;
    index_vec node_of;      /* by place */
    index_vec cuts;         /* by place and process: place * processes + number */
    index_vec alone;        /* the same, of several: the place of the process in the play of it alone */
    VEC(bool) idle;         /* the same: the process can take no step; where not all are looked at, it may be that it can take none */
    VEC(bool) depends;      /* of one process: whether it is idle depends on the others */
    index_vec first_place;  /* by node of the graph, and the number of places; */
    VEC(play_move) moves;   /* by place */
    index_vec first, target; /* of a digraph */
    bool failed;            /* something does not fit, or there are too many places: nothing may be concluded */
} play;

/* Of one process. `wanted` says which edges of the graph count: both their nodes do. */
void play_init(play *p, const state_graph *g, cut_words *w, process_ref process, const bool *wanted);
/* join.c: of several, put together from those of one each (all of the same graph and words); `kept` says which places of each count. */
void play_join(play *p, const play *const *alone, const bool *const *kept, uint32_t count, const bool *wanted, uint32_t max_places);
void play_release(play *p);

#endif
