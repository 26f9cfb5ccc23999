/* ast.h: a DVE file as it is written. Names are not resolved: a condition may speak of processes further down. */
#ifndef FRONTEND_DVE_AST_H
#define FRONTEND_DVE_AST_H

#include <stdbool.h>
#include <stdint.h>

#include "base/diag.h"
#include "base/vec.h"
#include "program/expr.h"

typedef struct dve_name {
    const char *text; /* NULL: none is written */
    source_location where;
} dve_name;

typedef enum dve_expr_kind {
    DVE_EXPR_NUMBER,
    DVE_EXPR_NAME,   /* name, name[a] */
    DVE_EXPR_STATE,  /* process.name */
    DVE_EXPR_REMOTE, /* process->name, process->name[a] */
    DVE_EXPR_VIEW,   /* view(process, name), view(process, name[a]); in conditions on whole states */
    DVE_EXPR_UNARY,
    DVE_EXPR_BINARY,
    DVE_EXPR_IMPLY
} dve_expr_kind;

typedef struct dve_expr dve_expr;
struct dve_expr {
    dve_expr_kind kind;
    expr_op op;
    int32_t value;
    dve_name process, name;
    const dve_expr *a, *b;
    source_location where;
};

typedef VEC(const dve_expr *) dve_expr_list;

typedef struct dve_variable {
    dve_name name;
    bool is_const;
    value_type type;
    const dve_expr *size; /* NULL: a scalar */
    bool has_list;        /* = { ... } */
    dve_expr_list values;
} dve_variable;

typedef struct dve_channel {
    dve_name name;
    bool is_typed;
    VEC(value_type) fields;
    const dve_expr *capacity; /* of a typed one */
} dve_channel;

typedef struct dve_assignment {
    const dve_expr *target; /* DVE_EXPR_NAME */
    const dve_expr *value;
} dve_assignment;

typedef enum dve_sync_kind { DVE_SYNC_NONE, DVE_SYNC_SEND, DVE_SYNC_RECEIVE } dve_sync_kind;

typedef struct dve_transition {
    dve_name from, to;
    const dve_expr *guard; /* NULL: true */
    dve_sync_kind sync;
    dve_name channel;
    dve_expr_list values;  /* what is sent, or where a message goes */
    VEC(dve_assignment) effects;
    const char *text;      /* as written, on one line */
    source_location where;
} dve_transition;

typedef struct dve_assertion {
    dve_name state;
    const dve_expr *condition;
    const char *text;
} dve_assertion;

typedef struct dve_process {
    dve_name name;
    VEC(dve_variable) variables;
    VEC(dve_name) states, committed, accepting;
    dve_name init;
    VEC(dve_assertion) assertions;
    VEC(dve_transition) transitions;
} dve_process;

typedef struct dve_file {
    VEC(dve_variable) variables;
    VEC(dve_channel) channels;
    VEC(dve_process) processes;
    bool is_sync;          /* system sync */
    source_location system;
    dve_name property;
} dve_file;

void dve_file_release(dve_file *f);

#endif
