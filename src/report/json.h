/* json.h: the parts that all JSON objects of a file have. */
#ifndef REPORT_JSON_H
#define REPORT_JSON_H

#include <jansson.h>

#include "report/report.h"

/* A new object: all of report_json. */
json_t *report_json_object(const report *r);

/* A new object with tool, file, machine and engine. */
json_t *report_json_head(const report *r);
/* Adds statistics, reason and what `replay` needs, writes the JSON object and frees it. */
void report_json_tail(const report *r, json_t *object, strbuf *out);

#endif
