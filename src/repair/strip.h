/* strip.h: from a run of a program with some candidates to one of the bare program, with as little delay as may be. */
#ifndef REPAIR_STRIP_H
#define REPAIR_STRIP_H

#include "property/safety.h"
#include "repair/excluders.h"

/* The run of `repaired` (the full program with some candidates) without the steps of these: fences are left out, an atomic write is a store and its commit. What is written out
 * inside an atomic block is committed as soon as that ends, or blocks. `out` is empty before. Whether it is a run of the bare program must be seen. */
void strip_candidates(const repair_programs *of, const program *repaired, const run *steps, uint32_t loop, run *out, uint32_t *out_loop);

/* True when the run violates the property in the bare program. */
bool strip_violates(const repair_programs *of, const property_list *properties, property_ref violated, const run *steps, uint32_t loop);

/* Lets commits of a run without a loop happen sooner, and adds some, where it still violates the property then and no more candidates rule it out. These, by
 * their flags, are in `named` at the end. */
void strip_delays(const repair_programs *of, const property_list *properties, property_ref violated, const run_view *view, run *steps, bool *named);

#endif
