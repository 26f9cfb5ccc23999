/* export.h: programs as texts in other languages, with store buffers as variables. */
#ifndef EXPORT_EXPORT_H
#define EXPORT_EXPORT_H

#include <stdbool.h>

#include "base/diag.h"
#include "base/strbuf.h"
#include "program/footprint.h"
#include "property/safety.h"

/* A DVE program with the slots of --memory slot as variables: under SC it has as many states and transitions as the program under slot. False, with an error in d,
 * where it cannot be written. */
bool export_dve(const footprints *f, diag *d, strbuf *out);

/* Which processes there are in some state: how many at most, and by place (a position in the stack of processes) and type whether such a process is there. */
typedef struct export_stacks {
    uint32_t height;
    const bool *may_be;
} export_stacks;

/* Plain Promela with the store buffers of the machine as variables: SPIN finds a violation where there is one, and without reduction stores as many states. Where a step can fail at run time,
 * the failure is a state. `stacks`: of all states; NULL: not known, so that they are counted. The same. */
bool export_promela(const footprints *f, const property_list *properties, machine on, const export_stacks *stacks, diag *d, strbuf *out);

#endif

