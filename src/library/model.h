/* model.h: a text, read as the user asked: its program, and the properties to check. */
#ifndef LIBRARY_MODEL_H
#define LIBRARY_MODEL_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/diag.h"
#include "frontend/frontend.h"
#include "property/safety.h"
#include "program/step.h"
#include "report/report.h"

/* How to read a file. A file may itself name a memory model and a bound: they hold where the user gave none. */
typedef struct model_request {
    report_options options;
    bool memory_given, buffer_given;
    bool candidates; /* `full` is wanted */
    bool rules_out;  /* a final state that the file asks for is one that shall not be */
    bool all_sizes; /* an answer for all buffer sizes is wanted, whatever bound the file gives */
} model_request;

typedef struct model {
    diag diag;
    const frontend *frontend;
    program *program;
    program *full;          /* the program with candidates for repairs, where they were asked for; `program` is made of it then, with those that the file has */
    property_list properties;
    property_list safety;   /* those of them that are not temporal: the first ones, shared */
    footprints *footprints; /* of the program and these */
    report_options options; /* those of the request, with the file's own memory model and bound where they hold */
} model;

/* Reads the text, which `name` stands for in messages. What is wrong is in m->diag; without errors there are a program and properties. The model must be
 * released in either case. */
void model_read(model *m, const char *name, const char *text, size_t length, const model_request *request);
/* A model of which nothing is known but that it could not be read. */
void model_fail(model *m, const char *why);
void model_release(model *m);

/* The machine that the options speak of. */
machine model_machine(const model *m);

#endif
