/* lexer.h: a DVE file as tokens, read one at a time. Comments are as in C; a backslash before the end of a line continues the line. */
#ifndef FRONTEND_DVE_LEXER_H
#define FRONTEND_DVE_LEXER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"

typedef enum dve_token_kind {
    DVE_END,
    DVE_NAME,
    DVE_NUMBER,
    DVE_BIG_NUMBER,   /* more than 2147483647 */
    DVE_OPEN_COMMENT, /* one that is never closed */
    DVE_ODD,          /* a character that DVE does not use */
#define KEYWORD(name, text) DVE_##name,
#define SIGN(name, text) DVE_##name,
#define FOREIGN(name, text, hint) DVE_##name,
#include "frontend/dve/token.def"
#undef KEYWORD
#undef SIGN
#undef FOREIGN
    DVE_TOKEN_KINDS
} dve_token_kind;

typedef struct dve_token {
    dve_token_kind kind;
    int32_t number;
    const char *text; /* not zero-terminated */
    size_t length;
    source_location where;
} dve_token;

typedef struct dve_lexer {
    const char *at, *end, *line_start;
    uint32_t file, line;
    const char *start;
    const source_location *places; /* of each character from the start on; NULL: as lines and columns tell */
    uint64_t hash; /* of all words and signs so far, and of their lines */
} dve_lexer;

void dve_lexer_init(dve_lexer *l, const char *text, const source_location *places, size_t length, uint32_t file);
dve_token dve_lexer_next(dve_lexer *l);

/* How the kind is written: "guard", "->", "a name". */
const char *dve_token_text(dve_token_kind kind);
bool dve_token_is_keyword(dve_token_kind kind);
/* What to write instead of a sign of another language; NULL for all others. */
const char *dve_token_hint(dve_token_kind kind);

#endif
