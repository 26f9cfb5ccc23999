/* certificate.h: a proof that a formula holds, for a checker that shares nothing with the search (docs/certificates.md). */
#ifndef ENGINE_FAIR_CERTIFICATE_H
#define ENGINE_FAIR_CERTIFICATE_H

#include "base/strbuf.h"
#include "engine/fair/refine.h"

/* The states of the graph, the automaton, and how its sets of edges were refuted. */
void fair_certificate(const refinement *r, const temporal *of, strbuf *out);

#endif
