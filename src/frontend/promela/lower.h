/* lower.h: what the files of the lowering share: names, accesses to variables, and the structure of a process body.
 *
 * lower.c drives it: global names first, then the locals of every proctype (so that P:x can be resolved anywhere), then the
 * bodies, last the references to labels. Errors go to `diag` and the work goes on; a program is only handed out without any. */
#ifndef FRONTEND_PROMELA_LOWER_H
#define FRONTEND_PROMELA_LOWER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/vec.h"
#include "frontend/frontend.h"
#include "frontend/names.h"
#include "frontend/promela/ast.h"
#include "program/program.h"

enum {
    LOWER_MAX_ELEMENTS = 1 << 20, /* of all variables of one scope of storage together */
    LOWER_MAX_VARIABLES = 1 << 16,
    LOWER_MAX_FIELDS = 255,
    LOWER_MAX_STATEMENTS = 1 << 18, /* of one process */
    LOWER_NO_PROCESS = 0x7fffffff
};

/* ---- Names (symbols.c) ---- */
typedef enum symbol_kind { SYMBOL_VARIABLE, SYMBOL_MTYPE, SYMBOL_PROCTYPE } symbol_kind;

typedef struct symbol {
    const char *name;
    symbol_kind kind;
    bool is_local;
    uint32_t first, count; /* the variables that a declaration was flattened to: in globals, or in the locals of the process */
    int32_t value;         /* of an mtype constant */
    uint32_t process;      /* of a proctype */
    const ast_decl *decl;  /* of a variable; NULL where it is not from the file */
    source_location where;
} symbol;

/* A proctype while its body is lowered. */
typedef struct proctype_info {
    const ast_proctype *ast;
    VEC(symbol) locals;  /* in the order of declaration, parameters first */
    uint32_t next_local; /* the next one that the walk over the body comes to */
} proctype_info;

/* A P@label whose node is not known yet. */
typedef struct label_use {
    expr *at;
    const char *label;
} label_use;

/* A statement that is one step here and several on a machine. */
typedef struct load_note {
    source_location where;
    const char *what;  /* what it does */
    int64_t stored;    /* the global that it loads and stores; -1: it loads several */
} load_note;

typedef struct lowering {
    program *program;
    arena *scratch;
    diag *diag;
    const ast_file *file;
    const frontend_input *input;
    bool is_condition;           /* of --never and the like, or of a never claim: a global means memory, view() is known */
    VEC(symbol) globals;
    name_table global_names;     /* of the globals: a number is a position there */
    VEC(proctype_info) proctypes;
    VEC(const symbol *) visible; /* local names in scope, innermost last */
    uint32_t process;            /* whose body is lowered; LOWER_NO_PROCESS outside of all */
    bool in_atomic, in_d_step;   /* where the statement at hand stands */
    bool has_rendezvous;         /* some channel of the program has capacity 0 */
    int64_t shared;              /* the global that the mmlib header's words mean; -1 without a header */
    VEC(const char *) mtype_sets;
    VEC(label_use) label_uses;
    VEC(load_note) load_notes;
} lowering;

void lowering_release(lowering *l);
process_type *lowering_process(lowering *l);

/* Adds a global name, or reports that it is declared twice. */
void symbol_add_global(lowering *l, symbol added);
const symbol *symbol_find(const lowering *l, const char *name);
const symbol *symbol_find_global(const lowering *l, const char *name);
/* Makes a local visible; `scope` is the number of visible names when the innermost block began. */
void symbol_show(lowering *l, const symbol *added, size_t scope);
/* Reports a name that nothing declares, or a call of nothing, with what is probably meant. */
void symbol_report_unknown(lowering *l, const ast_expr *e, bool is_statement);

/* ---- Types and declarations (lower_types.c) ---- */
typedef struct flat_variable {
    variable variable;
    const ast_decl *decl; /* its own: the member's, in a struct */
} flat_variable;
typedef VEC(flat_variable) flat_list;
typedef VEC(channel) channel_list;

/* Appends the variables that the declaration flattens to; false after an error. */
bool types_flatten(lowering *l, const ast_decl *decl, flat_list *out);
void types_declare_global(lowering *l, const ast_decl *decl);
/* Declares a local of the process at hand and appends it to the locals of its proctype_info. */
void types_declare_local(lowering *l, const ast_decl *decl, bool is_parameter);
/* Lowers the initialiser of a local that gets its value when the process is created. */
void types_initialize_local(lowering *l, const symbol *s);
uint32_t types_mtype_set(lowering *l, const char *name);
void types_declare_mtypes(lowering *l);
const ast_typedef *types_find_typedef(const lowering *l, const char *name);
/* The value of a constant expression; false (and a message that begins with `what`) where it is none. */
bool types_constant(lowering *l, const ast_expr *e, const char *what, int32_t *value);
/* A channel that starts in the variable (of the process at hand); NULL where the variable is declared without one. */
const channel *types_channel_of(lowering *l, bool is_local, uint32_t variable);

