/* preprocess.h: from a user's file to one text without comments, macros and directives, each line of which knows where it is from. */
#ifndef FRONTEND_PROMELA_PREPROCESS_H
#define FRONTEND_PROMELA_PREPROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/diag.h"

struct frontend_input;

/* Where a line of the text is from, and how that line was written, comments blanked; NULL where that is not known. */
typedef struct origin {
    uint32_t file, line;
    const char *written;
    uint32_t written_length;
} origin;

typedef struct preprocessed {
    const char *text; /* zero-terminated */
    size_t length;
    const origin *lines; /* one for each line of the text */
    size_t line_count;
    const struct preprocessed *marked; /* the same with mcpp's marks of macro calls (place.h); NULL where there is none */
} preprocessed;

/* False after errors, which are in `diag`. Everything lives in `memory`. */
bool preprocess(arena *memory, const struct frontend_input *input, diag *diag, preprocessed *out);

/* A text that is taken as it is, such as a condition of the command line; `file` is its number among the sources. */
bool preprocess_nothing(arena *memory, uint32_t file, const char *text, diag *diag, preprocessed *out);

#endif
