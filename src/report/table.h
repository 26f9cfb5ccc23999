/* table.h: a trace as a table: one line a step, one column a process, then buffers and memory. */
#ifndef REPORT_TABLE_H
#define REPORT_TABLE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/strbuf.h"
#include "report/report.h"
#include "trace/explain.h"
#include "trace/trace.h"

/* Colours; all "" where none are wanted. */
typedef struct report_paint {
    const char *bad, *good, *doubtful, *faint, *end;
} report_paint;
report_paint report_paint_of(bool colour);

/* How many columns there are to fill. */
uint32_t report_width(report_look look);

/* `story` is what is said about the trace: of a long one only the ends and the steps that it names are shown, unless `full`. */
void report_table(const trace *t, const trace_overtake *overtakes, const char *story, report_paint paint, uint32_t width, bool full, strbuf *out);

#endif
