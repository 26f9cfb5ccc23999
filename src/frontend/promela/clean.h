/* clean.h: a source text without comments, fit for the preprocessor.
 *
 * The cleaned text has the lines of the original, and outside directives also its columns, so that a place in one is a
 * place in the other. Comments become blanks, carriage returns too. A quote that its line does not close becomes
 * CLEAN_LONE_QUOTE: an error only where the text is not skipped by an #if. */
#ifndef FRONTEND_PROMELA_CLEAN_H
#define FRONTEND_PROMELA_CLEAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

enum { CLEAN_MAX_LINE = 60000, CLEAN_MAX_FILE = 64 << 20, CLEAN_LONE_QUOTE = '`' };

typedef struct clean_text {
    const char *text; /* zero-terminated; NULL where the source cannot be used */
    size_t length;
    bool has_directives; /* a line starts with '#' */
    const char *fault;   /* why the text cannot be used; NULL: it can */
    uint32_t fault_line, fault_column;
    bool is_binary;      /* the fault: not a text at all */
} clean_text;

void clean_source(arena *memory, const char *text, size_t length, clean_text *out);

#endif
