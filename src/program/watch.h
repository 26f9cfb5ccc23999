/* watch.h: a program whose ghosts tell where its processes are, what their locals hold, and what they would read.
 *
 * A condition on the whole state may look at control (P@label), at locals (P:x) and at views. The watched program has a ghost for each of these, written by the very
 * steps that change them, so that the same condition looks at globals only. Processes, nodes and edges keep their numbers: a run of the one is a run of
 * the other. What a process would read changes by its own steps, which write the ghost, and when memory is changed by another while nothing of its own is pending there:
 * whoever takes such steps must write the ghost then (watched.views). */
#ifndef PROGRAM_WATCH_H
#define PROGRAM_WATCH_H

#include "program/program.h"

/* `ghost` has what the process at this position would read of `element`. */
typedef struct watched_view {
    uint32_t process, element, ghost;
} watched_view;

typedef struct watched {
    program *program;             /* in `memory`; shares with the original what it does not change */
    const expr *const *conditions; /* in the order given */
    const expr *looked_at;        /* looks at all that the conditions do, and at memory where they look at a view */
    watched_view *views;
    uint32_t view_count;
    uint32_t spare;               /* a ghost with one element, 0 at the start, that no step reads or writes */
} watched;

/* Watches what the conditions look at; NULL, or why that cannot be done: a sentence without a full stop. */
const char *program_watch(arena *memory, const program *p, const expr *const *conditions, uint32_t count, watched *out);

#endif