/* ---- Expressions and places (lower_expr.c, lower_access.c) ---- */
typedef struct access {
    bool is_local;
    uint32_t process;  /* of a local */
    uint32_t variable;
    const variable *declared;
    const expr *index; /* NULL: element 0 */
    source_location where;
} access;

/* Never NULL: after an error it is a constant. */
const expr *lower_expr(lowering *l, const ast_expr *e);
/* An expression that must be a channel; NULL after an error. */
const expr *lower_channel(lowering *l, const ast_expr *e, access *found);
const expr *lower_binary(lowering *l, expr_op op, const expr *a, const expr *b, source_location where);
/* The place that an assignment to e writes; kind PLACE_NONE after an error. */
place lower_place(lowering *l, const ast_expr *e);
/* `index` wrapped so that it lies in 0..count-1; a constant outside is an error. */
const expr *lower_bound(lowering *l, const expr *index, uint32_t count, const char *name, source_location where);

/* The index of a proctype; LOWER_NO_PROCESS after an error. */
uint32_t lower_proctype(lowering *l, const char *name, source_location where);
/* c?[...]: would the receive succeed? (lower_step.c) */
const expr *lower_poll(lowering *l, const ast_expr *e);

/* Which variable e means; false after an error. */
bool access_resolve(lowering *l, const ast_expr *e, access *out);
/* A local of another process: e is resolved among the locals of the type. */
bool access_resolve_remote(lowering *l, const ast_expr *e, uint32_t process, access *out);
/* The number of elements of the array that e names (without an index); false after an error. */
bool access_array_size(lowering *l, const ast_expr *e, uint32_t *count);
const expr *access_read(lowering *l, const access *a);
place access_place(const access *a);
/* True when e names a struct as a whole (or an array of them). */
bool access_is_struct(lowering *l, const ast_expr *e);
typedef VEC(access) access_list;
/* Every scalar of a struct, in the order of declaration. */
bool access_expand_struct(lowering *l, const ast_expr *e, access_list *out);

/* ---- Statements that are one step (lower_step.c, lower_words.c) ---- */
typedef struct step_code {
    const expr *guard;
    uint32_t effect_count;
    const effect *effects;
    bool is_else;
    bool may_rendezvous; /* sends or receives on what may be a rendezvous channel */
    bool is_gap;         /* there for candidates alone */
} step_code;

step_code lower_step(lowering *l, const ast_statement *s);
step_code step_assign(lowering *l, const place *target, const expr *value, source_location where);
/* Blocks until e is true; without a guard where it always is. */
step_code step_condition(lowering *l, const ast_expr *e);
void step_add_effect(lowering *l, step_code *code, effect added);

/* A statement such as mfence, WRITE(s, v), cas(x, old, new, r). False where its word is none of them (or is the user's own). */
bool lower_word_statement(lowering *l, const ast_expr *e, step_code *code);
/* READ(s), SVAR(p, s), GSVAR(s), view(p, x). False where the call is none of them. */
bool lower_word_expr(lowering *l, const ast_expr *e, const expr **value);
bool word_is_builtin(const lowering *l, const char *name);

/* ---- membarrier (lower_membarrier.c) ---- */
#define LOWER_NOTED "_drained" /* the local that has a bit for each process whose buffer was empty during the call */
void membarrier_statement(lowering *l, const ast_expr *e, step_code *code);
/* Writes the calls out as edges, when all processes are lowered. */
void lower_membarriers(lowering *l);

/* ---- Process bodies (lower_control.c and those that lower_body.h names) ---- */
/* Nodes, edges and labels of the process at hand. */
void lower_body(lowering *l, const ast_sequence *s);
/* Declares the locals of the sequence and of all that it contains, in source order. */
void lower_declare_locals(lowering *l, const ast_sequence *s);

/* ---- Claims (lower_claim.c, lower_ask.c) ---- */
/* pc_value(n), enabled(n): when all processes are lowered. */
const expr *lower_ask(lowering *l, const ast_expr *e);
/* Those of the file, when all processes are lowered. */
void lower_claims(lowering *l);
/* Lets every step note whose it is, in the ghost LOWER_LAST. */
#define LOWER_LAST "_last"
void lower_last(lowering *l);

/* ---- Warnings (lower_warn.c) ---- */
/* About relaxed globals of the finished program that only count and are asserted on. */
void warn_counters(lowering *l);
/* Where the value is a constant that the variable cannot hold. */
void warn_value(lowering *l, const variable *v, const expr *value);
/* Where an option beside an else begins with an assignment. */
void warn_assigned_guard(lowering *l, const ast_sequence *option);
/* About the statements that note_loads found; once. */
void warn_loads(lowering *l);

#endif
