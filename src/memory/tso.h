/* tso.h: one first-in first-out buffer a process, for the models that change what may happen to such a buffer.
 *
 * Cells: the number of stores, then for each of `bound` positions the location and the value, oldest first. */
#ifndef MEMORY_TSO_H
#define MEMORY_TSO_H

#include "memory/memory.h"

/* As in memory_model. */
uint32_t tso_cell_count(uint32_t locations, uint32_t bound);
cell_role tso_role(uint32_t locations, uint32_t bound, uint32_t position, location_ref *location);
bool tso_pending(const buffer_cells *cells, location_ref location, int32_t *value);
bool tso_store(const buffer_cells *cells, buffered_store store);
bool tso_is_empty(const buffer_cells *cells);
uint32_t tso_choices(uint32_t locations, uint32_t bound);
bool tso_commit(const buffer_cells *cells, uint32_t choice, buffered_store *store);

/* The number of stores in the buffer, the location of the store at position i, and its removal. */
uint32_t tso_count(const buffer_cells *cells);
location_ref tso_location(const buffer_cells *cells, uint32_t i);
void tso_remove(const buffer_cells *cells, uint32_t i);

#endif
