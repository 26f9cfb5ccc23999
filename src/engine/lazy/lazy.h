/* lazy.h: a search that stores only states right after an event, and in which no process has gone further than it had to.
 *
 * An *event* changes what others can see: a commit, or a course that writes memory, ghosts or channels at once. All else is quiet, and quiet courses of
 * different processes commute. So of all runs with the same events it suffices to look at the one in which each process has, before an event, taken
 * only those quiet courses that would not be the same after the event: up to the last course that reads what the event writes. docs/REDUCTION.md has
 * the proof. */
#ifndef ENGINE_LAZY_H
#define ENGINE_LAZY_H

#include "engine/bounded.h"
#include "engine/lazy/quiet_graph.h"
#include "search/state.h"

typedef enum lazy_finding_kind { LAZY_START, LAZY_STATE, LAZY_COURSE, LAZY_STUCK } lazy_finding_kind; /* no first state; a bad state; a bad course; a deadlock */

typedef struct lazy_finding {
    lazy_finding_kind kind;
    property_ref property;
    state_ref state;
    process_ref process;    /* LAZY_COURSE: whose course, and which */
    uint32_t node, course;
} lazy_finding;

enum { LAZY_COMMIT = UINT32_MAX, LAZY_NOWHERE = UINT32_MAX };

/* The mover goes to a node of its quiet graph and there takes a course, or commits the store at a position of its word. */
typedef struct lazy_event {
    process_ref process;
    uint32_t node;
    uint32_t course;   /* LAZY_COMMIT: a commit */
    uint32_t position;
} lazy_event;

typedef struct lazy_choice {
    config_ref config;
    uint32_t step;     /* of the process's quiet graph, the last before the event; NO_STEP: none */
} lazy_choice;

typedef struct lazy {
    const engine_request *request;
    space space;
    moves moves;
    configs configs;
    courses courses;
    quiet_graphs graphs;
    intern states;                 /* rows: the global, then each process's configuration */
    VEC(state_ref) parents;        /* by state */
    VEC(uint32_t) depths;          /* by state */
    VEC(state_ref) open;
    size_t first_open;
    VEC(bool) judged;              /* by global */
    VEC(lazy_finding) findings;    /* the first of each property */
    /* of the state under way */
    state_ref state;
    VEC(int32_t) now;
    VEC(quiet_graph) graph;        /* by process */
    VEC(lazy_event) commits;
    VEC(uint32_t) written;         /* by the event: positions in the global's row */
    VEC(lazy_choice) choices;      /* of all processes, one after the other */
    VEC(uint32_t) first_choice, pick;
    VEC(int32_t) next;
    uint64_t transitions, visited, errors, max_depth, next_check;
    double start;
    const char *limit;
    bool gave_up;                  /* the limit was one of ours, none of the user's */
    bool stop;
} lazy;

/* The global of a state's row. */
static inline global_ref lazy_global(const int32_t *row)
{
    return (global_ref){(uint32_t)row[0]};
}

/* NULL when the search can take this request; else a sentence that says why not. */
const char *lazy_refuses(const engine_request *request);

/* As explicit_search; gives up where a process has too many configurations. */
void lazy_search(bounded_search *b, engine_result *result);

/* Explores with buffers of at most `bound` stores; afterwards `limit` tells whether the search ended early, courses.met_bound whether a store met the
 * bound. */
void lazy_run(lazy *l, const engine_request *request, const bool *unbuffered, uint32_t bound, double start);
void lazy_release(lazy *l);
void lazy_statistics(const lazy *l, statistics *out);

/* Visits all successors of a state: l->next is the successor, l->pick the choices that lead there. False ends the visit. */
typedef bool lazy_visit(lazy *l, const lazy_event *e, void *data);
void lazy_successors(lazy *l, state_ref state, lazy_visit *visit, void *data);

/* A node of the process's quiet graph where the process has nothing pending and can do nothing, if possible one that is no valid end; LAZY_NOWHERE: there is
 * no such node. */
uint32_t lazy_stuck_node(const lazy *l, process_ref process, bool *is_end);

/* witness.c: the steps from the first state to the violation. */
violation lazy_witness(lazy *l, const lazy_finding *f);

#endif
