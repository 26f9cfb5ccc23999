/* tso_maps.c: two approximations of TSO by Arrahman and others (WRLA 2014, section 4.2) that keep a buffer short.
 *
 * tso-om (ordered maps): a store removes an older one to the same location; so values that others could have seen are lost, and orders of stores can
 * show that TSO does not have. tso-fc (forced commit): when the oldest store is to the location of the youngest, it is committed at once; tso-fcany
 * when it is to the location of any later one. The runs of tso-fc and tso-fcany are runs of TSO, but TSO has more. */
#include <stddef.h>

#include "memory/tso.h"

static bool store_once(const buffer_cells *cells, buffered_store s)
{
    for (uint32_t i = 0; i < tso_count(cells); i++)
        if (location_is(tso_location(cells, i), s.location)) {
            tso_remove(cells, i);
            break;
        }
    return tso_store(cells, s);
}

static bool forced_by_youngest(const buffer_cells *cells, buffered_store *s)
{
    uint32_t count = tso_count(cells);
    return count > 1 && location_is(tso_location(cells, 0), tso_location(cells, count - 1)) && tso_commit(cells, 0, s);
}

static bool forced_by_any(const buffer_cells *cells, buffered_store *s)
{
    for (uint32_t i = 1, count = tso_count(cells); i < count; i++)
        if (location_is(tso_location(cells, i), tso_location(cells, 0)))
            return tso_commit(cells, 0, s);
    return false;
}

const memory_model memory_tso_om = {
    .has_buffers = true, .cell_count = tso_cell_count, .role = tso_role, .word_cells = tso_cell_count,
    .pending = tso_pending, .store = store_once, .is_empty = tso_is_empty, .choices = tso_choices, .commit = tso_commit,
};

const memory_model memory_tso_fc = {
    .has_buffers = true, .cell_count = tso_cell_count, .role = tso_role, .word_cells = tso_cell_count,
    .pending = tso_pending, .store = tso_store, .is_empty = tso_is_empty, .choices = tso_choices, .commit = tso_commit,
    .forced = forced_by_youngest,
};

const memory_model memory_tso_fcany = {
    .has_buffers = true, .cell_count = tso_cell_count,
    .role = tso_role, .word_cells = tso_cell_count, .pending = tso_pending, .store = tso_store, .is_empty = tso_is_empty, .choices = tso_choices, .commit = tso_commit,
    .forced = forced_by_any,
};
