/* candidate.h: programs with some of their candidates.
 *
 * A front-end that is asked for candidates puts a fence (and a barrier) at every place of the text where a repair may want one, as an edge that is there for it
 * alone (edge.is_gap), and marks the stores that may become atomic. All programs made of this one have its nodes and edges, by the same numbers: a gap without
 * any of its candidates is passed by, so that nobody ever stands at its source. What fits the one (properties, runs, a gap's own steps aside) fits all.
 *
 * A gap is the only edge of its source, but for escapes of `unless`, all of which the node behind it has too; no label names the source. Inside atomic and d_step a gap
 * is prompt: whoever comes there holds atomicity and passes it at once, since a fence there writes the buffer out and a barrier waits for nothing. */
#ifndef PROGRAM_CANDIDATE_H
#define PROGRAM_CANDIDATE_H

#include <stdbool.h>
#include <stdint.h>

#include "program/program.h"

struct footprints; /* footprint.h */

enum { NO_CANDIDATE = UINT32_MAX };

/* The candidate of that kind and place, made where there is none yet; its other fields are to be set then (process is NULL). */
uint32_t program_candidate(program *p, candidate_kind kind, source_location where);

/* The program with exactly these of its candidates (by their numbers). It lives in `memory`, and shares with p what is the same. */
const program *program_with(arena *memory, const program *p, const bool *chosen);

/* The node to which control comes from node `at` of a program with all candidates, in one with none of them. */
uint32_t candidate_past_gaps(const process_type *t, uint32_t at);
/* The gap at the node of a program with all candidates; NULL: there is none. */
const edge *candidate_gap_at(const process_type *t, uint32_t at);
/* Is it inside atomic or d_step? */
bool candidate_is_prompt(const process_type *t, const edge *gap);

/* Two edges, of different nodes, that are one escape of one unless. */
bool candidate_is_same_escape(const edge *a, const edge *b);
/* The escape `taken` from the node `at`; NULL: none of its edges is that escape, so that a gap there must have been passed before it. */
const edge *candidate_escape_at(const process_type *t, uint32_t at, const edge *taken);
/* Can one who sees every state tell the one between a store of the edge and its commit from the state before? Otherwise a write made atomic leaves out nothing that
 * is seen. The footprints are those of the program with all candidates. */
bool candidate_is_seen(const struct footprints *of, uint32_t type, const edge *e);

#endif
