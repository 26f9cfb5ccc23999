/* successors.h: the next-state relation of a program, on a row of slots.
 *
 * One handle holds one row, and answers questions about it: which rows the steps and the commits of a process lead to, what was done on the way and
 * what that violates, what an expression is worth. After each answer the row is as before. Every slot that was looked at or written is noted, so that an
 * answer can be kept for all rows that agree on these. How rows are kept, and which of them are asked about, is the caller's affair; handles on different
 * `rows` share nothing. */
#ifndef STEP_SUCCESSORS_H
#define STEP_SUCCESSORS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"
#include "program/step.h"
#include "property/safety.h"
#include "step/rows.h"

typedef struct successors successors;

typedef struct successors_sink {
    /* A state at rest has been reached: it is in the successors' row. False stops everything. */
    bool (*rest)(void *data, successors *x);
    /* The step under way violates a property (an assertion, a run-time error, an overflow). False stops everything. */
    bool (*violation)(void *data, successors *x, property_ref violated);
    void *data;
    /* The steps of the trail are possible, but lead nowhere: to a run-time error, beyond the bound on buffers, or round in a d_step for ever. NULL: nobody wants to know. */
    void (*lost)(void *data, successors *x);
} successors_sink;

/* For those who only want to know whether there is a step. */
extern const successors_sink successors_nobody;

typedef struct undo {
    uint32_t slot;
    int32_t value;
} undo;

/* One point in the course of an atomic block where the holder has alternatives. */
typedef struct successors_frame {
    shape *shape;
    size_t undo_mark, trail_mark;
    process_ref process;     /* who moves */
    uint32_t next_edge;      /* position among the edges of its node */
    process_ref partner;     /* where the search for a receiver goes on; NOBODY: not searching */
    uint32_t partner_edge;
    uint8_t partner_priority;
    uint8_t priority;        /* of the escape that was possible; 0: none */
    uint32_t d_step;         /* the block that the last possible edge enters; 0: none */
    hold_kind hold;          /* how the process came here; HOLD_NONE: from a state at rest */
    bool moved;              /* some edge was possible */
    bool done;
} successors_frame;

/* Which of the pending values of a location a process sees, where its memory model leaves it open. */
typedef struct successors_view {
    process_ref process;
    location_ref location;
    uint32_t chosen, count;
} successors_view;

struct successors {
    rows *rows;
    const property_list *properties;
    shape *shape;
    int32_t *slots;
    size_t slot_capacity;
    VEC(undo) undos;
    VEC(step) trail;         /* the steps taken since the state at rest */
    VEC(successors_frame) frames;
    VEC(successors_view) views;    /* chosen in the step under way */
    VEC(uint32_t) reads;     /* slots read since successors_begin */
    VEC(uint32_t) writes;    /* slots written since successors_begin, undone or not */
    uint32_t *read_epoch, *write_epoch; /* of each slot */
    uint32_t epoch;
    process_ref only_partner; /* the one process that may receive in a rendezvous; or ANYBODY, or NOBODY */
    process_ref self;        /* whose view counts; NOBODY: memory counts */
    bool timeout;            /* value of `timeout` */
    bool met_bound;          /* a store met a full buffer */
    const successors_sink *sink;
    step current;            /* the step whose effects are under way, while in_step */
    bool in_step;
    bool stopped;
    eval_state error;        /* of the last run-time error */
    const char *error_text;  /* NULL: the error is one of evaluation */
    struct held_set *held;
    uint32_t left_out;       /* processes that the last sync did not wait for, a bit for each position */
};

void successors_init(successors *x, rows *r, const property_list *properties);
void successors_release(successors *x);

/* ---- The row ---- */
/* Puts the program's first state into the row. False when creating a process failed at run time (the error is in x). */
bool successors_initial(successors *x);
void successors_load(successors *x, shape *s, const int32_t *row);
/* The same for one who fills the slots himself: they are the result. */
int32_t *successors_open(successors *x, shape *s);

/* ---- What the row leads to ---- */
/* Forgets what was read and written. */
void successors_begin(successors *x);

/* Takes every step of a process, goes on through atomic blocks until it comes to rest, and tells the sink of each row reached so: x->trail has the steps
 * taken, x->undos the slots written. The removal of a process that has ended is a step too. True when there is any.
 * Where the rows stop in blocks (rows.holder), the process comes to rest after each step that is not inside a d_step; while it can go on in its block the
 * row says so, and only it may be asked for steps. */
bool successors_by_steps(successors *x, process_ref process, bool timeout, const successors_sink *sink);
/* The same for the commits of a process. */
bool successors_by_commits(successors *x, process_ref process, const successors_sink *sink);
/* Whether the process has any step, without a timeout. Forgets what was read. */
bool successors_has_step(successors *x, process_ref process);
/* Single steps, not followed through blocks: for each one `visit` is called with the row after it and who holds atomicity then
 * (HOLD_NONE: nobody). `error` says that the step ended in a run-time error instead. `hold` is how the process came where it is: in
 * d_step only the first step is taken. True when there is any. */
typedef void successors_visit(void *data, successors *x, bool error, hold_kind hold, process_ref holder);
bool successors_each_step(successors *x, process_ref process, hold_kind hold, const successors_sink *sink, successors_visit *visit);

/* ---- Values in the row ---- */
/* The value of an expression as the process sees it; x->error tells whether there is one. */
int32_t successors_value(successors *x, process_ref process, const expr *e);
/* The same for a condition on the whole state, in which a global means memory. */
int32_t successors_condition(successors *x, const expr *e);
/* Whether a guard is true in the view of the process; false on a run-time error. */
bool successors_guard(successors *x, process_ref process, const expr *guard);
/* How many processes are at a node labelled so. */
uint32_t successors_count_at(successors *x, const char *label);
uint32_t successors_node(successors *x, process_ref process);
/* Whether a store of the process to the global element is pending. */
bool successors_pending(successors *x, process_ref process, uint32_t element);

#endif
