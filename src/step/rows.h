/* rows.h: how a state of the program becomes a row of slots.
 *
 * A *shape* is the stack of processes that exist; it fixes which slots there are: globals, channels, then for each process its control
 * location, locals, own channels and store buffer. Pushing a process only appends slots. How an engine keeps rows is its own matter. */
#ifndef STEP_ROWS_H
#define STEP_ROWS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/vec.h"
#include "memory/memory.h"
#include "program/footprint.h"
#include "program/program.h"
#include "program/step.h"

typedef struct process_slots {
    uint32_t type;
    uint32_t pc, locals, buffer; /* first slots */
    uint32_t first_channel;      /* number of its first own channel */
} process_slots;

typedef struct channel_slots {
    const channel *declaration;
    uint32_t first; /* the length, then capacity messages of field_count values; nothing for a rendezvous channel */
} channel_slots;

typedef struct shape shape;
struct shape {
    uint32_t id;   /* its index in rows.shapes */
    shape *parent;
    shape **child; /* by process type */
    uint32_t process_count, channel_count, slot_count;
    const process_slots *process;
    const channel_slots *channel;
};

static inline const process_slots *shape_process(const shape *s, process_ref process)
{
    return &s->process[process.index];
}

/* What one process type does with relaxed memory. */
typedef struct type_stores {
    uint32_t count;          /* locations that a process of the type may store to through a buffer */
    const uint32_t *element; /* their global elements */
    const location_ref *location; /* of each global element; LOCATION_NONE: the type stores nothing there through a buffer */
    location_ref barrier;    /* where words of stores are kept: the last location, which stands for barriers (element global_count); or LOCATION_NONE */
} type_stores;

static inline uint32_t stores_element(const type_stores *s, location_ref location)
{
    return s->element[location.index];
}

typedef struct rows {
    arena *memory;
    const program *program;
    machine machine;
    const memory_model *buffers;
    uint32_t bound;            /* stores a buffer */
    bool cuts;                 /* a run in which a store meets the bound is given up there, as if it had gone on elsewhere */
    const bool *unbuffered;    /* global elements whose stores go to memory at once */
    const type_stores *stores; /* by process type */
    value_list **values;       /* by process type and location: for buffers that are sets of values */
    VEC(shape *) shapes;       /* those met so far; a parent comes before its children */
    bool **taken;              /* by process type and edge: it was taken in some row that somebody asked about */
    bool has_timeout;
    uint32_t holder;           /* the slot that says who is inside an atomic block: its position plus one; ROWS_NO_SLOT: blocks are gone through at once */
} rows;

enum { ROWS_NO_SLOT = UINT32_MAX };

/* `buffers` says how pending stores are kept; its bound is the machine's. */
rows *rows_new(const footprints *f, machine on, const memory_model *buffers, const bool *unbuffered);
/* The same rows once more, with the shapes that the others have by now: for a thread of its own. Which edges were taken is not copied. */
rows *rows_again(const rows *r, const footprints *f);
/* Edges that were taken in the other rows of the same program. */
void rows_take_over(rows *r, const rows *other);
void rows_free(rows *r);
/* From now on states inside atomic blocks are rows too. Called before anything else. */
void rows_stop_in_blocks(rows *r);

/* The step takes its edge, and that of its partner, in a row with this shape. */
static inline void rows_note_taken(rows *r, const shape *in, const step *s)
{
    r->taken[in->process[s->process].type][s->edge] = true;
    if (s->partner >= 0)
        r->taken[in->process[s->partner].type][s->partner_edge] = true;
}

/* The shape of no process, and that of a stack with one process more. */
shape *rows_root(rows *r);
shape *rows_push(rows *r, shape *s, uint32_t type);

#endif
