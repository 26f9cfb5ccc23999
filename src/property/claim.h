/* claim.h: temporal properties that are given as automata: never claims, accept and progress labels. */
#ifndef PROPERTY_CLAIM_H
#define PROPERTY_CLAIM_H

#include "program/program.h"
#include "property/temporal.h"

/* Violated by the runs that the claim can follow for ever through its accept labels, or to its end: at each state it takes one edge whose condition is true
 * there, or all of an atomic block at once. NULL, with a sentence in *why, where it is too large. */
temporal *temporal_of_claim(arena *memory, const program *p, const process_type *body, const char **why);

/* As SPIN's -a and -l look for them. NULL: no process has such a label.
 * Violated by runs in which again and again some process is at an accept label. */
temporal *temporal_of_accept_labels(arena *memory, const program *p);
/* Violated by runs with infinitely many steps in which from some moment on nobody is at a progress label. */
temporal *temporal_of_progress_labels(arena *memory, const program *p);

#endif
