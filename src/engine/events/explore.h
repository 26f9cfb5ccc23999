/* explore.h: the search over event sequences. */
#ifndef ENGINE_EVENTS_EXPLORE_H
#define ENGINE_EVENTS_EXPLORE_H

#include "engine/events/accelerate.h"
#include "engine/events/antichain.h"
#include "engine/events/judge.h"

typedef enum explore_order { ORDER_DEPTH, ORDER_DEPTH_LARGEST, ORDER_LARGEST, ORDER_BREADTH, ORDER_COUNT } explore_order;

/* One attempt: in which order, how many states at the most, how large an automaton may get, and from what size on its states are identified that go on
 * alike for `depth` letters. */
typedef struct explore_plan {
    explore_order order;
    uint64_t states;
    uint32_t automaton;
    sets_widening widening;
} explore_plan;

/* events.c: the attempts that are made one after the other until one ends. Some are for sets that grow: they are put off until an automaton has been large;
 * some only make sense while none has. */
typedef enum explore_when { ALWAYS, WHEN_LARGE, WHEN_SMALL } explore_when;
typedef struct explore_attempt {
    explore_plan plan;
    explore_when when;
} explore_attempt;

extern const explore_attempt explore_attempts[];
extern const size_t explore_attempt_count;

typedef struct event_finding {
    uint32_t state; /* number of the kept state in which the goal lies */
    verdict_goal goal;
} event_finding;

typedef struct explore {
    const engine_request *request;
    space space;
    moves moves;
    sets sets;
    post post;
    judge judge;
    antichain kept;
    explore_plan plan;
    VEC(uint32_t) open;           /* a stack, a queue, or a heap by size */
    size_t first_open;            /* of the queue */
    uint32_t parent;              /* the state being expanded */
    set_vec grown;                /* the sets of a state after acceleration */
    intern seen;                  /* all states found, before acceleration: global, holder, sets */
    VEC(int32_t) row;             /* scratch */
    VEC(event_finding) findings;
    size_t told;                  /* findings that runs were looked for */
    uint64_t posts, results, max_depth;
    double start;
    const char *limit;            /* why it ended early */
    bool gave_up;                 /* by a limit of the plan, not of the user */
    bool may_resume;              /* it was the limit on states: nothing has been lost */
    uint32_t largest;             /* automaton of a kept state, in states */
    bool stop;
    bool initial_error;
    bool witness_cut;             /* the last explore_witness that found no run did not look at all of them */
    bool witness_has_loops;       /* or it could have gone round loops more often */
} explore;

void explore_init(explore *x, const engine_request *request, const bool *unbuffered, const explore_plan *plan, double start);
void explore_run(explore *x);
/* Goes on with a search that may resume, with the limits of this plan, whose order is the same: explore_run is to be called. */
void explore_resume(explore *x, const explore_plan *plan);
void explore_release(explore *x);
void explore_statistics(const explore *x, statistics *out);

/* witness.c: the run that leads to the finding; false when it could not be made concrete. */
bool explore_witness(explore *x, const event_finding *f, violation *out);

/* certificate.c: the states kept, as a JSON object. */
void explore_certificate(explore *x, strbuf *out);

#endif
