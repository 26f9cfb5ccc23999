/* pso_barriers.c: partial store order with store-store barriers.
 *
 * The stores of a process fall into stages, divided by its barriers; a store may be committed when it is the oldest of its location and no
 * earlier stage has a store left. Stages count from 0, the earliest that has a store, so that equal buffers are equal rows. Cells: the stage of the
 * next store, then for each location the number of stores, `bound` values, oldest first, and `bound` stages of these stores. */
#include <stddef.h>

#include "memory/memory.h"

static uint32_t cell_count(uint32_t locations, uint32_t bound)
{
    return 1 + locations * (1 + 2 * bound);
}

static uint32_t count_cell(uint32_t bound, location_ref location)
{
    return 1 + location.index * (1 + 2 * bound);
}

static cell_role role(uint32_t locations, uint32_t bound, uint32_t position, location_ref *location)
{
    (void)locations;
    *location = LOCATION_VARIES;
    if (position == 0)
        return CELL_COUNT;
    uint32_t within = (position - 1) % (1 + 2 * bound);
    if (within > bound)
        return CELL_COUNT; /* a stage: a small number too */
    location->index = (position - 1) / (1 + 2 * bound);
    return within == 0 ? CELL_COUNT : CELL_VALUE;
}

static int32_t get(const buffer_cells *cells, uint32_t position)
{
    return cells->get(cells->data, position);
}

static void set(const buffer_cells *cells, uint32_t position, int32_t value)
{
    if (get(cells, position) != value)
        cells->set(cells->data, position, value);
}

static uint32_t count_of(const buffer_cells *cells, location_ref location)
{
    return (uint32_t)get(cells, count_cell(cells->bound, location));
}

static bool pending(const buffer_cells *cells, location_ref location, int32_t *value)
{
    uint32_t count = count_of(cells, location);
    if (count)
        *value = get(cells, count_cell(cells->bound, location) + count);
    return count > 0;
}

static bool store(const buffer_cells *cells, buffered_store s)
{
    uint32_t first = count_cell(cells->bound, s.location), count = count_of(cells, s.location);
    if (count == cells->bound)
        return false;
    set(cells, first + count + 1, s.value);
    set(cells, first + cells->bound + count + 1, get(cells, 0));
    set(cells, first, (int32_t)count + 1);
    return true;
}

static bool is_empty(const buffer_cells *cells)
{
    for (location_ref l = {0}; l.index < cells->locations; l.index++)
        if (count_of(cells, l))
            return false;
    return true;
}

/* Begins a new stage, unless the present stage has no store yet. */
static void barrier(const buffer_cells *cells)
{
    int32_t stage = get(cells, 0);
    for (location_ref l = {0}; l.index < cells->locations; l.index++) {
        uint32_t count = count_of(cells, l);
        if (count && get(cells, count_cell(cells->bound, l) + cells->bound + count) == stage) {
            set(cells, 0, stage + 1);
            return;
        }
    }
}

static uint32_t choices(uint32_t locations, uint32_t bound)
{
    (void)bound;
    return locations;
}

/* The earliest stage that has a store becomes 0. */
static void renumber(const buffer_cells *cells)
{
    int32_t least = get(cells, 0);
    for (location_ref l = {0}; l.index < cells->locations; l.index++) {
        int32_t oldest = count_of(cells, l) ? get(cells, count_cell(cells->bound, l) + cells->bound + 1) : least;
        least = oldest < least ? oldest : least;
    }
    if (!least)
        return;
    set(cells, 0, get(cells, 0) - least);
    for (location_ref l = {0}; l.index < cells->locations; l.index++)
        for (uint32_t k = 1; k <= count_of(cells, l); k++) {
            uint32_t at = count_cell(cells->bound, l) + cells->bound + k;
            set(cells, at, get(cells, at) - least);
        }
}

static bool commit(const buffer_cells *cells, uint32_t choice, buffered_store *s)
{
    location_ref of = {choice};
    uint32_t values = count_cell(cells->bound, of), stages = values + cells->bound, count = count_of(cells, of);
    if (count == 0 || get(cells, stages + 1))
        return false;
    *s = (buffered_store){of, get(cells, values + 1)};
    for (uint32_t i = 1; i < count; i++) {
        set(cells, values + i, get(cells, values + i + 1));
        set(cells, stages + i, get(cells, stages + i + 1));
    }
    set(cells, values + count, 0);
    set(cells, stages + count, 0);
    set(cells, values, (int32_t)count - 1);
    renumber(cells);
    return true;
}

const memory_model memory_pso_barriers = {
    .has_buffers = true, .cell_count = cell_count, .role = role,
    .word_cells = cell_count,
    .pending = pending, .store = store, .is_empty = is_empty, .barrier = barrier, .choices = choices, .commit = commit,
};
