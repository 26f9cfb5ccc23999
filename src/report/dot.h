/* dot.h: drawings for Graphviz: runs as event graphs, proofs, buffers, control flow. */
#ifndef REPORT_DOT_H
#define REPORT_DOT_H

#include "report/report.h"

/* Of a report with runs, each as a graph of its events in the style of the literature: program order (po), reads-from (rf), coherence (co), from-reads (fr). Of
 * one without, the states of its proof, where there is a certificate (NULL: there is none). False, with a reason in `why`, where there is nothing to draw. */
bool report_dot(const report *r, const char *certificate, strbuf *out, const char **why);

/* One graph a run; docs/REPORTS.md says what is an event. */
void report_dot_events(const trace *t, uint32_t number, strbuf *out);

/* The control-flow graph of each type of process. */
void report_dot_program(const program *p, strbuf *out);

/* The sets of buffer contents in a proof, an automaton each. False: the certificate is not confirmed, or too large. */
bool report_dot_buffers(const report *r, const char *certificate, strbuf *out);

#endif
