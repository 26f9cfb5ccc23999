/* step.h: the machine that a program runs on, and a run of it as bare steps.
 *
 * An engine answers with a run; src/trace re-executes it with code of its own and adds what a person wants to see. */
#ifndef PROGRAM_STEP_H
#define PROGRAM_STEP_H

#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"
#include "program/program.h"

typedef enum memory_kind {
    MEMORY_SC, MEMORY_TSO, MEMORY_PSO,
    MEMORY_TSO_OM, MEMORY_TSO_FC, MEMORY_TSO_FCANY, MEMORY_TSO_US /* approximations of TSO: docs/pimp.md */
} memory_kind;
enum { MEMORY_KINDS = MEMORY_TSO_US + 1 };

/* "sc", "tso", ... */
const char *memory_kind_name(memory_kind kind);
bool memory_kind_find(const char *name, memory_kind *out);

/* The model that the answer is about: a run counts only as one of that. */
static inline memory_kind memory_exact(memory_kind kind)
{
    return kind >= MEMORY_TSO_OM ? MEMORY_TSO : kind;
}

static inline bool memory_is_approximation(memory_kind kind)
{
    return memory_exact(kind) != kind;
}

typedef struct machine {
    memory_kind memory;
    uint32_t buffer;         /* stores that one buffer holds (TSO: a process's; PSO: a process's for one location); 0: unbounded */
    bool overflow_is_error;  /* a store to a full buffer is an error; otherwise it blocks */
} machine;

typedef enum step_kind {
    STEP_EDGE,   /* process takes edge; a rendezvous: it sends, and `partner` takes partner_edge in the same step */
    STEP_COMMIT, /* the oldest store of process (PSO: to `element`) reaches memory */
    STEP_END     /* an ended process, the youngest, is removed */
} step_kind;

typedef struct step {
    step_kind kind;
    uint32_t process;      /* position in the stack of processes: number minus program.pid_base */
    uint32_t edge;         /* index into the edges of its type */
    int32_t partner;       /* position of the receiver of a rendezvous; -1 otherwise */
    uint32_t partner_edge;
    uint32_t element;      /* STEP_COMMIT: global element that is written */
} step;

typedef VEC(step) run; /* all zero: no steps */

/* ---- private.c: what needs no buffer ----
 * Sets out[e] for each global element e (program.global_count of them) that is relaxed, but that at most one process ever
 * accesses in every run: its stores may go to memory at once without changing any verdict on the other locations. A place that a
 * property reads as EXPR_MEMORY or EXPR_VIEW must not be treated so: pass those expressions. None is set where program.buffers_all. */
void program_find_private(const program *p, const expr *const *conditions, size_t condition_count, bool *out);

#endif
