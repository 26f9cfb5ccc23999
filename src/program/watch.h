/* watch.h: a program whose ghosts tell where its processes are and what their locals hold.
 *
 * A condition on the whole state may look at control (P@label) and at locals (P:x). The watched program has a ghost for each of these, written by the very
 * steps that change them, so that the same condition looks at globals only. Processes, nodes and edges keep their numbers: a run of the one is a run of
 * the other. */
#ifndef PROGRAM_WATCH_H
#define PROGRAM_WATCH_H

#include "program/program.h"

typedef struct watched {
    program *program;             /* in `memory`; shares with the original what it does not change */
    const expr *const *conditions; /* in the order given */
    uint32_t spare;               /* a ghost with one element, 0 at the start, that no step reads or writes */
} watched;

/* Watches what the conditions look at; NULL, or why that cannot be done: a sentence without a full stop. The program creates no processes. */
const char *program_watch(arena *memory, const program *p, const expr *const *conditions, uint32_t count, watched *out);

#endif
