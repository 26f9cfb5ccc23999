/* cells.h: memory and buffers of one state of a trace on one line. What differs from `before` (NULL: nothing does) is marked with a star. */
#ifndef REPORT_CELLS_H
#define REPORT_CELLS_H

#include <stdbool.h>

#include "base/strbuf.h"
#include "trace/trace.h"

/* "*x=1 want=[0 *1]": the global elements that are `shown`; of these only the ones that changed, where `changes_only` and there is a state before. */
void report_memory(const trace *t, const bool *shown, const trace_step *s, const trace_step *before, bool changes_only, strbuf *out);

/* "*P:x=1,y=1 Q:-": buffers that hold something, or have just become empty. */
void report_buffers(const trace *t, const trace_step *s, const trace_step *before, strbuf *out);

#endif
