/* excluders.h: which candidates rule a run out.
 *
 * A run here is one of the program without any candidates (the bare one). With a set of candidates, none of which rules it out, the program still has it, up to the
 * steps of fences: docs/REPAIR.md. */
#ifndef REPAIR_EXCLUDERS_H
#define REPAIR_EXCLUDERS_H

#include <stdbool.h>
#include <stdint.h>

#include "program/footprint.h"
#include "program/program.h"
#include "program/step.h"

typedef struct repair_programs {
    const program *full; /* with its candidates */
    const program *bare; /* with none of them */
    const footprints *looks; /* of the full one and all properties */
    const bool *offered;     /* by candidate: it may be chosen */
    machine machine;
} repair_programs;

/* How the property that the run violates looks at it. */
typedef struct run_view {
    bool is_everywhere;      /* at every state of the run, not at its end alone */
    bool is_of_step;         /* at what the last step does, not at the state behind it */
    const footprint *looked; /* at what */
} run_view;

/* Flags by candidate. The run is one of the bare program. */
void excluders_find(const repair_programs *of, const run *steps, uint32_t loop, const run_view *view, bool *out);

#endif
