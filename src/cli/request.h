/* request.h: how the options of a command want a file to be read, and its reading. */
#ifndef CLI_REQUEST_H
#define CLI_REQUEST_H

#include "cli/options.h"
#include "library/model.h"

/* The request that the options of `check` make; texts live in `memory` or are the options'. False with a sentence in `error` where they do not fit. */
bool model_request_init(model_request *request, const options *o, arena *memory, strbuf *error);

/* Reads the file; prints warnings and errors on standard error. False when there was an error; the model must be released in either case. */
bool model_load(model *m, const char *path, const model_request *request);

/* On standard error, after what was printed before. */
void request_print_messages(const diag *d);

#endif
