/* step.h: a run of a program on a machine, as bare steps.
 *
 * An engine answers with a run; src/trace re-executes it with code of its own and adds what a person wants to see. */
#ifndef PROGRAM_STEP_H
#define PROGRAM_STEP_H

#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"
#include "program/machine.h"
#include "program/program.h"

/* A process: its position in the stack of processes, which is its number minus program.pid_base. Or none; or any one will do. */
typedef struct process_ref {
    uint32_t index;
} process_ref;

enum { NOBODY = UINT32_MAX, ANYBODY = UINT32_MAX - 1 };

static inline bool process_is(process_ref a, process_ref b)
{
    return a.index == b.index;
}

typedef enum step_kind {
    STEP_EDGE,   /* `process` takes `edge`; in a rendezvous that is a send, and `partner` takes `partner_edge` in the same step */
    STEP_COMMIT, /* the oldest store of process (PSO: to `element`) reaches memory */
    STEP_END     /* an ended process, the youngest, is removed */
} step_kind;

typedef struct step {
    step_kind kind;
    uint32_t process;      /* position in the stack of processes */
    uint32_t edge;         /* index into the edges of the process's type */
    int32_t partner;       /* position of the receiver of a rendezvous; -1 otherwise */
    uint32_t partner_edge;
    uint32_t element;      /* STEP_COMMIT: global element that is written */
} step;

typedef VEC(step) run; /* all zero: no steps */

/* Of an infinite run: the step that comes again after the last one. The number of its steps: nothing moves any more, and the last state stays. */
enum { NO_LOOP = UINT32_MAX };

/* Does a sync with these bits not wait for the process at the position? */
static inline bool sync_leaves_out(uint32_t bits, uint32_t position)
{
    return position < 32 && (bits >> position & 1);
}

#endif
