/* parse.h: what the files of the parser share (parse.c parse_expr.c parse_stmt.c parse_decl.c parse_inline.c parse_foreign.c).
 *
 * Parsing functions are named after the grammar symbol that they read. They never return NULL for a symbol that must be there: after
 * an error (parser.failed) the next token reads as TOKEN_END, so that everything winds up quickly with some node, no further
 * message is given, and a sequence or the list of units finds the place to go on from. */
#ifndef FRONTEND_PROMELA_PARSE_H
#define FRONTEND_PROMELA_PARSE_H

#include "base/vec.h"
#include "frontend/promela/ast.h"
#include "frontend/promela/lexer.h"

enum {
    PARSE_MAX_DEPTH = 1000,           /* of nesting of any kind, and of an expression's tree */
    PARSE_MAX_EXPANSION = 1000 * 1000, /* tokens that inlines expand to */
    PARSE_TEXT_LENGTH = 60
};

typedef struct inline_definition {
    word *name;
    source_location where;
    const token *body; /* from '{' to '}' */
    size_t body_count;
    word **parameters;
    size_t parameter_count;
} inline_definition;

/* A label of the current proctype, and which expansion of an inline it was in. */
typedef struct label_use {
    ast_label *label;
    uint32_t expansion;
    struct label_use *next; /* earlier one of the same name */
} label_use;

typedef struct goto_use {
    ast_statement *statement;
    word *name;
} goto_use;

/* The inline being expanded; the outermost one last. */
typedef struct expansion {
    const inline_definition *definition;
    uint32_t number;         /* 0: not inside an inline */
    ast_expr *return_target; /* x in x = f(..); NULL without */
    size_t first_goto;       /* in parser.gotos: those from here on are of this expansion */
    struct expansion *outer;
} expansion;

typedef struct parser {
    arena *memory;
    diag *diag;
    ast_file *file;       /* NULL when one expression is read */
    const token *tokens;  /* ended by TOKEN_END: the file's, or those of an expansion */
    size_t at;
    bool failed;
    bool gave_up;         /* a limit was met: nothing after it is read */
    const token *resumed; /* where parsing went on after an error: another error right there would be due to the first */
    const token *after_inline; /* the token behind a call of an inline, which needs no separator */
    token_kind closer;    /* of the sequence that is read: '}', fi or od */
    bool in_sequence;     /* a line end may end a statement */
    bool in_middle;       /* of a conditional expression: a ':' belongs to it */
    unsigned parens;      /* open ( and [ */
    unsigned depth;       /* of nesting */
    unsigned height;      /* of the tree of the expression read last */
    size_t expanded;      /* tokens made by inlines so far */
    uint32_t expansion_count;
    expansion *current;   /* never NULL */
    VEC(goto_use) gotos;  /* of the current proctype, not bound to a label yet */
    VEC(word *) labelled; /* words with labels in the current proctype */
    ast_mtype **last_mtype;
    ast_typedef **last_typedef;
    ast_decl **last_global;
    ast_proctype **last_proctype;
    ast_claim **last_claim;
    unsigned unnamed_formulas; /* so far */
} parser;

/* ---- parse.c: tokens and errors ---- */
static inline token_kind peek(const parser *p)
{
    return p->failed ? TOKEN_END : p->tokens[p->at].kind;
}

/* The kind behind the next token. */
static inline token_kind peek_second(const parser *p)
{
    return peek(p) == TOKEN_END ? TOKEN_END : p->tokens[p->at + 1].kind;
}

static inline const token *current(const parser *p)
{
    return &p->tokens[p->at];
}

static inline source_location here(const parser *p)
{
    return p->tokens[p->at].where;
}

const token *parse_advance(parser *p);
bool parse_accept(parser *p, token_kind kind);

/* Reads a token of this kind; otherwise an error: "expected ')' <context>, found 'x'". */
bool parse_expect(parser *p, token_kind kind, const char *context);

