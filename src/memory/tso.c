/* tso.c: total store order. */
#include "memory/tso.h"

#include <stddef.h>

uint32_t tso_cell_count(uint32_t locations, uint32_t bound)
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

cell_role tso_role(uint32_t locations, uint32_t bound, uint32_t position, location_ref *location)
{
    (void)locations, (void)bound;
    *location = LOCATION_VARIES;
    return position == 0 ? CELL_COUNT : position % 2 ? CELL_LOCATION : CELL_VALUE;
}

uint32_t tso_count(const buffer_cells *cells)
{
    return cells->locations ? (uint32_t)cells->get(cells->data, 0) : 0;
}

bool tso_pending(const buffer_cells *cells, location_ref location, int32_t *value)
{
    for (uint32_t i = tso_count(cells); i-- > 0;)
        if (location_is(tso_location(cells, i), location)) {
            *value = cells->get(cells->data, value_cell(i));
            return true;
        }
    return false;
}

bool tso_store(const buffer_cells *cells, buffered_store s)
{
    uint32_t count = tso_count(cells);
    if (count == cells->bound)
        return false;
    cells->set(cells->data, location_cell(count), (int32_t)s.location.index);
    cells->set(cells->data, value_cell(count), s.value);
    cells->set(cells->data, 0, (int32_t)count + 1);
    return true;
}

bool tso_is_empty(const buffer_cells *cells)
{
    return tso_count(cells) == 0;
}

uint32_t tso_choices(uint32_t locations, uint32_t bound)
{
    (void)bound;
    return locations ? 1 : 0;
}

location_ref tso_location(const buffer_cells *cells, uint32_t i)
{
    return (location_ref){(uint32_t)cells->get(cells->data, location_cell(i))};
}

void tso_remove(const buffer_cells *cells, uint32_t i)
{
    uint32_t count = tso_count(cells);
    for (; i + 1 < count; i++) {
        cells->set(cells->data, location_cell(i), cells->get(cells->data, location_cell(i + 1)));
        cells->set(cells->data, value_cell(i), cells->get(cells->data, value_cell(i + 1)));
    }
    cells->set(cells->data, location_cell(count - 1), 0);
    cells->set(cells->data, value_cell(count - 1), 0);
    cells->set(cells->data, 0, (int32_t)count - 1);
}

bool tso_commit(const buffer_cells *cells, uint32_t choice, buffered_store *s)
{
    (void)choice;
    if (tso_count(cells) == 0)
        return false;
    *s = (buffered_store){tso_location(cells, 0), cells->get(cells->data, value_cell(0))};
    tso_remove(cells, 0);
    return true;
}

const memory_model memory_tso = {
    .has_buffers = true, .cell_count = tso_cell_count, .role = tso_role, .word_cells = tso_cell_count,
    .pending = tso_pending, .store = tso_store, .is_empty = tso_is_empty, .choices = tso_choices, .commit = tso_commit,
};
