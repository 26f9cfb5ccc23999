/* repair.h: a cheapest set of candidates with which a program has its properties, and why none is cheaper.
 *
 * A program with some candidates is checked. If it is violated, its run, stripped of the candidates, is one of the bare program; every solution must contain one of
 * the candidates that rule it out. A cheapest set that meets all such conditions is tried next: what it costs is a lower bound, so the first one with which the program holds is
 * optimal. The whole argument is in docs/REPAIR.md. */
#ifndef REPAIR_REPAIR_H
#define REPAIR_REPAIR_H

#include "base/arena.h"
#include "program/step.h"
#include "property/safety.h"

typedef enum repair_verdict { REPAIR_HOLDS, REPAIR_VIOLATED, REPAIR_UNKNOWN } repair_verdict;

/* What a check of one program found. */
typedef struct repair_answer {
    repair_verdict verdict;
    const char *reason;      /* of unknown */
    property_ref violated;
    run steps;               /* to be released by the caller */
    uint32_t loop;
} repair_answer;

typedef repair_answer repair_check(void *data, const program *p);

typedef struct repair_problem {
    const program *full;     /* with its candidates */
    machine machine;
    const property_list *properties;
    const bool *offered;     /* by candidate: it may be chosen */
    const bool *kept;        /* by candidate: it is there in any case */
    const uint32_t *cost;    /* by candidate */
    bool all;                /* all minimal sets are wanted */
    bool step_by_step;       /* runs of programs with other candidates tell nothing: each set is tried for itself */
    repair_check *check;
    void *data;
    void (*log)(void *data, const char *line); /* may be NULL */
    void *log_data;
    void (*about)(void *data, const char *what); /* gets which check begins, for who shows progress; may be NULL */
    void *about_data;
} repair_problem;

/* Why sets are no solutions. */
typedef struct repair_reason {
    run steps;               /* violates the property; of the bare program or, */
    const bool *of_set;      /* where this is not NULL, of the program with these candidates, which alone it rules out */
    uint32_t loop;
    property_ref violated;
    const bool *clause;      /* of the bare program's: one of these is in every solution */
} repair_reason;

typedef struct repair_solution {
    uint64_t cost;
    const bool *chosen;      /* by candidate, those that are kept not among them */
} repair_solution;

typedef struct repair_result {
    arena *memory;
    const char *unknown;     /* not NULL: why the search ended early */
    uint64_t bound;          /* no solution costs less, but those found */
    bool exhausted;          /* there are no other minimal solutions */
    VEC(repair_reason) reasons;
    VEC(repair_solution) solutions; /* cheapest first */
    uint32_t checks;
} repair_result;

void repair_search(const repair_problem *problem, repair_result *out);
void repair_result_release(repair_result *r);

#endif
