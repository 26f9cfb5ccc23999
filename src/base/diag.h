/* diag.h: source files, places in them, and messages to the user about them.
 *
 * Messages are collected, so that one run can report several; cli prints them. Nothing here exits. */
#ifndef BASE_DIAG_H
#define BASE_DIAG_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/strbuf.h"
#include "base/vec.h"

/* A place: file is an index into the diag's sources; line and column count from 1; line 0 is "no place". */
typedef struct source_location {
    uint32_t file, line, column;
} source_location;

typedef struct source {
    const char *name;
    const char *text; /* zero-terminated; NULL where the text is not known */
    size_t length;
} source;

typedef enum diag_severity { DIAG_NOTE, DIAG_WARNING, DIAG_ERROR } diag_severity;

typedef struct diag_message {
    diag_severity severity;
    source_location where;
    const char *text;
} diag_message;

enum { DIAG_MAX_ERRORS = 20 };

typedef struct diag {
    arena *memory;
    VEC(source) sources;
    VEC(diag_message) messages;
    unsigned error_count; /* of all errors; messages holds the first DIAG_MAX_ERRORS */
} diag;

void diag_init(diag *d);
void diag_release(diag *d);

/* Registers a source; text is copied (NULL: not known). A name seen before gives its old number. */
uint32_t diag_add_source(diag *d, const char *name, const char *text, size_t length);

/* The same for a text that is no file, such as an option's: `--never` may be given twice, so the name gets a number behind it where another text has
 * the name. */
uint32_t diag_add_text(diag *d, const char *name, const char *text);

void diag_error(diag *d, source_location where, const char *format, ...) __attribute__((format(printf, 3, 4)));
void diag_warning(diag *d, source_location where, const char *format, ...) __attribute__((format(printf, 3, 4)));
void diag_note(diag *d, source_location where, const char *format, ...) __attribute__((format(printf, 3, 4)));

bool diag_has_errors(const diag *d);

/* "note", "warning", "error". */
const char *diag_severity_name(diag_severity severity);

/* "file.pml" of a place; "" for no place. */
const char *diag_file_name(const diag *d, source_location where);

/* Adds the source line of a place, tabs as blanks and unprintable bytes as '?'; false where it is not known. */
bool diag_add_line(const diag *d, source_location where, strbuf *out);

/* Every message as `file:line:column: error: text`, the source line and a caret below; long lines are cut. */
void diag_print(const diag *d, strbuf *out);

#endif
