/* replay_json.h: do the traces of a saved report really run, step by step, and show what the report says of its properties?
 *
 * The steps are executed again by replay.c; every recorded field is compared with the re-execution. A property that is said to be violated must be so at the end
 * of the trace that it names, and each trace belongs to one property. That a property holds, or is unknown, is not confirmed. */
#ifndef TRACE_REPLAY_JSON_H
#define TRACE_REPLAY_JSON_H

#include <stddef.h>

#include "base/diag.h"
#include "base/strbuf.h"
#include "program/program.h"
#include "program/step.h"
#include "property/safety.h"

typedef enum replay_verdict {
    REPLAY_CONFIRMED,
    REPLAY_REJECTED,  /* readable, but some step or field is not what the program does */
    REPLAY_UNREADABLE /* no report of ours, or made for another input */
} replay_verdict;

/* `properties` is the list as it was at the check: built from the options in the report (report_options_from_json). The message is one
 * sentence without a full stop; where all is confirmed, lines with each property follow. */
replay_verdict trace_replay_json(const program *p, const property_list *properties, const diag *sources, const char *json_text,
                                 size_t length, strbuf *message);

/* The run of one of the traces of a saved report, which count from 0. False with a sentence in `message` where it is no report of ours, was made for another input or
 * memory model, or the program does not take these steps. *loop is as in a trace. */
bool trace_run_from_json(const program *p, machine on, const char *json_text, size_t length, size_t which, run *out, uint32_t *loop, strbuf *message);

#endif
