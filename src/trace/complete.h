/* complete.h: from the run that an engine gives to one of the machine whose buffers take every store.
 *
 * An engine may let stores to locations that one process alone uses reach memory at once; its run then lacks their commits. They are added here as ordinary steps.
 * Where the run has a loop, this may have to be gone round some times before it closes again; then it is made shorter, if it can be.
 * Nothing rests on this being right: trace_build executes what comes out step by step and knows of no such locations. */
#ifndef TRACE_COMPLETE_H
#define TRACE_COMPLETE_H

#include "trace/trace.h"

/* As trace_build, for a run without the commits of stores to the elements of `left_out` (program.global_count flags, which live as long as
 * the trace). */
const trace *trace_complete(arena *memory, const program *p, machine on, const bool *left_out, const property_list *properties, property_ref violated,
                            const run *steps, uint32_t loop, strbuf *why);

#endif
