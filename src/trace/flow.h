/* flow.h: what became of each store of a trace, and which store each load saw.
 *
 * The events of the literature on weak memory: a write is made in one step and reaches memory in the same step or a later one, or never. The order in which writes
 * reach one location is its coherence order. */
#ifndef TRACE_FLOW_H
#define TRACE_FLOW_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "trace/trace.h"

enum { FLOW_NONE = UINT32_MAX };

typedef struct flow_write {
    const char *process; /* its name, that of trace_step.process */
    uint32_t element;
    int32_t value;
    uint32_t made;       /* the step that stored it */
    uint32_t reached;    /* the step that brought it to memory; FLOW_NONE: it never came there in this trace */
    uint32_t left;       /* the step in which it left its buffer, in favour of a younger store where it did not reach memory; FLOW_NONE: it waits still */
} flow_write;

typedef struct flow_read {
    uint32_t step, element;
    int32_t value;
    uint32_t write;      /* by number; FLOW_NONE: the initial value */
    bool from_buffer;
} flow_read;

typedef struct trace_flow {
    uint32_t write_count, read_count;
    const flow_write *writes; /* in the order in which they were made */
    const flow_read *reads;   /* in the order of the steps */
} trace_flow;

/* Of relaxed locations. Lives in `memory`. */
trace_flow trace_find_flow(arena *memory, const trace *t);

#endif
