/* candidate.h: programs with some of their candidates.
 *
 * A front-end that is asked for candidates puts a fence (and a barrier) at every place of the text where a repair may want one, as an edge that is there for it
 * alone (edge.is_gap), and marks the stores that may become atomic. All programs made of this one have its nodes and edges, by the same numbers: a gap without
 * any of its candidates is passed by, so that nobody ever stands at its source. What fits the one (properties, runs, a gap's own steps aside) fits all.
 *
 * A gap is the only edge of its source, which no label names and which is not inside atomic. */
#ifndef PROGRAM_CANDIDATE_H
#define PROGRAM_CANDIDATE_H

#include <stdbool.h>
#include <stdint.h>

#include "program/program.h"

enum { NO_CANDIDATE = UINT32_MAX };

/* The candidate of that kind and place, made where there is none yet; its other fields are to be set then (process is NULL). */
uint32_t program_candidate(program *p, candidate_kind kind, source_location where);

/* The program with exactly these of its candidates (by their numbers). It lives in `memory`, and shares with p what is the same. */
const program *program_with(arena *memory, const program *p, const bool *chosen);

/* The node to which control comes from node `at` of a program with all candidates, in one with none of them. */
uint32_t candidate_past_gaps(const process_type *t, uint32_t at);
/* The gap at the node of a program with all candidates; NULL: there is none. */
const edge *candidate_gap_at(const process_type *t, uint32_t at);

#endif
