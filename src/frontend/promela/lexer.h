/* lexer.h: the preprocessed text as tokens, each with its place in the user's file and with what the user wrote for it.
 *
 * place.c finds the place. A token that a macro made stands where the macro is called; a statement is shown with its macro calls as they
 * were written. */
#ifndef FRONTEND_PROMELA_LEXER_H
#define FRONTEND_PROMELA_LEXER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/strbuf.h"
#include "frontend/promela/place.h"
#include "frontend/promela/preprocess.h"

typedef enum token_kind {
    TOKEN_END,       /* of the text, or of an inline's body */
    TOKEN_NAME,
    TOKEN_NUMBER,    /* also character constants */
    TOKEN_STRING,
    TOKEN_BIG_NUMBER,/* more than 32 bits */
    TOKEN_LONE_QUOTE,/* a quote that its line does not close */
    TOKEN_DIRECTIVE, /* a # that the preprocessor left */
    TOKEN_ODD,       /* a character that Promela does not use */
#define KEYWORD(name, text) TOKEN_##name,
#define SIGN(name, text) TOKEN_##name,
#include "frontend/promela/token.def"
#undef KEYWORD
#undef SIGN
    TOKEN_KINDS
} token_kind;

/* One for each spelling: what the parser knows about it so far. */
typedef struct word {
    const char *text;
    uint32_t length;
    token_kind kind;          /* TOKEN_NAME or a keyword */
    bool is_type;             /* a typedef's name */
    bool is_declared;         /* a variable's or an mtype's, declared already, or an inline's, defined anywhere */
    bool is_process;          /* a proctype's, declared already */
    bool will_be_process;     /* a proctype's, declared anywhere in the file */
    struct inline_definition *definition;
    struct label_use *labels; /* of the current proctype, latest first */
} word;

typedef struct token {
    token_kind kind;
    bool starts_line;         /* of the preprocessed text */
    bool space_before;
    int32_t number;
    const char *text;         /* not zero-terminated */
    uint32_t length;
    word *word;               /* names and keywords */
    source_location where;
    uint32_t order;           /* number in the preprocessed text */
    bool is_argument;         /* of an inline, in the place of a parameter */
    bool starts_argument;     /* the first of it */
    source_location parameter; /* the place of that parameter */
    const macro_call *call;   /* the innermost macro call that made it; NULL for none */
} token;

typedef struct token_list {
    token *data;
    size_t count;  /* without the last, a TOKEN_END */
    uint64_t hash; /* of all words and signs and their lines */
} token_list;

token_list lexer_tokens(arena *memory, const preprocessed *text);

/* How the kind is written: "proctype", "->", "a name". */
const char *token_kind_text(token_kind kind);

/* The tokens as the user wrote them, blanks folded, cut at `limit` bytes. */
void token_text(const token *tokens, size_t count, size_t limit, strbuf *out);

#endif
