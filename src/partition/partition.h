/* partition.h: a program with bounded buffers as a transition system on vectors of one length, its transitions in groups.
 *
 * This is the view that model checkers with a partitioned next-state interface have. A vector says which processes exist, then comes the row of slots
 * (step/rows.h), padded with zeros to the length of the longest. A group is what the process at one position does: its steps, or its commits; where the
 * program asks for `timeout`, one more group has the steps that are possible for no other reason. For each group the *dependencies* say which
 * slots its transitions depend on and which they may change: a group gives the same for all vectors that agree on what it reads, and changes only what it
 * writes. They are answers of the footprint. Labels are conditions on the whole state.
 *
 * A step that violates an assertion, or fails at run time, is a transition to the same vector, with the property's name as its action. */
#ifndef PARTITION_PARTITION_H
#define PARTITION_PARTITION_H

#include <stdbool.h>
#include <stdint.h>

#include "property/safety.h"
#include "step/successors.h"

typedef enum dependency { DEPENDS_NOT = 0, DEPENDS_READ = 1, DEPENDS_WRITE = 2 } dependency; /* bits; what is written is read too */

enum { PARTITION_NO_QUESTION = UINT32_MAX };

typedef struct partition_label {
    const char *name;         /* the property's; of a formula's condition the text of that; or "valid_end_state" */
    property_kind kind;       /* PROPERTY_DEADLOCK: every process may end here. Otherwise the state is bad, or the condition of a formula is true */
    const expr *condition;    /* NULL: of PROPERTY_MUTEX and PROPERTY_DEADLOCK */
    const char *label;        /* of PROPERTY_MUTEX */
    uint32_t question;        /* of the footprints, which the label is a part of; PARTITION_NO_QUESTION: where processes are is all that counts */
    const uint8_t *depends;   /* by slot */
} partition_label;

typedef enum group_kind { GROUP_STEPS, GROUP_COMMITS, GROUP_TIMEOUT } group_kind;

typedef struct partition_group {
    group_kind kind;
    uint32_t position;      /* of the process; not of GROUP_TIMEOUT */
    const uint8_t *depends; /* by slot of the vector: bits of `dependency` */
} partition_group;

typedef struct partition {
    arena *memory;
    const program *program;
    const footprints *footprints;
    const property_list *properties;
    machine machine;          /* with a bound in any case */
    const bool *unbuffered;
    bool grows;               /* processes are created: their slots move */
    uint32_t positions;       /* processes that can be at once */
    uint32_t first_slot;      /* of the row. Before it stands for each position the type of its process plus 1, or 0; nothing where all processes stay for ever */
    uint32_t shared_slots;    /* of the row: those of no process */
    uint32_t length;
    const char **slot_names;
    int32_t *initial;
    VEC(partition_group) groups;
    VEC(partition_label) labels;
    VEC(const char *) actions; /* the properties in their order, then what steps do */
    const uint32_t *first_action; /* by process type: of its edges; then its end, its commit */
} partition;

/* A sentence about why there is none for the program; NULL: there is one. */
const char *partition_refuses(const footprints *f, machine on);

/* The footprints are those of the program and all properties, temporal ones too; both outlive it. NULL where creating the first state fails at run time. */
partition *partition_new(const footprints *f, const property_list *properties, machine on);
void partition_free(partition *p);

/* ---- What a vector leads to: one handle a thread; handles share nothing that changes ---- */
typedef struct partition_handle partition_handle;
typedef void partition_sink(void *data, const int32_t *to, uint32_t action);

partition_handle *partition_open(const partition *p);
void partition_close(partition_handle *h);
/* The vector of the first state; false where creating it fails at run time. */
bool partition_start(partition_handle *h, int32_t *vector);
/* Tells of every transition of the group; returns how many there are. */
uint32_t partition_next(partition_handle *h, uint32_t group, const int32_t *from, partition_sink *sink, void *data);
bool partition_holds(partition_handle *h, uint32_t which, const int32_t *state);

/* ---- depends.c ---- */
/* Groups and labels get their dependencies. `widest` is the shape with all processes, where none is created. */
void partition_find_dependencies(partition *p, const rows *r, const shape *widest);

/* ---- processes.c ---- */
/* How many processes of each type there ever are in a run (by type, in `counts`). False where that has no bound. */
bool partition_count_processes(const footprints *f, arena *memory, uint32_t *counts);

#endif
