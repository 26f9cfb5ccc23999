/* report.h: the answer of one check, for people (text.c) and for scripts (json.c).
 *
 * A report is filled by cli from what an engine and src/trace gave; it owns nothing. The same report gives the same bytes,
 * times and memory aside. */
#ifndef REPORT_REPORT_H
#define REPORT_REPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/statistics.h"
#include "base/strbuf.h"
#include "program/program.h"
#include "program/step.h"
#include "property/safety.h"
#include "trace/trace.h"

typedef enum report_verdict { REPORT_HOLDS, REPORT_VIOLATED, REPORT_UNKNOWN } report_verdict;

typedef struct report_strings {
    size_t count;
    const char *const *items;
} report_strings;

/* What was asked, as far as it decides which program and which properties were checked: enough to check a trace again. */
typedef struct report_options {
    const char *language;    /* "promela" */
    memory_kind memory;
    uint32_t buffer;         /* 0: unbounded */
    bool overflow_is_error;
    bool values_wrap;        /* --overflow-values wrap */
    const char *atomic, *atomic_name; /* the text of --atomic, and what to call it in messages; NULL: not given */
    bool split_loads;        /* --split-loads */
    bool no_deadlock;
    report_strings never, always, mutex, ltl; /* as the user wrote them */
    fairness fairness;       /* of temporal properties */
    report_strings defines, include_dirs, ghosts;
} report_options;

/* What is known of one temporal property; each is checked by a search of its own. */
typedef struct report_answer {
    report_verdict verdict;
    const char *reason;      /* of unknown */
    const char *scope, *engine, *engine_reason; /* as in a report */
    const char *const *alike; /* types whose processes' permutations of a state counted as one, NULL at the end; NULL: no symmetry was used */
    bool exact;
    machine machine;         /* with the bound that the answering search had */
    uint32_t buffer_reached; /* of unknown: the largest bound on buffers with which it holds; 0: none is known */
    statistics statistics;
    const char *proof;       /* that it holds, a JSON object; NULL: there is none, or it was not asked for */
} report_answer;

typedef struct report {
    const char *version;     /* of the tool */
    const char *file;        /* as the user gave it */
    const char *engine;      /* "explicit" */
    const symmetry *symmetry;  /* whose permutations of a state counted as one; NULL: no symmetry was used */
    const char *engine_reason; /* why this engine answered; NULL: the user named it, or it is the first that is tried */
    const program *program;
    const diag *sources;
    const property_list *properties;
    const report_options *options;
    machine machine;         /* with the bound that the answering search had */
    bool exact;
    const char *scope;       /* "all buffer sizes", "buffers of at most 5 stores" */
    report_verdict verdict;
    const char *reason;      /* of unknown; NULL otherwise */
    bool complete;           /* every reachable state was seen: a property without a trace holds (claims stay unknown) */
    const bool *const *taken; /* by process type and edge: some run may take it; NULL: not known */
    uint32_t trace_count;
    const trace *const *traces; /* at most one a property; trace.property says which */
    statistics statistics;   /* of all searches together */
    const char *difference;  /* from what another memory model says (report/difference.h); NULL: none was looked for, or found */
    const report_answer *answers; /* by temporal property, from the first on; NULL: none was checked */
} report;

typedef struct report_look {
    bool colour;
    uint32_t width;          /* columns to fill; 0: 100. At least 60 */
    bool full;               /* all steps of long traces */
} report_look;

/* "holds", "violated", "unknown". */
const char *report_verdict_name(report_verdict verdict);

/* The verdict on one property of the list. */
report_verdict report_property_verdict(const report *r, property_ref which);

/* What the search for a temporal property found; NULL: it is none, or was not checked. */
const report_answer *report_answer_of(const report *r, property_ref which);

/* Verdict line, violated properties with their traces and explanations, statistics. */
void report_text(const report *r, report_look look, strbuf *out);

/* The object of one file, ended by a newline. */
void report_json(const report *r, strbuf *out);

/* A certificate: what was checked, the engine's `proof` of all that can be seen in states (a JSON object), and those of the temporal properties, which all have
 * one. */
void report_certificate(const report *r, const char *proof, strbuf *out);

/* Several files: { "tool", "version", "results": [ ... ] }. An entry without a report is a file that could not be read. */
typedef struct report_entry {
    const report *report; /* NULL: `json` is taken; where both are NULL the file is an error */
    const char *json;     /* the object as report_json wrote it, where the file was checked by another process */
    const char *file;
    const char *verdict;  /* of an entry without an object: "error" (also where NULL), "unknown" */
    const char *error;    /* the message of an entry without an object */
} report_entry;
void report_json_several(const char *version, const report_entry *entries, size_t count, strbuf *out);

/* The same of a batch that can be taken up again: with what was asked of each file, and the limits, as the user would write them. */
typedef struct report_call {
    const char *asked, *limits;
} report_call;
void report_json_batch(const char *version, const report_call *call, const report_entry *entries, size_t count, strbuf *out);

/* The object of what could not be checked, ended by a newline: a file, or where that is NULL the call. What is wrong is in the messages, or else it is `why`. */
typedef struct report_failure {
    const char *file, *memory; /* as the user gave them; NULL: not of one file, or not of one of several memory models */
    const diag *messages;
    const char *why;
} report_failure;
void report_json_failure(const char *version, const report_failure *f, strbuf *out);

/* The objects of a report on several files or memory models, each as a text of its own; of any other text none. */
typedef struct report_part {
    const char *json;                   /* to be replayed like the report of one file */
    const char *file, *memory, *verdict; /* "" where it has none */
    bool has_traces;
} report_part;
typedef VEC(report_part) report_parts;
void report_split(arena *memory, const char *json_text, size_t length, report_parts *out);

/* The options that report_json or report_certificate wrote, for `replay` and `certify`: with these options the caller parses the model again, rebuilds
 * the property list in the same order, and calls trace_replay_json or certificate_check. Strings live in `memory`. False, with a sentence in `why`,
 * where the text is no report. */
bool report_options_from_json(arena *memory, const char *json_text, size_t length, report_options *out, strbuf *why);

#endif
