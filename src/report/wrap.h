/* wrap.h: texts that are broken between words, so that nothing of them is lost. A UTF-8 character takes one column. */
#ifndef REPORT_WRAP_H
#define REPORT_WRAP_H

#include <stddef.h>
#include <stdint.h>

#include "base/strbuf.h"

uint32_t report_columns(const char *text);

typedef struct wrap_cell {
    const char *text;
    uint32_t width; /* at least 1 */
} wrap_cell;

/* Adds cells side by side, each after `gap` blanks, behind `lead`; as many lines as the longest needs, without blanks at their ends. */
void report_add_row(const char *lead, const wrap_cell *cells, size_t count, uint32_t gap, strbuf *out);

/* Adds the text as lines of at most `width` columns, or one word, each after `indent` blanks. The text may have colours in it. */
void report_add_paragraph(const char *text, uint32_t indent, uint32_t width, strbuf *out);

#endif
