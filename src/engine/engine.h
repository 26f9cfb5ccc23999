/* engine.h: how a search is asked and what it answers. Which engines there are is in registry.h. */
#ifndef ENGINE_ENGINE_H
#define ENGINE_ENGINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/statistics.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "program/program.h"
#include "program/step.h"
#include "program/symmetry.h"
#include "property/safety.h"
#include "search/finals.h"
#include "search/order.h"
#include "search/violation.h"

/* Of the explicit engine: which runs it need not look at. AUTO: our own where it applies, else none. */
typedef enum reduction_kind { REDUCTION_AUTO, REDUCTION_NONE, REDUCTION_AMPLE, REDUCTION_SLEEP } reduction_kind;

/* Of the automata engine: what a cycle that appends w to a buffer makes of its contents L. */
typedef enum acceleration_kind {
    ACCELERATION_SINGLE,     /* L.{w}* */
    ACCELERATION_INTERLEAVED /* L.(W u {w})*, where W are cycles found before */
} acceleration_kind;

typedef enum verdict { VERDICT_HOLDS, VERDICT_VIOLATED, VERDICT_UNKNOWN } verdict;

typedef struct engine_request {
    const program *program;
    const property_list *properties; /* either none is temporal, or the only one is: such a search looks at nothing else */
    const footprints *footprints; /* of the program and these properties: property_footprints */
    const symmetry *symmetry; /* of the program, which is then symmetry->program: states that differ by a permutation count as one. NULL: none */
    machine machine;          /* buffer 0: unbounded */
    search_order search;
    bool may_go_over;         /* a search depth first may go on by levels once it has many states */
    uint32_t threads;         /* of searches by levels; what they find does not depend on it. 0: one */
    bool ties_lifo;           /* best first, among equals: the last found; otherwise the first */
    acceleration_kind acceleration;
    reduction_kind reduction;
    bool all_errors;          /* go on after the first violation */
    bool unifies;             /* of a temporal property: states that differ by a permutation of alike processes may count as one; who can do that finds out which are alike */
    bool hunts;               /* of a temporal property: short searches for violations only; where there is none, nothing is known */
    uint64_t max_states;      /* 0: no limit; of hunts, of each */
    uint64_t memory_limit;    /* bytes; 0: no limit */
    double time_limit;        /* seconds; 0: no limit */
    /* Called some hundred times a second; may be NULL. When it returns false the search stops with `unknown`. */
    bool (*progress)(void *data, const statistics *now);
    void *progress_data;
    void (*trying)(void *data, const char *what); /* gets the progress_data, and what is searched now; may be NULL */
    void (*log)(void *data, const char *line); /* attempts, limits and sizes, a line each; NULL: nobody wants to know */
    void *log_data;
    statistics *latest;       /* set by engine_run: the newest figures of the search */
    /* NULL: none is wanted. An engine that can give one adds to it, after `holds`, a JSON object that src/trace/certificate.h confirms. */
    strbuf *certificate;
    /* NULL: they are not wanted. Gets the final states met; all of them where the result is complete and exact. */
    finals *finals;
} engine_request;

typedef struct engine_result {
    arena *memory;
    verdict verdict;             /* over all properties: violated if any is, unknown if any is, else holds */
    const char *reason;          /* why not all that was asked for is decided: a sentence without a full stop; NULL: it is */
    bool gave_up;                /* then: by a limit of the engine's own, none of the user's */
    const char *engine;          /* that answered; NULL: the one that was asked */
    const char *engine_reason;   /* why not another; NULL: it was asked, or it comes first */
    const char *scope;           /* "all buffer sizes", "buffers of at most 5 stores" */
    bool exact;
    bool symmetric;              /* states that differ by a permutation of alike processes counted as one */
    const char *const *alike;    /* of a temporal property: the types of these processes, NULL at the end; NULL: none */
    bool complete;               /* every reachable state in the scope was seen: a property without a violation holds. Always so for `holds` */
    machine machine;             /* the machine that the answer speaks of: the request's */
    const bool *const *taken;    /* where complete: by process type and edge, some run in the scope takes it; of an approximation, may take it. NULL: not known */
    const bool *unbuffered;      /* elements whose stores the search let reach memory at once: runs lack their commits (trace/complete.h) */
    uint32_t bound;              /* on buffers, that the search which gave the answer kept to; of `unknown`, with which there is no violation; 0: none */
    violation_list violations;
    statistics statistics;
} engine_result;

typedef struct engine {
    const char *name;            /* "explicit" */
    /* NULL when the engine can take this request; else a sentence that says why not. */
    const char *(*refuses)(const engine_request *request);
    void (*check)(const engine_request *request, engine_result *result);
    /* The same for a temporal property; both NULL: it knows of none. */
    const char *(*refuses_temporal)(const engine_request *request);
    void (*check_temporal)(const engine_request *request, engine_result *result);
} engine;

/* The engine's answer within the limits of the request: where it had to be left in the middle, `unknown` with the reason. */
void engine_run(const engine *e, const engine_request *request, engine_result *result);

/* For engines that ask others: the engine's answer, within the limits of this thread; what outlives the search, also where some part of it was left by a jump;
 * and the result of a search that was left by a jump for this reason: its memory is given back, only its latest figures are known. */
void engine_check(const engine *e, const engine_request *request, engine_result *result);
void engine_keep(const engine_request *request, engine_result *result);
void engine_abandon(const engine_request *request, engine_result *result, const char *reason);

/* NULL when the engine can check the temporal property of the request; else a sentence that says why not. */
const char *engine_refuses_temporal(const engine *e, const engine_request *request);

/* The property of a request about infinite runs; NULL: it is about states and steps. */
const temporal *engine_temporal(const engine_request *request);

/* Why a search cannot take the request unless it follows every single run: see program/emptiness.h. NULL when it can. */
const char *engine_refuses_questions(const engine_request *request);

/* The sentence of an engine other than explicit, where the user chose what is that one's. NULL: nothing was chosen. */
const char *engine_refuses_choices(const engine_request *request);

/* Tells of the progress. NULL: the search may go on; otherwise why it must stop, in the words of a result's reason. */
const char *engine_limit(const engine_request *request, const statistics *now);

/* A line of the log that says what is searched from now on, for who shows progress too. */
void engine_try(const engine_request *request, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A line of the log; and one about the end of a search: why, and how large it was. */
void engine_log(const engine_request *request, const char *format, ...) __attribute__((format(printf, 2, 3)));
void engine_log_end(const engine_request *request, const char *name, const char *why, const statistics *at);

/* A search ended in its middle (limits_attempt): the result has its latest figures and the reason, and what it had before. */
void engine_break_off(const engine_request *request, engine_result *result);

/* Why a formula is not decided, and with which buffers it holds: result->bound. */
const char *engine_reason_with_bound(engine_result *result);

/* Nothing is left to be decided: the verdict is known, and with all_errors that on each property. */
bool engine_is_decided(const engine_request *request, const engine_result *result);
/* All that was asked for is known: decided or, where final states are wanted, all of these. */
bool engine_answers(const engine_request *request, const engine_result *result);
/* The result takes over violations of the other, which make it one of those. */
void engine_take_violations(engine_result *result, engine_result *other);

/* The result says which edges were taken by the search on these rows, where it is complete. */
struct rows;
void engine_keep_taken(engine_result *result, const struct rows *from);

/* An exact result with nothing in it yet, and the global elements whose stores need no buffer for these properties. */
const bool *engine_result_init(engine_result *result, const engine_request *request);
void engine_result_release(engine_result *result);

#endif
