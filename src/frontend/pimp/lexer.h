/* lexer.h: a PIMP file as tokens, read one at a time. Comments are as in C. */
#ifndef FRONTEND_PIMP_LEXER_H
#define FRONTEND_PIMP_LEXER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"

typedef enum pimp_token_kind {
    PIMP_END,
    PIMP_NAME,
    PIMP_NUMBER,
    PIMP_BIG_NUMBER,   /* more than 2147483647 */
    PIMP_OPEN_COMMENT, /* one that is never closed */
    PIMP_ODD,          /* a character that PIMP does not use */
#define KEYWORD(name, text) PIMP_##name,
#define SIGN(name, text) PIMP_##name,
#define FOREIGN(name, text, hint) PIMP_##name,
#include "frontend/pimp/token.def"
#undef KEYWORD
#undef SIGN
#undef FOREIGN
    PIMP_TOKEN_KINDS
} pimp_token_kind;

typedef struct pimp_token {
    pimp_token_kind kind;
    int32_t number;
    const char *text; /* not zero-terminated */
    size_t length;
    source_location where;
} pimp_token;

typedef struct pimp_lexer {
    const char *at, *end, *line_start;
    uint32_t file, line;
    const char *start;
    const source_location *places; /* of each character from the start on; NULL: as lines and columns tell */
    uint64_t hash; /* of all words and signs so far, and of their lines */
} pimp_lexer;

void pimp_lexer_init(pimp_lexer *l, const char *text, const source_location *places, size_t length, uint32_t file);
pimp_token pimp_lexer_next(pimp_lexer *l);

/* How the kind is written: "while", ":=", "a name". */
const char *pimp_token_text(pimp_token_kind kind);
/* What to write instead of a sign of another language; NULL for all others. */
const char *pimp_token_hint(pimp_token_kind kind);

#endif
