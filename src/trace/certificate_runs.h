/* certificate_runs.h: a proof that no fair run violates a formula.
 *
 * Its states are those of the watched program (program/watch.h), and hold every reachable configuration together with the state of the automaton of all runs
 * that violate the formula (docs/LIVENESS.md, "For all buffer sizes"). While certificate_steps.c takes their steps, this part notes them: every run follows a
 * path of the graph of these states. Then it looks for edges that a fair and accepted run may take for ever, and hopes to find none. */
#ifndef TRACE_CERTIFICATE_RUNS_H
#define TRACE_CERTIFICATE_RUNS_H

#include "trace/certificate_internal.h"

typedef VEC(uint32_t) number_list;

enum { SILENT = UINT32_MAX, NO_STATE = UINT32_MAX };
enum { EDGE_FROM, EDGE_TO, EDGE_MARKS, EDGE_READS, EDGE_EMPTIES, EDGE_PARTS }; /* an edge's row: states, what the automaton does; then the process and the committed store of each part */

/* A step of some processes, a commit, or a move of the automaton alone: for all words with the view of its stance. */
typedef struct run_move {
    uint32_t from, to;   /* states */
    uint32_t edge;       /* of the graph; SILENT: the state is the same, and the automaton has not moved */
    size_t part, part_end; /* in runs.parts: of those who do something, are new or are removed. All others stay as they are, at rest */
    bool is_step;        /* of the processes: no commit, and not that a block is left because it cannot go on */
    bool empties;        /* the words of all others are empty */
    bool alone;          /* only the automaton moves, whoever is inside a block */
} run_move;

/* A set of processes, of which it is known where they are and how their words begin. A place is a state and a cut for each of them. */
typedef struct run_play_move {
    uint32_t target, move; /* a place; of runs.moves */
} run_play_move;

typedef struct run_play {
    number_list processes;
    intern places;          /* state, the cut of each process */
    VEC(run_play_move) moves;   /* by place */
    VEC(size_t) first;      /* by place, and one more: where its moves start. Empty: the play has not been explored */
    VEC(bool) idle;         /* by place and process (place * processes + number): it can take no step */
} run_play;

typedef struct runs {
    const temporal *of;     /* atoms look at globals of the watched program */
    uint32_t element;       /* the global that holds the automaton's state */
    uint32_t length;        /* of cut words */
    VEC(run_play) plays;        /* in the order in which they are tried */
    /* of the move being noted */
    const stance *mover;    /* NULL: no process takes a step */
    bool is_step, empties, alone;
    uint64_t letter;        /* the atoms that are true in this state */
    /* the graph */
    intern states;          /* (global, first) */
    VEC(uint32_t) process_counts; /* by state */
    VEC(size_t) first_move; /* by state; its moves are those up to another state's */
    VEC(run_move) moves;    /* the first leads to the first state, from NO_STATE */
    VEC(part) parts;
    VEC(int32_t) letters;   /* of parts */
    intern edges;           /* those of the graph */
    intern idle;            /* (state, process, key, view): the process can take no step, and nobody need be inside a block */
    /* cuts: key, view and the beginning of the word, see certificate_play.c */
    intern cuts;
    VEC(number_list) known_letters; /* by cut */
    VEC(number_list) cuts_of; /* by point: the cuts of the set that starts there */
} runs;

/* ---- certificate_runs.c ---- */
void runs_release(runs *x);
/* The steps of another state are to be taken; all its steps have been taken. */
void runs_begin_state(proof_check *k);
void runs_end_state(proof_check *k);
/* Says of what the next image is: a step of the stance (NULL: none), or only a move of the automaton. */
void runs_begin_move(proof_check *k, const stance *mover, bool is_step, bool empties, bool alone);
/* Is the image part of one state, with each move that the automaton may make meanwhile? */
bool runs_note_move(proof_check *k);
/* Fails where a fair run may violate the formula, by all that was noted. */
void runs_refute(proof_check *k);

/* ---- certificate_play.c ---- */
enum { ABSENT, CUT_KEY = 0, CUT_VIEW, CUT_WORD }; /* a cut: there is no such process. Its row otherwise */
/* Finds all places and moves. */
void run_play_explore(proof_check *k, run_play *p);
void run_play_release(run_play *p);
/* The letters that are known to be pending: those that the cut has, and the youngest of each location. */
const number_list *run_play_known_letters(proof_check *k, uint32_t cut);

/* ---- certificate_fair.c ---- */
/* Adds to `out`, a row of numbers in increasing order each, sets of edges: each fair and accepted run that takes only edges of E for ever takes only edges of one of
 * these for ever. */
void run_play_find_fair(proof_check *k, const run_play *p, const bool *in_e, intern *out);

#endif
