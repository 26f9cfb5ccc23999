/* stacks.h: which processes there are at the same time. */
#ifndef LIBRARY_STACKS_H
#define LIBRARY_STACKS_H

#include "export/export.h"
#include "library/model.h"

/* Of all states of the program that can be reached, in `memory`; false where these are more than `most`, or the first cannot be made. */
bool stacks_find(const model *m, machine on, uint64_t most, arena *memory, export_stacks *out);

#endif
