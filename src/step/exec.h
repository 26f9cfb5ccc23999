/* exec.h: the steps of a program, on a row of slots.
 *
 * exec_process takes every step that one process can take from the current state, goes on through atomic blocks until the
 * process comes to rest, and tells a sink of each resulting state; the row is as before when it returns. It notes every slot that
 * was read, so that its results can be remembered for all states that agree on these (memo.h). */
#ifndef STEP_EXEC_H
#define STEP_EXEC_H

#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"
#include "step/model.h"
#include "program/step.h"
#include "property/safety.h"

typedef struct exec exec;

typedef struct exec_sink {
    /* A state at rest has been reached: it is in the exec's row. False stops everything. */
    bool (*rest)(void *data, exec *x);
    /* The step under way violates a property (an assertion, a run-time error, an overflow). False stops everything. */
    bool (*violation)(void *data, exec *x, uint32_t property);
    void *data;
} exec_sink;

typedef struct undo {
    uint32_t slot;
    int32_t value;
} undo;

/* One point in the course of an atomic block where the holder has alternatives. */
typedef struct exec_frame {
    shape *shape;
    size_t undo_mark, trail_mark;
    uint32_t process;        /* who moves */
    uint32_t next_edge;      /* position among the edges of its node */
    uint32_t partner, partner_edge; /* where the search for a receiver goes on; partner UINT32_MAX: not searching */
    uint8_t partner_priority;
    uint8_t priority;        /* of the escape that was possible; 0: none */
    uint32_t d_step;         /* the block that the last possible edge enters; 0: none */
    hold_kind hold;          /* how the process came here; HOLD_NONE: from a state at rest */
    bool moved;              /* some edge was possible */
    bool done;
} exec_frame;

/* Which of the pending values of a location a process sees, where its memory model leaves it open. */
typedef struct exec_view {
    uint32_t process, location, chosen, count;
} exec_view;

struct exec {
    model *model;
    const property_list *properties;
    shape *shape;
    int32_t *slots;
    size_t slot_capacity;
    VEC(undo) undos;
    VEC(step) trail;         /* the steps taken since the state at rest */
    VEC(exec_frame) frames;
    VEC(exec_view) views;    /* chosen in the step under way */
    VEC(uint32_t) reads;     /* slots read since exec_begin */
    VEC(uint32_t) writes;    /* slots written since exec_begin, undone or not */
    uint32_t *read_epoch, *write_epoch; /* of each slot */
    uint32_t epoch;
    uint32_t only_partner;   /* the one process that may receive in a rendezvous; EXEC_ANYBODY, EXEC_NOBODY */
    uint32_t self;           /* process whose view counts; UINT32_MAX: none, memory counts */
    bool timeout;            /* value of `timeout` */
    bool met_bound;          /* a store met a full buffer */
    const exec_sink *sink;
    step current;            /* the step whose effects are under way, while in_step */
    bool in_step;
    bool stopped;
    eval_state error;        /* of the last run-time error */
    const char *error_text;  /* where it is not an eval error */
    source_location error_where;
    struct held_set *held;
};

enum { EXEC_ANYBODY = UINT32_MAX, EXEC_NOBODY = UINT32_MAX - 1 };

void exec_init(exec *x, model *m, const property_list *properties);
void exec_release(exec *x);

/* Puts the program's first state into the row. False when creating a process failed at run time (the error is in x). */
bool exec_initial(exec *x);
void exec_load(exec *x, shape *s, const uint64_t *words);
/* Makes the row long enough for the shape, for one who fills it by hand. */
void exec_prepare(exec *x);

/* Forgets what was read. */
void exec_begin(exec *x);

/* All steps of a process, and its removal. True when it has any. */
bool exec_process(exec *x, uint32_t process, bool timeout, const exec_sink *sink);
/* Whether it has any, without a timeout. Forgets what was read. */
bool exec_has_step(exec *x, uint32_t process);
/* Single steps, not followed through blocks: for each one `visit` is called with the row after it and who holds atomicity then
 * (HOLD_NONE: nobody). `error` says that the step ended in a run-time error instead. `hold` is how the process came where it is: in
 * d_step only the first step is taken. True when there is any. */
typedef void exec_visit(void *data, exec *x, bool error, hold_kind hold, uint32_t holder);
bool exec_each_step(exec *x, uint32_t process, hold_kind hold, const exec_sink *sink, exec_visit *visit);
/* All commits of a process. True when it has any. */
bool exec_commits(exec *x, uint32_t process, const exec_sink *sink);

/* The value of a condition on the whole state. */
int32_t exec_condition(exec *x, const expr *e);
/* Whether a guard is true in the view of the process; false on a run-time error. */
bool exec_guard(exec *x, uint32_t process, const expr *guard);
/* How many processes are at a node labelled so. */
uint32_t exec_count_at(exec *x, const char *label);
uint32_t exec_node(exec *x, uint32_t process);

#endif
