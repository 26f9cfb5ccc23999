/* explore.h: the search over event sequences. */
#ifndef ENGINE_EVENTS_EXPLORE_H
#define ENGINE_EVENTS_EXPLORE_H

#include "engine/events/accelerate.h"
#include "engine/events/antichain.h"
#include "engine/events/canonical.h"
#include "engine/events/judge.h"

typedef enum explore_order { ORDER_DEPTH, ORDER_DEPTH_LARGEST, ORDER_LARGEST, ORDER_BREADTH, ORDER_COUNT } explore_order;

/* One attempt: in which order, how many states at the most, how many states an automaton may have, and from what size on those of its states are
 * identified that go on alike for `depth` letters. */
typedef struct explore_plan {
    explore_order order;
    uint64_t states;
    uint32_t automaton;
    sets_widening widening;
} explore_plan;

/* events.c: the attempts that are made one after the other until one ends. WHEN_LARGE: for sets that grow, so the attempt is put off until some
 * automaton has been large; WHEN_SMALL: it only makes sense while no automaton has been large. */
typedef enum explore_when { ALWAYS, WHEN_LARGE, WHEN_SMALL } explore_when;
typedef struct explore_attempt {
    explore_plan plan;
    explore_when when;
} explore_attempt;

extern const explore_attempt explore_attempts[];
extern const size_t explore_attempt_count;

/* Of a search for infinite runs: globals hold the state of an automaton too, which moves with every event, and alone. */
typedef VEC(global_ref) global_vec;
typedef struct explore_claim {
    /* Adds to `out` what the global `after` may be with the automaton, once the event has left `before` for it; equal globals: the automaton alone moves.
     * NULL: there is no automaton. */
    void (*moves)(void *data, const event *e, global_ref before, global_ref after, global_vec *out);
    void *data;
} explore_claim;

typedef struct event_finding {
    state_ref state; /* the kept state in which the goal lies */
    verdict_goal goal;
} event_finding;

/* A state to be expanded, with its size beside it: a heap compares sizes again and again. */
typedef struct sized_state {
    state_ref number;
    uint32_t size;
} sized_state;

/* A successor of the state being expanded. */
typedef struct event_successor {
    event event;
    global_ref global;
    process_ref holder;
    uint32_t process_count, first_set; /* its sets, in explore.found_sets */
    uint32_t hash;                     /* of its row in explore.seen, where states stand for themselves */
    bool too_large;                    /* by then a closure had been given up */
} event_successor;

typedef struct explore {
    const engine_request *request;
    space space;
    moves moves;
    sets sets;
    post post;
    judge judge;
    antichain kept;
    canonical canonical;
    uint8_t twin[PROGRAM_MAX_PROCESSES]; /* of the state being expanded */
    explore_plan plan;
    explore_claim claim;
    bool joins;                   /* states with the same global become one, with the union of each process's sets: few states, for proofs only */
    VEC(state_ref) joined;        /* by bucket of the antichain: that one */
    VEC(sized_state) open;         /* a stack, a queue, or a heap by size */
    size_t first_open;            /* of the queue */
    state_ref parent;             /* the state being expanded */
    VEC(event_successor) found;       /* its successors: these are all found before the first is looked at, so that what is known of them can be brought near */
    set_vec found_sets;
    set_vec grown;                /* the sets of a state after acceleration */
    set_vec forked;               /* the sets of a state that is kept with several globals */
    global_vec claimed;           /* these globals */
    intern seen;                  /* the forms of all states found, before acceleration: global, holder, sets */
    VEC(int32_t) row;             /* scratch */
    VEC(event_finding) findings;
    size_t told;                  /* findings that runs were looked for */
    uint64_t posts, results, max_depth;
    double start;
    const char *limit;            /* why the search ended early; NULL: it did not */
    bool gave_up;                 /* the limit was one of the plan, not of the user */
    bool may_resume;              /* the limit was the plan's on states: the search can go on with a larger one */
    uint32_t largest;             /* automaton of a kept state, in states */
    bool stop;
    bool initial_error;
    bool witness_gave_up;         /* the last explore_witness that found no run did not look at all of them */
    bool witness_has_loops;       /* the last explore_witness that found no run could have gone round loops more often */
} explore;

void explore_init(explore *x, const engine_request *request, const bool *unbuffered, const explore_plan *plan, double start);
void explore_run(explore *x);
/* Looks at the successors found so far. */
void explore_take_successors(explore *x);
/* Prepares a search that may resume to go on with the limits of this plan, whose order must be the same; explore_run then goes on. */
void explore_resume(explore *x, const explore_plan *plan);
void explore_release(explore *x);
void explore_statistics(const explore *x, statistics *out);

/* witness.c: the run that leads to the finding; false when no run was found. */
bool explore_witness(explore *x, const event_finding *f, violation *out);

/* certificate.c: the states kept, as a JSON object, whose first members are in `head`. */
#define EXPLORE_CERTIFICATE_HEAD "\"format\": 3" /* of a proof about states */
#define EXPLORE_CERTIFICATE_SYMMETRIC "\"format\": 4" /* of one that takes processes for alike */
void explore_certificate(explore *x, const char *head, strbuf *out);

#endif
