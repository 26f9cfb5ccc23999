/* summary.h: the table that follows several files: a line for each verdict, and how many there are of each. */
#ifndef CLI_SUMMARY_H
#define CLI_SUMMARY_H

#include "report/report.h"

/* A line about the report. */
void summary_add(const report *r, strbuf *lines);

/* The same by what it says. */
void summary_add_line(const char *verdict, const char *memory, const char *engine, uint64_t states, double seconds, const char *file, strbuf *lines);

/* A line of `outcomes`. */
void summary_add_outcomes(const char *answer, const char *seen, size_t states, const char *test, strbuf *lines);

/* A line about a file without one: `verdict` is "error" or "unknown", `memory` "" where it is not of one of several memory models. */
void summary_add_failure(const char *verdict, const char *memory, const char *file, strbuf *lines);

/* The lines with a title, and their number by verdict. */
void summary_print(const strbuf *lines);

#endif
