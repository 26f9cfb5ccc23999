/* json.h: the parts that all JSON objects of a file have. */
#ifndef REPORT_JSON_H
#define REPORT_JSON_H

#include <jansson.h>

#include "report/report.h"

/* A new object: all of report_json. */
json_t *report_json_object(const report *r);

/* A new object with tool, file, machine and engine. */
json_t *report_json_head(const report *r);
/* Writes an object that was read as it was written. */
void report_json_again(json_t *object, strbuf *out);
/* Adds statistics, reason and what `replay` needs, writes the JSON object and frees it. */
void report_json_tail(const report *r, json_t *object, strbuf *out);

/* ---- options.c ---- */
/* New values: the options that report_options_from_json reads, and a bound on buffers. */
json_t *report_options_json(const report_options *o);
json_t *report_buffer_json(uint32_t buffer);

#endif
