/* thesis.h: which write to make atomic next, by the heuristics of V. Havel's thesis on DVE under relaxed memory (section 3.3).
 *
 * A hazard interval of a run goes from a store that waits to the step in which memory gets its value, or to the end where that never comes. An inconsistent access is a step
 * inside the interval that reads or writes the same location on behalf of another process. The store of the interval with most of them is made atomic. */
#ifndef REPAIR_THESIS_H
#define REPAIR_THESIS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "program/footprint.h"
#include "trace/trace.h"

/* A write of the program's text: the global `variable`, by an edge of a process type. */
typedef struct atomic_write {
    uint32_t process, edge, variable;
    uint32_t accesses; /* that are inconsistent, in the interval that speaks for it; 0: none does */
} atomic_write;

/* The static analysis of the thesis's last chapter: could a delay of the write be noticed at all? That takes a cycle: after the write its process
 * accesses another location, and from there conflicts with other processes lead back to the location of the write. Every doubt is settled towards "yes". */
bool thesis_may_matter(const footprints *f, const atomic_write *w);

/* The write to make atomic next, of those that may matter where `prunes`. Where no interval has an inconsistent access, since a property looks at memory itself, the write that
 * waits longest. False where none waits while something else happens. */
bool thesis_choose(const footprints *f, const trace *t, bool prunes, atomic_write *out);

/* How many writes to globals the program's text has, and how many of them are atomic. */
void thesis_count_writes(const program *p, uint32_t *all, uint32_t *atomic);

#endif
