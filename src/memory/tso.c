/* tso.c: total store order. One first-in first-out buffer a process.
 *
 * Cells: the number of stores, then for each of `bound` places the location and the value, oldest first. */
#include <stddef.h>

#include "memory/memory.h"

static uint32_t cell_count(uint32_t locations, uint32_t bound)
{
    return locations ? 1 + 2 * bound : 0;
}

static uint32_t location_cell(uint32_t i)
{
    return 1 + 2 * i;
}

static uint32_t value_cell(uint32_t i)
{
    return 2 + 2 * i;
}

static cell_role role(uint32_t locations, uint32_t bound, uint32_t position, uint32_t *location)
{
    (void)locations, (void)bound;
    *location = UINT32_MAX;
    return position == 0 ? CELL_COUNT : position % 2 ? CELL_LOCATION : CELL_VALUE;
}

static uint32_t count_of(const buffer_cells *cells)
{
    return cells->locations ? (uint32_t)cells->get(cells->data, 0) : 0;
}

static bool pending(const buffer_cells *cells, uint32_t location, int32_t *value)
{
    for (uint32_t i = count_of(cells); i-- > 0;)
        if ((uint32_t)cells->get(cells->data, location_cell(i)) == location) {
            *value = cells->get(cells->data, value_cell(i));
            return true;
        }
    return false;
}

static bool store(const buffer_cells *cells, buffered_store s)
{
    uint32_t count = count_of(cells);
    if (count == cells->bound)
        return false;
    cells->set(cells->data, location_cell(count), (int32_t)s.location);
    cells->set(cells->data, value_cell(count), s.value);
    cells->set(cells->data, 0, (int32_t)count + 1);
    return true;
}

static bool is_empty(const buffer_cells *cells)
{
    return count_of(cells) == 0;
}

static uint32_t choices(uint32_t locations)
{
    return locations ? 1 : 0;
}

static bool commit(const buffer_cells *cells, uint32_t choice, buffered_store *s)
{
    (void)choice;
    uint32_t count = count_of(cells);
    if (count == 0)
        return false;
    *s = (buffered_store){(uint32_t)cells->get(cells->data, location_cell(0)), cells->get(cells->data, value_cell(0))};
    for (uint32_t i = 1; i < count; i++) {
        cells->set(cells->data, location_cell(i - 1), cells->get(cells->data, location_cell(i)));
        cells->set(cells->data, value_cell(i - 1), cells->get(cells->data, value_cell(i)));
    }
    cells->set(cells->data, location_cell(count - 1), 0);
    cells->set(cells->data, value_cell(count - 1), 0);
    cells->set(cells->data, 0, (int32_t)count - 1);
    return true;
}

const memory_model memory_tso = {
    .kind = MEMORY_TSO, .name = "tso", .title = "TSO", .has_buffers = true, .cell_count = cell_count, .role = role,
    .pending = pending, .store = store, .is_empty = is_empty, .choices = choices, .commit = commit,
};
