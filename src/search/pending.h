/* pending.h: the stores that wait in the buffers of a row. */
#ifndef SEARCH_PENDING_H
#define SEARCH_PENDING_H

#include <stdint.h>

#include "step/successors.h"

/* Of one process: `store` is called for every pending store, the oldest first (PSO: of each location), with the global element and the value. */
typedef void pending_visit(void *data, process_ref process, uint32_t element, int32_t value);
/* Returns how many buffers of the process hold any. */
uint32_t pending_each(const successors *x, process_ref process, pending_visit *visit, void *data);

#endif
