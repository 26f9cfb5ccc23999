/* parse.h: from text to dve_file. Functions are named after the grammar symbol that they read. */
#ifndef FRONTEND_DVE_PARSE_H
#define FRONTEND_DVE_PARSE_H

#include "base/arena.h"
#include "frontend/dve/ast.h"
#include "frontend/dve/lexer.h"

enum { DVE_MAX_DEPTH = 250 }; /* of nesting, and of an expression's tree: each level is a dozen calls of the parser */

typedef struct dve_parser {
    arena *memory;           /* of the tree */
    diag *diag;
    dve_lexer lexer;
    dve_token now, next;
    const char *end_of_last; /* token read */
    const char *resumed;     /* where parsing went on after an error: another one right there would be due to the first */
    bool of_state;           /* one condition of an option or a formula is read, on the whole state */
    bool failed;
    bool gave_up;            /* a limit was met: nothing after it is read */
    unsigned depth;
} dve_parser;

void dve_parser_init(dve_parser *p, arena *memory, diag *d, const char *text, const source_location *places, size_t length, uint32_t file);

/* ---- parse.c ---- */
void dve_parse_file(dve_parser *p, dve_file *out);

static inline dve_token_kind dve_peek(const dve_parser *p)
{
    return p->failed ? DVE_END : p->now.kind;
}

dve_token dve_advance(dve_parser *p);
bool dve_accept(dve_parser *p, dve_token_kind kind);
/* Reads a token of this kind; otherwise an error: "expected ')' <context>, found 'x'". */
bool dve_expect(dve_parser *p, dve_token_kind kind, const char *context);
/* Reads a name; its text is NULL after an error. */
dve_name dve_read_name(dve_parser *p, const char *context);
/* An error at a token. */
void dve_error(dve_parser *p, const dve_token *at, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* An error at the next token: "expected <what>, found ...", or what is wrong with that token. */
void dve_error_expected(dve_parser *p, const char *what);
/* A limit was met: an error after which parsing ends. */
void dve_give_up(dve_parser *p, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The source from `start` to the last token read, blanks folded, cut. */
const char *dve_text_since(const dve_parser *p, const char *start);

/* ---- parse_expr.c ---- */
/* Never NULL: after an error some constant. */
const dve_expr *dve_expression(dve_parser *p);

#endif
