/* pso.c: partial store order. One first-in first-out buffer a process and location.
 *
 * Cells: for each location the number of stores, then `bound` values, oldest first.
 *
 * And the memory model of V. Havel's thesis (slot): of each process and location there is at most one pending store, and a second one takes its place. Its cells
 * are those of PSO with a bound of 1: a mark that the slot is in use, and its value. */
#include <stddef.h>

#include "memory/memory.h"

static uint32_t cell_count(uint32_t locations, uint32_t bound)
{
    return locations * (1 + bound);
}

static cell_role role(uint32_t locations, uint32_t bound, uint32_t position, location_ref *location)
{
    (void)locations;
    location->index = position / (1 + bound);
    return position % (1 + bound) == 0 ? CELL_COUNT : CELL_VALUE;
}

/* A location's buffer. */
static uint32_t word_cells(uint32_t locations, uint32_t bound)
{
    (void)locations;
    return 1 + bound;
}

static uint32_t count_cell(const buffer_cells *cells, location_ref location)
{
    return location.index * (1 + cells->bound);
}

static bool pending(const buffer_cells *cells, location_ref location, int32_t *value)
{
    uint32_t first = count_cell(cells, location);
    uint32_t count = (uint32_t)cells->get(cells->data, first);
    if (count)
        *value = cells->get(cells->data, first + count);
    return count > 0;
}

static bool store(const buffer_cells *cells, buffered_store s)
{
    uint32_t first = count_cell(cells, s.location);
    uint32_t count = (uint32_t)cells->get(cells->data, first);
    if (count == cells->bound)
        return false;
    cells->set(cells->data, first + count + 1, s.value);
    cells->set(cells->data, first, (int32_t)count + 1);
    return true;
}

static bool overwrite(const buffer_cells *cells, buffered_store s)
{
    uint32_t first = count_cell(cells, s.location);
    cells->set(cells->data, first, 1);
    cells->set(cells->data, first + 1, s.value);
    return true;
}

static bool is_empty(const buffer_cells *cells)
{
    for (location_ref l = {0}; l.index < cells->locations; l.index++)
        if (cells->get(cells->data, count_cell(cells, l)))
            return false;
    return true;
}

static uint32_t choices(uint32_t locations, uint32_t bound)
{
    (void)bound;
    return locations;
}

static bool commit(const buffer_cells *cells, uint32_t choice, buffered_store *s)
{
    location_ref of = {choice};
    uint32_t first = count_cell(cells, of);
    uint32_t count = (uint32_t)cells->get(cells->data, first);
    if (count == 0)
        return false;
    *s = (buffered_store){of, cells->get(cells->data, first + 1)};
    for (uint32_t i = 1; i < count; i++)
        cells->set(cells->data, first + i, cells->get(cells->data, first + i + 1));
    cells->set(cells->data, first + count, 0);
    cells->set(cells->data, first, (int32_t)count - 1);
    return true;
}

const memory_model memory_pso = {
    .has_buffers = true, .cell_count = cell_count, .role = role, .word_cells = word_cells,
    .pending = pending, .store = store, .is_empty = is_empty, .choices = choices, .commit = commit,
};

const memory_model memory_slot = {
    .has_buffers = true, .cell_count = cell_count, .role = role, .word_cells = word_cells,
    .pending = pending, .store = overwrite, .is_empty = is_empty, .choices = choices, .commit = commit,
};
