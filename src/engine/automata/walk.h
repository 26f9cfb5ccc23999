/* walk.h: depth-first search with sleep sets over states with sets of buffer contents.
 *
 * Linden and Wolper, An automata-based symbolic approach for verifying programs on relaxed memory models (SPIN 2010), Algorithms 1 to 3. */
#ifndef ENGINE_AUTOMATA_WALK_H
#define ENGINE_AUTOMATA_WALK_H

#include "engine/automata/transitions.h"

enum { NO_ENTRY = UINT32_MAX }; /* of the stack, or of the stored states */

/* A set of transitions. */
typedef struct sleep_ref {
    uint32_t index;
} sleep_ref;

/* A state on the stack. */
typedef struct walk_frame {
    state_ref state;
    sleep_ref sleep;            /* the state's sleep set; transitions that have been executed are added */
    transition_ref by;          /* the transition that led to the state; NO_TRANSITION: the first state */
    uint32_t below;             /* the next frame below with the same control; NO_ENTRY: none */
    process_ref accelerated;    /* the process whose language was accelerated in this state; NOBODY: none */
    size_t first, next, end;    /* the transitions to execute, in walk.successors */
} walk_frame;

typedef struct stored_state {
    state_ref state;
    sleep_ref sleep;
    uint32_t next;              /* the next stored state with the same control; NO_ENTRY: none */
} stored_state;

/* How far one search goes: states with a larger automaton are not entered. */
typedef struct walk_plan {
    uint32_t automaton;
    uint64_t states;
} walk_plan;

typedef struct walk {
    const engine_request *request;
    walk_plan plan;
    space space;
    transitions transitions;
    VEC(walk_frame) frames;
    successor_vec successors;   /* of all frames, one after the other */
    VEC(stored_state) stored;
    VEC(uint32_t) first_stored, top_frame; /* by control; NO_ENTRY: none */
    intern sleeps;              /* sleep sets: transitions in increasing order */
    sleep_ref awake;            /* the empty sleep set */
    VEC(int32_t) row;           /* scratch */
    violation_list violations;
    uint32_t *attempts;         /* by property: errors that could not be made concrete */
    bool has_unconfirmed;
    bool is_mixed;              /* some acceleration may have added contents that no run leads to */
    bool initial_error;
    uint64_t visited, taken, max_depth, errors, next_check;
    double start;
    const char *limit;          /* why not everything was seen; NULL: everything was */
    bool gave_up;               /* the limit was one of the plan */
    bool stop;
} walk;

void walk_init(walk *w, const engine_request *request, const bool *unbuffered, const walk_plan *plan, double start);
void walk_release(walk *w);
void walk_run(walk *w);
void walk_statistics(const walk *w, statistics *out);

/* cycle.c: when this state, reached from that of a frame, differs from it by one process having appended a word, the word is repeated. `by` leads
 * from the top frame to the state. True when the state was enlarged; *process is then the one whose language grew. */
bool walk_accelerate(walk *w, state_ref *state, transition_ref by, process_ref *process);

/* assess.c: looks for violations in the state of the top frame, whose successors start at `first`. */
void walk_assess(walk *w, size_t first);

/* What a run that shows the violation has to end with: a configuration of the top frame's control and ... */
typedef struct walk_goal {
    property_ref property;
    transition_ref transition; /* ... this transition; NO_TRANSITION: none */
    bool empty_buffers;  /* ... no store pending */
    const expr *bad;     /* ... this condition; NULL: none */
} walk_goal;

/* concrete.c: a run along the stack; cycles on the stack may be gone round any number of times. False when no run was found. */
bool walk_make_concrete(walk *w, const walk_goal *goal, run *steps);

#endif
