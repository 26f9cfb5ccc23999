/* model.h: a file, read as the user asked: its program, and the properties to check. */
#ifndef CLI_MODEL_H
#define CLI_MODEL_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/diag.h"
#include "cli/options.h"
#include "frontend/frontend.h"
#include "property/safety.h"
#include "program/step.h"
#include "report/report.h"

/* How to read a file. A file may itself name a memory model and a bound: they hold where the user gave none. */
typedef struct model_request {
    report_options options;
    bool memory_given, buffer_given;
} model_request;

typedef struct model {
    diag diag;
    const frontend *frontend;
    program *program;
    property_list properties;
    footprints *footprints; /* of both */
    report_options options; /* those of the request, with the file's own memory model and bound where they hold */
} model;

/* The request that the options of `check` make; texts live in `memory` or are the options'. False with a sentence in `error` where they do not fit. */
bool model_request_init(model_request *request, const options *o, arena *memory, strbuf *error);

/* Reads the file; prints warnings and errors on standard error. False when there was an error; the model must be released in either case. */
bool model_load(model *m, const char *path, const model_request *request);
void model_release(model *m);

/* The machine that the options speak of. */
machine model_machine(const model *m);

#endif
