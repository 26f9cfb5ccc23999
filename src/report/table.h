/* table.h: a trace as a table: one line a step, one column a process, then buffers and memory. */
#ifndef REPORT_TABLE_H
#define REPORT_TABLE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/strbuf.h"
#include "trace/explain.h"
#include "trace/trace.h"

/* Colours; all "" where none are wanted. */
typedef struct report_paint {
    const char *bad, *good, *doubtful, *faint, *end;
} report_paint;

void report_table(const trace *t, const trace_overtake *overtakes, report_paint paint, uint32_t width, strbuf *out);

/* Adds the text, at most `width` columns of it: the rest becomes an ellipsis. With `pad`, blanks fill the cell up to `width`. */
void report_add_cell(const char *text, uint32_t width, bool pad, strbuf *out);

/* Adds the text as lines of at most `width` columns, each after `indent` blanks. */
void report_add_paragraph(const char *text, uint32_t indent, uint32_t width, strbuf *out);

#endif
