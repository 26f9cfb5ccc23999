/* tso_us.c: the buffer as a set of updates (Arrahman and others, WRLA 2014, section 4.2): all that TSO can do, and more.
 *
 * Order and number of pending stores are forgotten. A load sees any pending value of its location, or memory where no value is pending. Any member of
 * the set may be committed, and is then dropped or kept: a member may stand for several stores.
 *
 * Cells: for each location `bound` cells, in which a bit stands for a value; the list that says for which value is kept aside (buffer_cells.values),
 * since it is the same in all states. So a set takes a bit for each value that is ever stored. */
#include <stddef.h>

#include "memory/memory.h"

enum { CELL_VALUES = 31 }; /* a cell is a signed number: leave its sign alone */

static uint32_t cell_count(uint32_t locations, uint32_t bound)
{
    return locations * bound;
}

/* A cell is 0 exactly when nothing of it is pending. */
static cell_role role(uint32_t locations, uint32_t bound, uint32_t position, location_ref *location)
{
    (void)locations;
    location->index = position / bound;
    return CELL_COUNT;
}

static uint32_t bits_of(const buffer_cells *cells, location_ref location, uint32_t index)
{
    return (uint32_t)cells->get(cells->data, location.index * cells->bound + index);
}

static void set_bits(const buffer_cells *cells, location_ref location, uint32_t index, uint32_t bits)
{
    cells->set(cells->data, location.index * cells->bound + index, (int32_t)bits);
}

static uint32_t number_of_value(value_list *list, int32_t value)
{
    uint32_t i = 0;
    while (i < list->count && list->data[i] != value)
        i++;
    if (i == list->count)
        vec_push(list, value);
    return i;
}

static bool store(const buffer_cells *cells, buffered_store s)
{
    uint32_t number = number_of_value(&cells->values[s.location.index], s.value), index = number / CELL_VALUES;
    if (index >= cells->bound)
        return false;
    set_bits(cells, s.location, index, bits_of(cells, s.location, index) | 1u << number % CELL_VALUES);
    return true;
}

static uint32_t candidates(const buffer_cells *cells, location_ref location, uint32_t which, int32_t *value)
{
    uint32_t count = 0;
    for (uint32_t w = 0; w < cells->bound; w++)
        for (uint32_t bits = bits_of(cells, location, w); bits; bits &= bits - 1)
            if (count++ == which)
                *value = cells->values[location.index].data[w * CELL_VALUES + (uint32_t)__builtin_ctz(bits)];
    return count;
}

static bool pending(const buffer_cells *cells, location_ref location, int32_t *value)
{
    return candidates(cells, location, 0, value) > 0;
}

static bool is_empty(const buffer_cells *cells)
{
    for (uint32_t i = 0; i < cells->locations * cells->bound; i++)
        if (cells->get(cells->data, i))
            return false;
    return true;
}

/* Location, cell and bit, and whether the member is kept. */
static uint32_t choices(uint32_t locations, uint32_t bound)
{
    return locations * bound * CELL_VALUES * 2;
}

static bool commit(const buffer_cells *cells, uint32_t choice, buffered_store *s)
{
    bool keeps = choice % 2;
    uint32_t bit = choice / 2 % CELL_VALUES, cell = choice / 2 / CELL_VALUES;
    location_ref location = {cell / cells->bound};
    uint32_t index = cell % cells->bound, bits = bits_of(cells, location, index);
    if (!(bits >> bit & 1))
        return false;
    *s = (buffered_store){location, cells->values[location.index].data[index * CELL_VALUES + bit]};
    if (!keeps)
        set_bits(cells, location, index, bits & ~(1u << bit));
    return true;
}

const memory_model memory_tso_us = {
    .has_buffers = true, .cell_count = cell_count, .role = role,
    .pending = pending, .store = store, .is_empty = is_empty, .choices = choices, .commit = commit, .candidates = candidates,
};
