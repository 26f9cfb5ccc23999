/* ast.h: a Promela file as written, names not yet resolved.
 *
 * The parser (parse*.c) builds it, after preprocessing and with inlines expanded; lower*.c turns it into a program. Nodes
 * live in the arena of the parse. Lists are linked by `next`. */
#ifndef FRONTEND_PROMELA_AST_H
#define FRONTEND_PROMELA_AST_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/diag.h"
#include "program/expr.h"

typedef struct ast_expr ast_expr;
typedef struct ast_decl ast_decl;
typedef struct ast_statement ast_statement;
typedef struct ast_sequence ast_sequence;

typedef enum ast_expr_kind {
    AST_NUMBER,   /* number (true and false are 1 and 0) */
    AST_NAME,     /* name: variable, mtype constant, or a word such as mfence */
    AST_INDEX,    /* a[b] */
    AST_MEMBER,   /* a.name */
    AST_UNARY,    /* op a */
    AST_BINARY,   /* a op b */
    AST_CONDITIONAL, /* (a -> b : c) */
    AST_CALL,     /* name(arguments): len empty nempty full nfull READ SVAR GSVAR view enabled pc_value ... */
    AST_RUN,      /* run name(arguments) */
    AST_POLL,     /* a?[arguments] or a??[arguments] (random) */
    AST_AT,       /* name[a]@label, a NULL without index */
    AST_REMOTE,   /* name[a]:b  with b an AST_NAME, AST_INDEX or AST_MEMBER */
    AST_PID, AST_NR_PR, AST_TIMEOUT, AST_LAST, AST_NP, /* _pid _nr_pr timeout _last np_ */
    AST_UNDERSCORE, /* _ */
    AST_EVAL,     /* eval(a), in receive arguments */
    AST_STRING    /* text */
} ast_expr_kind;

struct ast_expr {
    ast_expr_kind kind;
    expr_op op;
    int32_t number;
    const char *name, *label, *text;
    ast_expr *a, *b, *c;
    ast_expr *arguments; /* list by next */
    ast_expr *next;
    bool random;
    source_location where;
};

typedef enum ast_type_kind { AST_BIT, AST_BOOL, AST_BYTE, AST_SHORT, AST_INT, AST_UNSIGNED, AST_MTYPE, AST_CHAN, AST_PIDTYPE, AST_STRUCT } ast_type_kind;

typedef struct ast_type {
    ast_type_kind kind;
    const char *name;   /* AST_STRUCT: the typedef's; AST_MTYPE: the set's, NULL for the unnamed one */
    struct ast_type *next; /* in channel message lists */
    source_location where;
} ast_type;

/* One declared variable; `byte a, b[2] = 1` gives two. */
struct ast_decl {
    ast_type type;
    const char *name;
    bool ghost, hidden, show, is_local_keyword;
    ast_expr *unsigned_width; /* unsigned x : 3 */
    ast_expr *array;          /* number of elements, NULL for a scalar */
    ast_expr *initializer;    /* list by next: one expression, or the members of { ... } */
    bool initializer_is_list; /* written in braces */
    bool is_channel_initializer; /* = [capacity] of { fields } */
    ast_expr *capacity;
    ast_type *fields;
    ast_decl *next;
    source_location where;
};

typedef enum ast_statement_kind {
    AST_DECLARATION,  /* decls */
    AST_EXPRESSION,   /* a: a condition, a run, or a word or call such as mfence, store(x,1), WRITE(s,v), FENCE(), cas(..) */
    AST_ASSIGN,       /* a = b */
    AST_INCREMENT, AST_DECREMENT, /* a++ a-- */
    AST_SEND,         /* a!arguments; sorted for !! */
    AST_RECEIVE,      /* a?arguments; random for ??; peek for a?<arguments> */
    AST_ASSERT,       /* a */
    AST_PRINTF,       /* a is AST_STRING; arguments.  printm(a): text NULL, a the value */
    AST_SKIP,
    AST_ELSE,
    AST_GOTO,         /* name */
    AST_BREAK,
    AST_IF, AST_DO,   /* options: list of sequences by next */
    AST_FOR,          /* for (a : b .. c) body; for (a in b) body: c NULL */
    AST_SELECT,       /* select (a : b .. c) */
    AST_ATOMIC, AST_D_STEP, AST_BLOCK, /* body */
    AST_UNLESS,       /* body unless escape */
    AST_XR            /* xr/xs assertions: channels in arguments; ignored */
} ast_statement_kind;

typedef struct ast_label {
    const char *name;
    struct ast_label *next;
    source_location where;
} ast_label;

