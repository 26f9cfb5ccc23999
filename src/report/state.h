/* state.h: one state of a trace for people: memory, buffers, ghosts, channels, and where each process is. */
#ifndef REPORT_STATE_H
#define REPORT_STATE_H

#include <stdint.h>

#include "base/diag.h"
#include "base/strbuf.h"
#include "report/report.h"
#include "trace/trace.h"

/* The state after so many steps, and the step that led to it; what this changed is marked with a star. */
void report_state(const trace *t, uint32_t taken, const diag *sources, report_look look, strbuf *out);

/* "step 3: P: x = 1  (line 9)"; "step 0: the start". */
void report_step_heading(const trace *t, uint32_t taken, const diag *sources, strbuf *out);

/* Lines of the source around those that the processes are at, so many above and below each; a line's processes are named behind it. */
void report_source(const trace *t, uint32_t taken, const diag *sources, uint32_t around, strbuf *out);

#endif
