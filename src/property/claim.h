/* claim.h: temporal properties that are given as automata: never claims. */
#ifndef PROPERTY_CLAIM_H
#define PROPERTY_CLAIM_H

#include "program/program.h"
#include "property/temporal.h"

/* Violated by the runs that the claim can follow for ever through its accept labels, or to its end: at each state it takes one edge whose condition is true
 * there, or all of an atomic block at once. NULL, with a sentence in *why, where it is too large. */
temporal *temporal_of_claim(arena *memory, const program *p, const process_type *body, const char **why);

#endif
