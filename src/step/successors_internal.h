/* successors_internal.h: what successors.c, effects.c, channels.c and values.c share. */
#ifndef STEP_SUCCESSORS_INTERNAL_H
#define STEP_SUCCESSORS_INTERNAL_H

#include "step/successors.h"

typedef enum outcome {
    OUTCOME_DONE,
    OUTCOME_BLOCKED,   /* not possible now; what was done so far is to be undone */
    OUTCOME_ERROR,     /* a run-time error: x->error, or x->error_text */
    OUTCOME_RENDEZVOUS, /* a send that needs a receiver */
    OUTCOME_CUT        /* possible, but beyond the bound on buffers: not followed */
} outcome;

/* The error text of a store that met a full buffer under --overflow error. */
extern const char overflow_text[];

void successors_reserve_slots(successors *x);

static inline int32_t slot_get(successors *x, uint32_t slot)
{
    if (x->read_epoch[slot] != x->epoch) {
        x->read_epoch[slot] = x->epoch;
        vec_push(&x->reads, slot);
    }
    return x->slots[slot];
}

static inline void slot_set(successors *x, uint32_t slot, int32_t value)
{
    if (x->write_epoch[slot] != x->epoch) {
        x->write_epoch[slot] = x->epoch;
        vec_push(&x->writes, slot);
    }
    vec_push(&x->undos, ((undo){slot, x->slots[slot]}));
    x->slots[slot] = value;
}

/* ---- values.c ---- */
/* The value of e for x->self; on an error x->error is set. */
int32_t value_of(successors *x, const expr *e);
/* What a process reads from a global element: its youngest pending store, else memory. */
int32_t view_of(successors *x, process_ref process, uint32_t element);

/* ---- buffers.c ---- */
bool buffer_pending(successors *x, process_ref process, uint32_t element, int32_t *value);
bool buffer_is_empty(successors *x, process_ref process);
outcome buffer_store(successors *x, process_ref process, uint32_t element, int32_t value);
/* The element is written in memory, after what the process has pending; where a store takes the place of another, what is pending at the element is lost. */
void buffer_write_through(successors *x, process_ref process, uint32_t element, int32_t value);
void buffer_barrier(successors *x, process_ref process);
/* The store that `choice` takes out reaches memory; false when there is none. */
bool commit_one(successors *x, process_ref process, uint32_t choice, uint32_t *element);
/* The same for one that has to be committed at once. */
bool forced_commit(successors *x, process_ref process, uint32_t *element);
/* Where a load may see several pending values: makes x->views the next combination for the step that they were chosen in. False, and
 * there are none, after the last. */
bool next_view(successors *x);
/* All of a process's stores reach memory. */
void buffer_flush(successors *x, process_ref process);

/* ---- effects.c ---- */
outcome effect_apply(successors *x, const effect *e);
/* What a place of the type keeps of the value; false, and an error, where it must fit and does not. */
bool value_is_kept(successors *x, value_type type, int32_t *value, source_location where);
outcome assign(successors *x, const place *target, int32_t value);
outcome create_process(successors *x, uint32_t type, uint32_t argument_count, const int32_t *arguments);

/* ---- successors.c ---- */
/* True while the edge waits for an empty buffer. */
bool edge_must_wait(successors *x, process_ref process, const edge *e);

/* ---- channels.c ---- */
outcome channel_send(successors *x, const effect *e);
outcome channel_receive(successors *x, const effect *e);
bool channel_poll(successors *x, const effect *e, int32_t number);
/* Sender and receiver meet, or BLOCKED where the receiver's edge does not fit. Both move. */
outcome rendezvous(successors *x, process_ref sender, const edge *send, process_ref receiver, const edge *receive);
const channel_slots *channel_find(successors *x, int32_t number);

/* ---- held.c: the states inside an atomic block that this successors_by_steps has been in ---- */
struct held_set *held_set_new(void);
void held_set_free(struct held_set *h);
void held_set_clear(struct held_set *h);
/* False when the present row was added before with the same hold and holder; HOLD_NONE: with the same edge, in place of a holder. */
bool held_set_add(struct held_set *h, const successors *x, uint32_t holder_or_edge, hold_kind hold);

#endif
