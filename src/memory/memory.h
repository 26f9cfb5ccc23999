/* memory.h: what a store, a load, a fence and a commit do, for one process, under each memory model.
 *
 * A process's buffer is a row of integer cells that somebody else keeps. The cells of a model are named by their position from 0;
 * unused cells are 0, so that equal buffers are equal rows. Locations are numbered from 0 within the process: only those that the process may
 * store to count. One constant table entry a model. */
#ifndef MEMORY_MEMORY_H
#define MEMORY_MEMORY_H

#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"
#include "program/footprint.h"
#include "program/step.h"

/* The values that were ever stored to a location, for a model that keeps sets of them: a value's index here is its number. */
typedef VEC(int32_t) value_list;

/* Access to the cells; `get` and `set` take a position from 0 to cell_count - 1. */
typedef struct buffer_cells {
    int32_t (*get)(void *data, uint32_t position);
    void (*set)(void *data, uint32_t position, int32_t value);
    void *data;
    uint32_t locations; /* that the process may store to */
    uint32_t bound;     /* stores that one buffer holds; at least 1 */
    value_list *values; /* of each location; grows */
} buffer_cells;

/* A location of a process: of the global elements that its type may store to, the one with this number. */
typedef struct location_ref {
    uint32_t index;
} location_ref;

/* No location: the process never stores to the element; which one it is differs from state to state. */
#define LOCATION_NONE ((location_ref){UINT32_MAX})
#define LOCATION_VARIES ((location_ref){UINT32_MAX - 1})

static inline bool location_is(location_ref a, location_ref b)
{
    return a.index == b.index;
}

typedef enum cell_role { CELL_COUNT, CELL_LOCATION, CELL_VALUE } cell_role;

typedef struct buffered_store {
    location_ref location;
    int32_t value;
} buffered_store;

typedef struct memory_model {
    bool has_buffers;

    uint32_t (*cell_count)(uint32_t locations, uint32_t bound);
    /* What a cell holds; of a CELL_VALUE, *location is the location whose value it is, or LOCATION_VARIES. */
    cell_role (*role)(uint32_t locations, uint32_t bound, uint32_t position, location_ref *location);

    /* NULL: whoever reads a cell reads that cell alone. Otherwise cells come in words, each of as many cells as this says, the first a CELL_COUNT;
     * whoever reads or writes one cell reads most cells of its word. */
    uint32_t (*word_cells)(uint32_t locations, uint32_t bound);

    /* True with the youngest pending value of the location; false when none is pending. */
    bool (*pending)(const buffer_cells *cells, location_ref location, int32_t *value);
    /* Appends a store; false when the buffer is full. */
    bool (*store)(const buffer_cells *cells, buffered_store store);
    bool (*is_empty)(const buffer_cells *cells);
    /* Stores made from now on are committed after those pending now. NULL: they are in any case. */
    void (*barrier)(const buffer_cells *cells);
    /* Takes out the oldest store that may be committed next for `choice`; false when there is no such store. Choices are 0..choices()-1. */
    uint32_t (*choices)(uint32_t locations, uint32_t bound);
    bool (*commit)(const buffer_cells *cells, uint32_t choice, buffered_store *store);

    /* NULL but for some approximations. After a step of the process: takes out a store that has to be committed at once; false when
     * there is no such store. */
    bool (*forced)(const buffer_cells *cells, buffered_store *store);
    /* Where a load may see one of several pending values: how many these are, and in *value the one with the number `which`. */
    uint32_t (*candidates)(const buffer_cells *cells, location_ref location, uint32_t which, int32_t *value);
} memory_model;

extern const memory_model memory_sc, memory_tso, memory_pso, memory_slot, memory_tso_om, memory_tso_fc, memory_tso_fcany, memory_tso_us;
/* Not to be asked for by name: PSO for programs with barriers, and the views of view.c. */
extern const memory_model memory_pso_barriers, memory_view;

/* The model for this program, which may have barriers. */
const memory_model *memory_model_for(memory_kind kind, const footprint *of_program);

#endif
