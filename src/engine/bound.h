/* bound.h: how many stores can wait in a buffer at once, told from the control graphs alone. */
#ifndef ENGINE_BOUND_H
#define ENGINE_BOUND_H

#include "program/footprint.h"

enum { BOUND_MOST = 64 }; /* more is not worth knowing: a search with small buffers may find an error sooner */

/* In no run of the program does a buffer of this memory model hold more stores than that; at least 1. 0: nothing is known, since stores lie on a
 * cycle without a drain, or there are more than BOUND_MOST. `unbuffered`: global elements whose stores go to memory at once. */
uint32_t bound_of_buffers(const footprints *f, memory_kind kind, const bool *unbuffered);

#endif
