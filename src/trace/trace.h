/* trace.h: a run, re-executed and annotated for people.
 *
 * trace_build executes the steps with a small store-buffer interpreter of its own (replay.c), which shares no code with the
 * engines or src/memory, and records the whole state after each step. */
#ifndef TRACE_TRACE_H
#define TRACE_TRACE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/strbuf.h"
#include "program/program.h"
#include "program/step.h"
#include "property/safety.h"

/* local load store fence commit atomic ghost sync send receive run end: the JSON's names, in trace_kind_name. */
typedef enum trace_kind {
    TRACE_LOCAL, TRACE_LOAD, TRACE_STORE, TRACE_FENCE, TRACE_COMMIT, TRACE_ATOMIC, TRACE_GHOST, TRACE_SYNC, TRACE_SEND,
    TRACE_RECEIVE, TRACE_RUN, TRACE_END
} trace_kind;

typedef struct trace_store {
    uint32_t element; /* global element */
    int32_t value;
    uint32_t step;    /* index of the step that stored it */
} trace_store;

typedef struct trace_process {
    uint32_t type;
    const char *name;      /* "P", or "P[0]" where the trace has several of its type */
    uint32_t node;
    const int32_t *locals; /* process_type.local_count values */
    uint32_t store_count;  /* the buffer, oldest first (PSO too: in the order of the stores) */
    const trace_store *stores;
} trace_process;

/* Reports show of a long buffer only the oldest and the youngest stores, this many of either; a trace with thousands waiting would be as long squared. */
enum { TRACE_SHOWN_STORES = 16 };

static inline uint32_t trace_hidden_stores(const trace_process *q)
{
    return q->store_count > 2 * TRACE_SHOWN_STORES ? q->store_count - 2 * TRACE_SHOWN_STORES : 0;
}

/* A channel that keeps messages. */
typedef struct trace_channel {
    const channel *type;
    const char *owner;     /* name of the process that it was created with; NULL: it is the program's own */
    uint32_t count;        /* of messages, oldest first */
    const int32_t *values; /* type->field_count of each message */
} trace_channel;

typedef struct trace_read {
    uint32_t element;
    int32_t value;
    bool from_buffer;      /* the own pending store was read, not memory */
} trace_read;

typedef struct trace_step {
    step step;
    trace_kind kind;
    const char *process;   /* name of the process */
    const char *partner;   /* of a rendezvous; NULL otherwise */
    const char *text;      /* the statement; a commit's is "commit x = 1" */
    source_location where;
    int64_t element;       /* global element written, committed or (TRACE_LOAD) first read; -1 where none */
    int32_t value;
    uint32_t read_count;
    const trace_read *reads; /* relaxed globals read by the step */
    const char *printed;   /* what printf said; NULL where nothing */
    /* the state after the step */
    const int32_t *memory; /* program.global_count values */
    uint32_t process_count;
    const trace_process *processes;
    uint32_t channel_count;
    const trace_channel *channels; /* those that keep messages */
} trace_step;

typedef struct trace {
    const program *program;
    machine machine;
    uint32_t step_count;
    const trace_step *steps;
    const trace_step *initial; /* only its state fields are set */
    uint32_t loop;             /* of a run that never ends: the step that comes after the last one; step_count: the last state stays; NO_LOOP: it ends */
    const struct lasso_facts *facts; /* about that loop; NULL: there is none */
    property_ref property;     /* the violated one; NO_PROPERTY: nobody says that any is */
    const bool *alone;         /* by global element: one process alone uses it, so that nobody minds when its stores are late; NULL: not known */
    const char *message;       /* what the last step did wrong: "assertion violated: x == 1", "invalid index 7 ..." */
} trace;

const char *trace_kind_name(trace_kind kind);

/* "q", or "P[0]:q" of a channel that a process was created with. */
void trace_channel_name(const trace_channel *c, strbuf *out);

/* "commit x = 1". */
void trace_commit_text(const program *p, uint32_t element, int32_t value, strbuf *out);

/* Executes the run, whatever it shows. NULL with a reason in `why` when a step is not possible. */
const trace *trace_record(arena *memory, const program *p, machine machine, const run *steps, strbuf *why);

/* Executes the run and confirms that it ends in a violation of the property, or that it never ends and violates a temporal one (lasso.h). NULL with a reason in
 * `why` when a step is not possible or the property is not violated so. Every store to a relaxed location waits in a buffer, and reaches memory by a step of the run. */
const trace *trace_build(arena *memory, const program *p, machine machine, const property_list *properties, property_ref violated, const run *steps,
                         uint32_t loop, strbuf *why);

#endif
