/* place.h: which macros a token came from, and where it stands in the user's file.
 *
 * mcpp marks the macro calls in its output by comments (option -K): a call opens with its name and, if the user wrote it, its place
 * in the source; so does the use of an argument; both are closed again. Reading along, a placer knows for each token the macro calls
 * around it. Text outside of calls stands in the user's line as it is. */
#ifndef FRONTEND_PROMELA_PLACE_H
#define FRONTEND_PROMELA_PLACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/vec.h"
#include "frontend/promela/preprocess.h"

/* One macro call: the tokens `first` to `first + count - 1` stand for what was written. */
typedef struct macro_call {
    const struct macro_call *outer; /* the call that this one is part of; NULL for none */
    const char *written;            /* the call as written, not zero-terminated; NULL where that is not known */
    uint32_t written_length;
    uint32_t first, count;          /* in the order of the tokens of the text */
} macro_call;

typedef struct source_range {
    bool is_known;
    uint32_t line, column, end_line, end_column;
} source_range;

/* A call or an argument that is open. */
typedef struct opening {
    macro_call *call; /* NULL for an argument */
    source_range range;
    uint32_t cursor;  /* an argument: column where its next token may stand */
} opening;

typedef struct argument_range {
    const char *name; /* "LOCK:0-1", not zero-terminated */
    size_t length;
    source_range range;
} argument_range;

typedef struct placer {
    arena *memory;
    const origin *line;
    uint32_t column; /* in the user's line, of the next character that is outside of calls */
    uint32_t count;  /* of tokens so far */
    VEC(opening) open;
    VEC(argument_range) arguments; /* of the calls of this line */
} placer;

void place_start_line(placer *p, const origin *line);

/* Characters that belong to no token, or to one. */
void place_advance(placer *p, size_t length);

/* A mark of mcpp, without the signs of a comment. */
void place_mark(placer *p, const char *mark, size_t length);

/* Where the token stands that comes next; the innermost call around it. */
source_location place_token(placer *p, const char *text, size_t length, const macro_call **call);

void place_release(placer *p);

#endif