struct ast_statement {
    ast_statement_kind kind;
    ast_label *labels;   /* those written before it, in order */
    ast_expr *a, *b, *c;
    ast_expr *arguments;
    bool sorted, random, peek;
    const char *name;
    ast_decl *decls;
    ast_sequence *options; /* AST_IF, AST_DO */
    ast_sequence *body, *escape;
    const char *text;    /* the statement as written, blanks folded, at most some 60 characters; for compound ones the first word */
    ast_statement *next;
    source_location where;
    /* In the text, for changes of it; line 0 where the place is not in plain text (a macro's, an argument's). */
    source_location begins; /* its first label or word */
    source_location word;   /* its first word */
    source_location sign;   /* AST_ASSIGN, AST_INCREMENT, AST_DECREMENT: of = ++ -- */
    source_location ends;   /* behind its last word or sign */
    uint32_t last_line;     /* where it ends, in any case */
};

struct ast_sequence {
    ast_statement *first;
    ast_sequence *next;  /* next option */
    bool is_path;        /* an option, the body of a for, of an inline, of atomic or d_step: what is added behind its last statement is not what is added behind the whole */
    source_location where, end; /* end: of the closing brace, `fi`, `od` or next `::` */
};

typedef struct ast_proctype {
    const char *name;      /* "init" for init */
    bool is_init, is_d_proctype;
    ast_expr *active;      /* active [N]: N; a number 1 for plain active; NULL where not active */
    ast_decl *parameters;  /* list by next */
    ast_expr *provided;
    ast_expr *priority;    /* to be refused */
    ast_sequence *body;
    struct ast_proctype *next;
    source_location where;
} ast_proctype;

typedef struct ast_mtype {   /* one name of an mtype declaration, in source order */
    const char *set;         /* mtype:set = { ... }; NULL for the unnamed one */
    const char *name;
    bool starts_declaration; /* the first name between its braces: values count per declaration */
    struct ast_mtype *next;
    source_location where;
} ast_mtype;

typedef struct ast_typedef {
    const char *name;
    ast_decl *members;
    struct ast_typedef *next;
    source_location where;
} ast_typedef;

typedef struct ast_inline {  /* only its name: it is expanded where it is called */
    const char *name;
    struct ast_inline *next;
    source_location where;
} ast_inline;

typedef enum ast_claim_kind { AST_CLAIM_FORMULA, AST_CLAIM_NEVER, AST_CLAIM_TRACE } ast_claim_kind;

typedef struct ast_claim {
    ast_claim_kind kind;
    const char *name;       /* "never claim", "never claim NAME", "ltl NAME", "trace", "notrace" */
    ast_sequence *body;     /* of never */
    const char *formula;    /* of ltl: what stands between the braces, macros replaced */
    const source_location *places; /* of each of its characters, and of the end */
    struct ast_claim *next;
    source_location where;
} ast_claim;

/* P@label, anywhere in the file. */
typedef struct ast_label_reference {
    const char *process;    /* NULL: any */
    const char *label;
    struct ast_label_reference *next;
} ast_label_reference;

typedef enum ast_header { AST_HEADER_NONE, AST_HEADER_SC, AST_HEADER_TSO, AST_HEADER_PSO } ast_header;

typedef struct ast_file {
    ast_mtype *mtypes;
    ast_typedef *typedefs;
    ast_decl *globals;
    ast_proctype *proctypes; /* source order, init among them */
    ast_claim *claims;
    ast_inline *inlines;     /* the last one first */
    ast_label_reference *label_references;
    ast_header header;       /* the store-buffer header that was included */
    source_location header_where;
    ast_expr *proc_size, *var_size, *buff_size; /* PROCSIZE VARSIZE BUFFSIZE, where defined */
    bool asks_last;          /* _last occurs */
    uint64_t text_hash;      /* of the preprocessed text */
} ast_file;

/* parse.c: the file, or NULL after errors in `diag`. */
struct frontend_input;
ast_file *promela_parse(arena *memory, const struct frontend_input *input, diag *diag);
/* One expression, as on the command line; `what` is used as the source's name in messages, unless `places` says where its characters stand. NULL after errors. */
ast_expr *promela_parse_expression(arena *memory, const char *what, const char *text, const source_location *places, diag *diag);

/* lower.c: the program, or NULL after errors in `diag`. */
struct program;
struct program *promela_lower(const ast_file *file, const struct frontend_input *input, diag *diag);
/* lower_condition.c: a condition on the states of a finished program. NULL after errors. */
const expr *promela_lower_condition(struct program *program, const ast_expr *e, diag *diag);

#endif
