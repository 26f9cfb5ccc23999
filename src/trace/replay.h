/* replay.h: a small interpreter of programs with store buffers, for src/trace and for walks by hand (library/stepper.h).
 *
 * It executes one given step at a time and refuses those that the program cannot take. It is written to be read beside the
 * meaning of statements, and shares no code with src/memory or src/engine: a mistake there cannot confirm itself here. */
#ifndef TRACE_REPLAY_H
#define TRACE_REPLAY_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "program/program.h"
#include "program/step.h"
#include "trace/exempt.h"
#include "trace/trace.h"

typedef struct replay_process {
    uint32_t type, instance; /* the instance-th process of its type in this run */
    uint32_t node;
    uint32_t first_local, first_channel; /* its own are the last ones while it is the youngest */
    uint32_t barriers;       /* that it has passed */
} replay_process;

typedef struct replay_pending {
    uint32_t process, element;
    int32_t value;
    uint32_t step; /* that stored it */
    uint32_t barriers; /* that the process had passed before */
} replay_pending;

typedef struct replay_channel {
    const channel *type;
    uint32_t count, first_slot; /* messages, oldest first, each of field_count slots; slots without one are 0 */
} replay_channel;

/* Processes, their locals and their channels are stacks: only the youngest is ever removed. All pending stores of all
 * processes are one list in the order in which they were made. */
typedef struct replay_state {
    VEC(int32_t) globals;
    VEC(int32_t) locals;
    VEC(int32_t) slots;
    VEC(uint32_t) created; /* a type: how many processes of it there ever were */
    VEC(replay_process) processes;
    VEC(replay_pending) pending;
    VEC(replay_channel) channels;
    int32_t holder;        /* who alone may go on; -1: anybody */
    hold_kind hold;
    bool timeout;          /* no step is possible but one that waits for this */
} replay_state;

/* What one step did, for the trace. */
typedef struct replay_seen {
    VEC(trace_read) reads;
    int64_t element;       /* first global element written; -1: none */
    int32_t value;
    bool relaxed;          /* that element is relaxed */
    VEC(const effect *) failed; /* assertions that did not hold */
    strbuf printed;
} replay_seen;

typedef enum replay_result {
    STEP_DONE,
    STEP_IMPOSSIBLE, /* the state is as before; `why` says why */
    STEP_ERROR,      /* a run-time error: the run ends; `why` says what, `where` where */
    STEP_OVERFLOW    /* a store met a full buffer where that is an error: the run ends */
} replay_result;

typedef struct replay {
    const program *program;
    machine machine;
    exempt *exempt;              /* elements whose stores go to memory at once; NULL: none, as in every trace */
    arena *memory;               /* of `why` and other small things, until replay_release */
    uint32_t step;               /* number of the next step */
    replay_state now, next, scratch;
    replay_seen seen;            /* of the last step */
    bool looked_out;             /* some answer since this was false has depended on what processes other than those of the step are doing */
    uint32_t left_out;           /* processes that the last sync did not wait for, a bit for each position */
    const char *why;
    source_location where;
} replay;

/* The initial state. STEP_ERROR where creating the first processes fails already. */
replay_result replay_init(replay *r, const program *p, machine on, exempt *left_out);
void replay_release(replay *r);

/* Takes the step if it is possible. */
replay_result replay_take(replay *r, const step *taken);
/* The same, and the buffer of the process is written to memory in that step: inside a block a fence follows. */
replay_result replay_take_flushing(replay *r, const step *taken);
/* The same, but whoever holds atomicity keeps it though it may be blocked, and `timeout` is left alone. */
replay_result replay_take_unsettled(replay *r, const step *taken);

/* The same for a step of a run, of which the one before ended with *last; false with a sentence in `why` where the run cannot go on so. `number` counts from 0. */
bool replay_follow(replay *r, replay_result *last, const step *taken, size_t number, strbuf *why);

/* In the present state: */
bool replay_can_move(replay *r, uint32_t process); /* the process has a step to take, in a rendezvous as receiver and its removal too; that others may hold atomicity aside */
bool replay_is_stuck(replay *r);                /* no step is possible, nor a commit */
bool replay_is_inside_d_step(const replay *r);
bool replay_is_deadlock(replay *r);             /* no step is possible, and somebody is not at a valid end */
bool replay_is_final(replay *r);                /* everybody has ended or waits at a valid end, and no store is pending */
bool replay_is_open(const replay *r);           /* nobody holds atomicity: conditions on states are judged */
bool replay_is_true(replay *r, const expr *e);  /* a condition on the whole state; false where it cannot be evaluated */
bool replay_at_label_together(const replay *r, const char *name);

