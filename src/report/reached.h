/* reached.h: what a verdict rests on: the properties that were checked, the statements that no run executes; and why there is none. */
#ifndef REPORT_REACHED_H
#define REPORT_REACHED_H

#include <jansson.h>

#include "report/report.h"

/* "checked: 2 assertions, run-time errors, deadlock; every statement is reached". False, and nothing, where the verdict is another one than that they hold. */
bool report_add_checked(const report *r, strbuf *out);

/* The same as a paragraph, and the statements that no run executes, a paragraph a process type. Nothing about statements where it is not known. `full`: all of them. */
void report_add_reached(const report *r, uint32_t width, bool full, strbuf *out);

/* "not decided: 1 other assertion, deadlock (--errors all goes on)": what a search left open that ended at the first violation. */
void report_add_undecided(const report *r, uint32_t width, strbuf *out);

/* Why a property is unknown; NULL: it is not, or the search for it has said so itself. */
const char *report_unknown_reason(const report *r, property_ref which);

/* Of an unknown: "the search ended after 5000 states; what may help: ...". False, and nothing, where no search would tell more. */
bool report_add_advice(const report *r, strbuf *out);

/* [ { "process", "file", "line", "text" } ]; NULL where it is not known. */
json_t *report_unreached_json(const report *r);

#endif
