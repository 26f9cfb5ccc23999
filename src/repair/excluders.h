/* excluders.h: which candidates rule a run out.
 *
 * A run here is one of the program without any candidates (the bare one). With a set of candidates, none of which rules it out, the program still has it, up to the
 * steps of fences: docs/REPAIR.md. */
#ifndef REPAIR_EXCLUDERS_H
#define REPAIR_EXCLUDERS_H

#include <stdbool.h>
#include <stdint.h>

#include "program/program.h"
#include "program/step.h"

typedef struct repair_programs {
    const program *full; /* with its candidates */
    const program *bare; /* with none of them */
    machine machine;
} repair_programs;

/* Flags by candidate. The run is one of the bare program. `looks_everywhere`: the property looks at every state of the run, not at its end alone. */
void excluders_find(const repair_programs *of, const run *steps, uint32_t loop, bool looks_everywhere, bool *out);

#endif
