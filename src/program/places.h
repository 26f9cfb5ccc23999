/* places.h: which of the places that a front-end found for fences are offered.
 *
 * Some cannot be: the argument of docs/REPAIR.md does not hold for them. Others need not be: another place of the same price is at least as good, whatever else is chosen. */
#ifndef PROGRAM_PLACES_H
#define PROGRAM_PLACES_H

#include <stdbool.h>

#include "program/footprint.h"
#include "program/machine.h"
#include "program/program.h"

/* Takes out the candidates that are flagged; a fence that is there stays what it is, as no candidate. */
void places_take_out(program *full, const bool *out);

/* Takes out the candidates at gaps that break the rules of candidate.h, and fences that are there before a statement at which the process can be met: the skip that they become is a step. */
void places_drop_unsound(program *full);

/* Takes out the fences that are there in the text: where steps count, the skip that they become does too. */
void places_keep_fences(program *full);

/* ---- places_merge.c ----
 * Takes out the candidates for fences that are not there and for which another one stands. `looks` is what the full program and its properties look at; nobody asks for
 * timeout, and no property counts steps. `is_temporal`: not all properties are of safety. */
void places_merge(program *full, const footprints *looks, machine on, bool is_temporal);

#endif
