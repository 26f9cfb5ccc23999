/* parse.h: what a PIMP file says, and what the files of the parser share (parse.c parse_expr.c).
 *
 * Expressions are those of the program already; statements are kept as written until lower.c has found out which control points are the
 * same. Parsing functions are named after the grammar symbol that they read. After an error (parser.failed) the next token reads as
 * PIMP_END, so that everything winds up quickly, and a list of statements finds the place to go on from. */
#ifndef FRONTEND_PIMP_PARSE_H
#define FRONTEND_PIMP_PARSE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"
#include "frontend/frontend.h"
#include "frontend/names.h"
#include "frontend/pimp/lexer.h"
#include "program/program.h"

enum {
    PIMP_MAX_DEPTH = 1000,       /* of nesting, and of an expression's tree */
    PIMP_MAX_STATEMENTS = 1 << 18,
    PIMP_MAX_VARIABLES = 1 << 16
};

/* ---- What was read ---- */
typedef enum pimp_statement_kind {
    PIMP_IS_SKIP, PIMP_IS_ASSIGN, PIMP_IS_FENCE, PIMP_IS_BARRIER, PIMP_IS_WAIT, PIMP_IS_ASSERT, PIMP_IS_IF, PIMP_IS_WHILE
} pimp_statement_kind;

typedef struct pimp_label {
    uint32_t name; /* in the parser's table of labels */
    source_location where;
} pimp_label;

typedef struct pimp_statement pimp_statement;
typedef struct pimp_block {
    size_t count;
    const pimp_statement *const *items;
} pimp_block;

struct pimp_statement {
    pimp_statement_kind kind;
    size_t label_count;
    const pimp_label *labels;
    uint32_t variable;          /* that is assigned to */
    const expr *value;          /* assigned, or the condition */
    pimp_block body, otherwise; /* of if and while */
    const char *text;           /* as written, on one line; of if and while only their condition */
    source_location where;
    source_location begins;     /* its first label or word */
    uint32_t last_line;         /* where it ends */
    uint32_t fence, barrier;    /* not 0: the candidates of these numbers, minus 1 (program/candidate.h); a statement that is there for them alone is a fence */
};

typedef struct pimp_thread {
    int32_t number;
    pimp_block body;
    source_location where;
} pimp_thread;

/* thread@label, whose node is not known yet: at->value is the label's name. */
typedef struct pimp_label_use {
    expr *at;
    int32_t thread;
} pimp_label_use;

/* What becomes of a variable: one that is only read is always 0. */
typedef struct pimp_variable_use {
    bool is_assigned, is_read;
    source_location first_read;
} pimp_variable_use;

typedef struct pimp_parser {
    program *program;
    arena *scratch;
    const frontend_input *input; /* NULL when one condition of an option is read: then variables must be there */
    diag *diag;
    pimp_lexer lexer;
    pimp_token now, next;
    const char *end_of_last;     /* token read */
    uint32_t last_line;          /* of that token */
    int32_t thread;              /* that is read */
    const char *resumed;         /* where parsing went on after an error: another one right there would be due to the first */
    bool failed;
    bool gave_up;                /* a limit was met: nothing after it is read */
    bool of_state;               /* a condition on the whole state: a variable means memory */
    unsigned depth;
    size_t statement_count;
    name_table variables;        /* numbers are those of program.globals */
    name_table labels;
    VEC(pimp_variable_use) uses;
    VEC(pimp_thread) threads;
    VEC(pimp_label_use) label_uses;
} pimp_parser;

/* ---- parse.c ---- */
void pimp_parser_init(pimp_parser *p, program *of, const frontend_input *input, diag *d, const char *text, const source_location *places, size_t length, uint32_t file);
void pimp_parser_release(pimp_parser *p);
/* Reads the whole file into `threads` and into the program's variables and conditions. */
void pimp_parse_file(pimp_parser *p);

static inline pimp_token_kind pimp_peek(const pimp_parser *p)
{
    return p->failed ? PIMP_END : p->now.kind;
}

pimp_token pimp_advance(pimp_parser *p);
bool pimp_accept(pimp_parser *p, pimp_token_kind kind);
/* Reads a token of this kind; otherwise an error: "expected ')' <context>, found 'x'". */
bool pimp_expect(pimp_parser *p, pimp_token_kind kind, const char *context);
/* An error at a token. */
void pimp_error(pimp_parser *p, const pimp_token *at, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* An error at the next token: "expected <what>, found ...", or what is wrong with that token. */
void pimp_error_expected(pimp_parser *p, const char *what);
/* A limit was met: an error after which parsing ends. */
void pimp_give_up(pimp_parser *p, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* One level deeper; leave must follow. At the limit an error. */
void pimp_enter(pimp_parser *p);
void pimp_leave(pimp_parser *p);

/* ---- parse_expr.c ---- */
/* Never NULL: after an error some constant. `what` names who needs it: "wait", "the value of x". */
const expr *pimp_condition(pimp_parser *p, const char *what);
const expr *pimp_number(pimp_parser *p, const char *what);
/* The variable's number; declares it where that may be. */
uint32_t pimp_variable(pimp_parser *p, const pimp_token *name);

/* ---- lower.c ---- */
/* Processes, one a thread, from what was read. */
void pimp_lower(pimp_parser *p);
/* Which node each thread@label means. */
void pimp_resolve_labels(pimp_parser *p);
enum { NO_THREAD = UINT32_MAX };
/* The process of a thread, or NO_THREAD. */
uint32_t pimp_process_of_thread(const program *p, int32_t thread);

#endif
