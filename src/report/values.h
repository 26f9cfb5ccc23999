/* values.h: what a step of a trace read and what it changed, as far as buffers and memory do not show it. */
#ifndef REPORT_VALUES_H
#define REPORT_VALUES_H

#include "base/strbuf.h"
#include "trace/trace.h"

/* "y=0 r=1 ncrit=2": relaxed locations that it read, locals that it changed or that got the result of a locked operation, ghosts that it changed. */
void report_values(const trace *t, uint32_t at, strbuf *out);

#endif
