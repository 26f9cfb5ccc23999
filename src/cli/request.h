/* request.h: what the options of a command ask of the library. */
#ifndef CLI_REQUEST_H
#define CLI_REQUEST_H

#include "cli/options.h"
#include "library/handles.h"

/* The library's options; NULL, with a sentence in `error`, where the library does not take what the user gave. */
tarry_options *request_new(const options *o, strbuf *error);

/* On standard error, after what was printed before. */
void request_print(const char *messages);
void request_print_messages(const diag *d);

#endif