/* What is wrong at the end of a run, in the sense of a property that is judged there; NULL: nothing. `last` is how its last step went. In trace.c. */
const char *trace_violation(arena *memory, replay *r, replay_result last, const property_list *properties, property_ref violated);

/* What a step was that has just been taken by that edge. In trace.c. */
trace_kind trace_kind_of_edge(const edge *e, const replay_seen *seen);

/* ---- possible.c ---- */
/* Calls `visit` for every step that is possible in the present state, after it: r is where it leads, `result` how it went (an error counts: taking the step is how
 * it comes to light). Afterwards r is as before. Processes come in their order, each with its statements as they are written, then its commits. */
typedef void replay_visit(void *data, replay *r, const step *taken, replay_result result);
void replay_each_possible(replay *r, replay_visit *visit, void *data);

/* ---- replay_state.c ---- */
void replay_state_copy(replay_state *to, const replay_state *from);
void replay_state_release(replay_state *s);
/* All of the state that a program or the machine can tell, as numbers: two states go on alike when they have the same. How processes are called and when their
 * pending stores were made is not among it, nor is, where each location has a buffer, the order of stores to different locations between two barriers. */
typedef VEC(int32_t) replay_essence;
void replay_get_essence(const replay *r, const replay_state *s, replay_essence *out);
bool replay_is_same(const replay_essence *a, const replay_essence *b);
void replay_seen_clear(replay_seen *seen);
void replay_seen_release(replay_seen *seen);
void replay_seen_keep_reads(replay_seen *seen);

bool replay_is_buffered(const replay *r, uint32_t element);
/* What the process would read: its own newest pending store, else memory. */
int32_t replay_view(const replay_state *s, uint32_t process, uint32_t element, bool *from_buffer);
uint32_t replay_pending_count(const replay_state *s, uint32_t process);
/* The oldest pending store of the process (to the element, where it is not negative); -1: none. */
int64_t replay_oldest(const replay_state *s, uint32_t process, int64_t element);
/* How many stores wait in the buffer of the process in which those to the element do. */
uint32_t replay_count_pending(const replay *r, uint32_t process, uint32_t element);
/* Writes a pending store to memory. */
void replay_commit(replay_state *s, size_t pending);
bool replay_buffer_is_full(const replay *r, const replay_state *s, uint32_t process, uint32_t element);

void replay_add_channel(replay_state *s, const channel *type);
/* A new youngest process at its first node, with its channels; all locals are 0. */
void replay_add_process(replay_state *s, const program *p, uint32_t type);
/* Messages: slots of the index-th one; insert and remove shift the later ones. */
int32_t *replay_message(const replay_state *s, uint32_t channel, uint32_t index);
void replay_insert_message(replay_state *s, uint32_t channel, uint32_t index, const int32_t *values);
void replay_remove_message(replay_state *s, uint32_t channel, uint32_t index);

/* Removes the youngest process with its locals and channels. */
void replay_remove_youngest(replay_state *s);

/* ---- replay_effect.c: evaluation and effects ---- */

/* Whoever evaluates: a process, or NOBODY (a condition on the whole state). */
typedef struct replay_actor {
    replay *r;
    replay_state *s;
    uint32_t process;
    replay_seen *seen;  /* NULL: nobody looks */
    eval_state error;
} replay_actor;

int32_t replay_eval(replay_actor *a, const expr *e);
/* STEP_ERROR from what the actor's evaluation met. */
replay_result replay_fail_eval(replay_actor *a);
replay_result replay_fail(replay *r, source_location where, const char *what);

/* A new process with its arguments; locals are initialised. */
replay_result replay_create(replay_actor *creator, uint32_t type, const int32_t *arguments, source_location where);

/* One effect of an edge, channel operations on rendezvous channels aside (these are impossible alone). */
replay_result replay_effect(replay_actor *a, const effect *f);

/* The channel of a send or receive: its index. STEP_ERROR where there is none. */
replay_result replay_find_channel(replay_actor *a, const effect *f, uint32_t *index);
/* The values that a send puts into the channel, wrapped to its fields; `field_count` of them. */
replay_result replay_build_message(replay_actor *a, const effect *f, const channel *type, int32_t *values);
/* Takes over a message that a receive's patterns fit; STEP_IMPOSSIBLE where they do not. */
replay_result replay_take_message(replay_actor *a, const effect *f, const int32_t *values);

#endif
