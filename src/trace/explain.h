/* explain.h: what in a trace a person should look at: reads that overtook a store, and the whole story in words. */
#ifndef TRACE_EXPLAIN_H
#define TRACE_EXPLAIN_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/strbuf.h"
#include "property/safety.h"
#include "trace/trace.h"

/* What came out of a process while an older store of it to another location was still waiting. */
typedef enum overtake_by {
    BY_LOAD,    /* it read memory */
    BY_COMMIT,  /* (PSO) a later store of it reached memory */
    BY_GHOST,   /* it wrote outside of relaxed memory */
    BY_MESSAGE  /* it sent or received */
} overtake_by;

typedef struct trace_overtake {
    bool found;               /* false: the step overtakes nothing, and the rest means nothing */
    uint32_t step;            /* that overtakes */
    overtake_by by;
    uint32_t element;         /* what was read, committed or written; no meaning for a message */
    int32_t value;
    trace_store store;        /* the delayed one */
    uint32_t missed;          /* the last step of another process that read the old value meanwhile; step_count: none */
} trace_overtake;

/* Did an access of relaxed memory overtake a store? Ghosts and messages are told only where they matter. */
static inline bool overtake_is_access(const trace_overtake *o)
{
    return o->found && (o->by == BY_LOAD || o->by == BY_COMMIT);
}

/* The last step in which another process read the old value of a delayed store; step_count: none. */
uint32_t trace_find_missed(const trace *t, const char *owner, const trace_store *store);

/* For every step what it overtakes; where it passes several stores, one that another process missed, if there is one. */
const trace_overtake *trace_find_overtakes(arena *memory, const trace *t);

/* The state before a step. */
const trace_step *trace_before(const trace *t, uint32_t at);

/* "x = 1", "want[0] = 2" by a global element. */
void trace_element_text(const trace *t, uint32_t element, int32_t value, const char *between, strbuf *out);

/* "step 4, line 12". */
void trace_add_place(const trace *t, uint32_t at, strbuf *out);

/* ---- explain_loop.c: runs that never end ---- */
/* What comes again and again, what is so all the while, who waits where and who passes by. */
void trace_explain_loop(const trace *t, const property *p, strbuf *out);
/* Stores that wait in their buffers throughout the loop; false: there are none. */
bool trace_tell_late_stores(const trace *t, strbuf *out);

/* ---- advice.c: delayed stores, and what rules this run out ---- */
/* Every fence that is named excludes the course of the run (course.h). */
void trace_advise(const trace *t, const trace_overtake *overtakes, const property_list *properties, strbuf *out);

/* One paragraph: what went wrong, which store was still waiting when the old value was read, and where a fence would help. */
void trace_explain(const trace *t, const trace_overtake *overtakes, const property_list *properties, const diag *sources, strbuf *out);

#endif
