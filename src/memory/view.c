/* view.c: a buffer of which only the youngest value of each location is kept.
 *
 * For engines that keep the words of stores elsewhere: a view tells what a process reads and what a flush leaves in memory, and logs the stores of one
 * step. Cells: number of stores logged, `bound` pairs of location and value, then for each location whether a store is pending and its value. The last
 * location may stand for barriers (type_stores.barrier): a barrier is logged as a store to it. A view is no memory model of its own and cannot be asked for by
 * name. */
#include <stddef.h>

#include "memory/memory.h"

static uint32_t cell_count(uint32_t locations, uint32_t bound)
{
    return locations ? 1 + 2 * bound + 2 * locations : 0;
}

static cell_role role(uint32_t locations, uint32_t bound, uint32_t position, location_ref *location)
{
    (void)locations;
    *location = LOCATION_VARIES;
    if (position == 0)
        return CELL_COUNT;
    return position <= 2 * bound && position % 2 ? CELL_LOCATION : CELL_VALUE;
}

static uint32_t pending_cell(const buffer_cells *cells, location_ref location)
{
    return 1 + 2 * cells->bound + 2 * location.index;
}

static bool pending(const buffer_cells *cells, location_ref location, int32_t *value)
{
    uint32_t at = pending_cell(cells, location);
    if (!cells->get(cells->data, at))
        return false;
    *value = cells->get(cells->data, at + 1);
    return true;
}

static bool store(const buffer_cells *cells, buffered_store s)
{
    uint32_t logged = (uint32_t)cells->get(cells->data, 0), at = pending_cell(cells, s.location);
    if (logged == cells->bound)
        return false;
    cells->set(cells->data, 0, (int32_t)logged + 1);
    cells->set(cells->data, 1 + 2 * logged, (int32_t)s.location.index);
    cells->set(cells->data, 2 + 2 * logged, s.value);
    cells->set(cells->data, at, 1);
    cells->set(cells->data, at + 1, s.value);
    return true;
}

static bool is_empty(const buffer_cells *cells)
{
    for (location_ref l = {0}; l.index < cells->locations; l.index++)
        if (cells->get(cells->data, pending_cell(cells, l)))
            return false;
    return true;
}

/* Nothing pending, nothing to divide. */
static void barrier(const buffer_cells *cells)
{
    if (!is_empty(cells))
        store(cells, (buffered_store){{cells->locations - 1}, 0});
}

static uint32_t choices(uint32_t locations, uint32_t bound)
{
    (void)bound;
    return locations;
}

static bool commit(const buffer_cells *cells, uint32_t choice, buffered_store *s)
{
    location_ref of = {choice};
    uint32_t at = pending_cell(cells, of);
    if (!cells->get(cells->data, at))
        return false;
    *s = (buffered_store){of, cells->get(cells->data, at + 1)};
    cells->set(cells->data, at, 0);
    cells->set(cells->data, at + 1, 0);
    return true;
}

const memory_model memory_view = {
    .has_buffers = true, .cell_count = cell_count, .role = role,
    .pending = pending, .store = store, .is_empty = is_empty, .barrier = barrier, .choices = choices, .commit = commit,
};
