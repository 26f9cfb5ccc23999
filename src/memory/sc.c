/* sc.c: sequential consistency. There are no buffers: every store is in memory at once. */
#include <stddef.h>

#include "base/bug.h"
#include "memory/memory.h"

static uint32_t cell_count(uint32_t locations, uint32_t bound)
{
    (void)locations, (void)bound;
    return 0;
}

static cell_role role(uint32_t locations, uint32_t bound, uint32_t position, location_ref *location)
{
    (void)locations, (void)bound, (void)position, (void)location;
    BUG("sc has no cells");
}

static bool pending(const buffer_cells *cells, location_ref location, int32_t *value)
{
    (void)cells, (void)location, (void)value;
    return false;
}

static bool store(const buffer_cells *cells, buffered_store s)
{
    (void)cells, (void)s;
    BUG("sc buffers nothing");
}

static bool is_empty(const buffer_cells *cells)
{
    (void)cells;
    return true;
}

static uint32_t choices(uint32_t locations, uint32_t bound)
{
    (void)locations, (void)bound;
    return 0;
}

static bool commit(const buffer_cells *cells, uint32_t choice, buffered_store *s)
{
    (void)cells, (void)choice, (void)s;
    return false;
}

const memory_model memory_sc = {
    .has_buffers = false, .cell_count = cell_count, .role = role,
    .pending = pending, .store = store, .is_empty = is_empty, .choices = choices, .commit = commit,
};
