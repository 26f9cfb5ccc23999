/* optimality.h: is a set of candidates really the cheapest?
 *
 * A proof of that (docs/REPAIR.md) has runs of the program without candidates that violate a property, each with a clause: candidates of which every solution has
 * one. It is right when the program with all other candidates still has the run, up to the steps of fences; this is seen by executing it there. Or a run of the program with one
 * set of candidates, which only says that this set is no solution. No cheaper set may satisfy all of these. Nothing here is shared with src/repair. */
#ifndef TRACE_OPTIMALITY_H
#define TRACE_OPTIMALITY_H

#include <stdbool.h>
#include <stddef.h>

#include "base/strbuf.h"
#include "program/footprint.h"
#include "program/step.h"
#include "property/safety.h"
#include "trace/certificate.h"

/* Does the run of the bare program, in which each step of a candidate is added as soon as it is possible, violate the property in the program with these
 * candidates too, and with fewer of them? `looks` is what the program and the properties look at. */
bool optimality_carries(const program *full, machine on, const property_list *properties, const footprints *looks, property_ref violated, const run *steps,
                        uint32_t loop, const bool *with);

/* Is the text a proof about a repair, not one about states? */
bool optimality_is_proof(const char *json_text, size_t length);

/* The properties are those of the check, the program has its candidates. */
certificate_verdict optimality_check(const program *full, machine on, const property_list *properties, const char *json_text, size_t length, strbuf *message);

#endif
