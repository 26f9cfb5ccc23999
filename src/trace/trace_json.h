/* trace_json.h: a trace as the JSON value that reports contain and that replay compares with. */
#ifndef TRACE_TRACE_JSON_H
#define TRACE_TRACE_JSON_H

#include <jansson.h>

#include "base/diag.h"
#include "base/memory.h"
#include "property/safety.h"
#include "trace/trace.h"

/* { "steps": [...], "loop": null (or a number: trace.loop), "initial": {...}, "property": "...", "message": "..." } */
json_t *trace_json(const trace *t, const property_list *properties, const diag *sources);

/* A JSON string; bytes that are no UTF-8 become '?'. NULL gives null. */
json_t *trace_json_text(const char *text);

/* NULL: it is no JSON, and *error says so. That there is no memory for it is not among the errors. */
json_t *trace_json_load(const char *text, size_t length, json_error_t *error);
/* For work that may be left by a jump (base/memory.h): what was loaded is released then. */
memory_guest *trace_json_hold(json_t *loaded);
void trace_json_release(json_t *loaded, memory_guest *held);

/* The hash of the program's input; and was the report made for it? */
json_t *trace_json_hash(const program *p);
bool trace_json_is_for(const json_t *report, const program *p);

#endif