/* A name, with an error "expected <what>, found ..." where there is none; then "". */
const char *parse_expect_name(parser *p, const char *what);
/* The file names this label (process NULL: of any process) and asks whether somebody stands there. */
void parse_note_label(parser *p, const char *process, const char *name);

/* An error at a token: parsing goes on behind the statement or declaration. */
void parse_error(parser *p, const token *at, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* An error at the next token: "expected <what>, found ...", or what is wrong with that token. */
void parse_error_expected(parser *p, const char *what);
/* A limit was met: an error after which parsing ends. */
void parse_give_up(parser *p, const token *at, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* An error that leaves the parser in step. */
void parse_complain(parser *p, source_location where, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* One level deeper; leave must follow. At the limit an error. */
void parse_enter(parser *p);
void parse_leave(parser *p);

bool parse_starts_unit(token_kind kind);
/* Behind the bracket that closes the one at the next token, or at the end. */
void parse_skip_balanced(parser *p, token_kind open, token_kind close);
/* c_code and its like, with what belongs to them. */
void parse_refuse_c(parser *p);

/* ---- parse_expr.c ---- */
ast_expr *parse_expr(parser *p);
/* An expression that begins with an operand that was read already. */
ast_expr *parse_expr_after(parser *p, ast_expr *first);
ast_expr *parse_primary(parser *p);
bool parse_starts_operand(token_kind kind);
ast_expr *parse_varref(parser *p);
ast_expr *parse_expr_list(parser *p);    /* expr { ',' expr } */
ast_expr *parse_receive_arguments(parser *p);
ast_expr *parse_send_arguments(parser *p);
ast_expr *parse_string(parser *p);
ast_expr *parse_new_expr(parser *p, ast_expr_kind kind, source_location where);

/* ---- parse_stmt.c ---- */
ast_statement *parse_new_statement(parser *p, ast_statement_kind kind, source_location where);
ast_statement *parse_statement(parser *p);
ast_sequence *parse_sequence(parser *p);
ast_sequence *parse_block(parser *p, const char *what); /* '{' sequence '}' */

/* ---- parse_decl.c ---- */
bool parse_starts_type(const token *t);
bool parse_starts_declaration(const parser *p);
ast_decl *parse_one_decl(parser *p, bool is_global);
void parse_units(parser *p);

/* ---- parse_foreign.c: what other languages have ---- */
/* The next token cannot stand here: an error that knows what is probably meant by it, by two signs or by the word before it; false where we do not. */
bool parse_advise(parser *p);
/* What foreign_advice says of the word, unless the file declares it. */
const char *parse_foreign_advice(const token *t);
/* Statements: what starts one, and what tells and reads it. */
bool parse_is_compared_call(const parser *p);
bool parse_starts_foreign_call(const parser *p);
ast_statement *parse_foreign_call(parser *p);
bool parse_is_foreign_if(const parser *p);
ast_statement *parse_foreign_if(parser *p, source_location where);
ast_statement *parse_foreign_else_if(parser *p, source_location where);
ast_statement *parse_foreign_do(parser *p, source_location where);
bool parse_is_foreign_range(const parser *p);
/* False where a range follows all the same. */
bool parse_foreign_range(parser *p);
bool parse_is_compound_assignment(const parser *p);
ast_statement *parse_compound_assignment(parser *p, ast_expr *target, const token *first);
void parse_refuse_function(parser *p, const token *name);
bool parse_skip_foreign_word(parser *p);

/* ---- parse_inline.c ---- */
void parse_inline_definition_unit(parser *p);
bool parse_starts_inline_call(const parser *p);
/* The body of the inline called here, arguments in place; labels and gotos of it are its own. */
ast_sequence *parse_inline_call(parser *p, ast_expr *return_target);
void parse_add_label(parser *p, word *name, ast_label *label);
void parse_add_goto(parser *p, word *name, ast_statement *statement);
/* Forgets the labels of a proctype. */
void parse_end_of_labels(parser *p);

#endif
