/* expr.h: types and expressions of the program representation.
 *
 * Values are 32-bit signed integers; an expression is evaluated in 32 bits (wrapping) and a variable keeps what its
 * type can hold. Expressions are immutable trees that live in the program's arena. */
#ifndef PROGRAM_EXPR_H
#define PROGRAM_EXPR_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/diag.h"

/* bits 1..32. Promela: bit, bool {1,0}; byte, mtype, pid, chan {8,0}; short {16,1}; int {32,1}; unsigned:N {N,0}. */
typedef struct value_type {
    uint8_t bits;
    bool is_signed;
} value_type;

int32_t value_wrap(value_type type, int64_t value);
/* True when a variable of the type can hold it. */
static inline bool value_fits(value_type type, int32_t value)
{
    return value_wrap(type, value) == value;
}

typedef enum expr_kind {
    EXPR_CONST,    /* value */
    EXPR_GLOBAL,   /* global `variable`, element `index`; a relaxed one: the evaluating process's own view */
    EXPR_MEMORY,   /* global `variable`, element `index`: what memory holds, buffers aside */
    EXPR_VIEW,     /* global `variable`, element `index`: the view of process `pid` of proctype `process` */
    EXPR_LOCAL,    /* own local `variable`, element `index` */
    EXPR_REMOTE,   /* local `variable`, element `index`, of process `pid` of proctype `process`; where there is none: an error, or 0 where `value` is 1 */
    EXPR_AT,       /* 1 when process `pid` (NULL: some instance) of proctype `process` is at node `value` */
    EXPR_UNARY,    /* op a */
    EXPR_BINARY,   /* a op b; && and || evaluate b only where needed */
    EXPR_CONDITIONAL, /* a ? b : c */
    EXPR_BOUND,    /* a, which must lie in 0..value-1: otherwise a run-time error at `where` */
    EXPR_PID,      /* own process number (program.pid_base counted in) */
    EXPR_PROCESS_COUNT, /* number of processes (program.pid_base counted in) */
    EXPR_TIMEOUT,  /* 1 when no other step of any process is possible */
    EXPR_LENGTH,   /* messages in channel a */
    EXPR_EMPTY, EXPR_NOT_EMPTY, EXPR_FULL, EXPR_NOT_FULL, /* of channel a; 0 or 1 */
    EXPR_POLL      /* 1 when the receive `poll` on its channel would succeed; nothing is received */
} expr_kind;

typedef enum expr_op {
    OP_NEGATE, OP_NOT, OP_COMPLEMENT, /* - ! ~ */
    OP_ADD, OP_SUBTRACT, OP_MULTIPLY, OP_DIVIDE, OP_REMAINDER, OP_SHIFT_LEFT, OP_SHIFT_RIGHT,
    OP_BIT_AND, OP_BIT_OR, OP_BIT_XOR,
    OP_EQUAL, OP_NOT_EQUAL, OP_LESS, OP_LESS_EQUAL, OP_GREATER, OP_GREATER_EQUAL,
    OP_AND, OP_OR /* && || */
} expr_op;

typedef struct expr expr;
struct expr {
    expr_kind kind;
    expr_op op;
    int32_t value;
    uint32_t process;  /* index into program.processes (EXPR_VIEW, EXPR_REMOTE, EXPR_AT) */
    uint32_t variable; /* index into program.globals, or into the locals of the process */
    const expr *index; /* element of an array; NULL means element 0. Always in range: front-ends wrap it in EXPR_BOUND */
    const expr *pid;   /* EXPR_VIEW, EXPR_REMOTE, EXPR_AT: which process number; NULL: the lowest instance (EXPR_AT: any) */
    const expr *a, *b, *c;
    const struct effect *poll;
    source_location where;
};

expr *expr_new(arena *memory, expr_kind kind, source_location where);
const expr *expr_const(arena *memory, int32_t value, source_location where);
const expr *expr_unary(arena *memory, expr_op op, const expr *a, source_location where);
const expr *expr_binary(arena *memory, expr_op op, const expr *a, const expr *b, source_location where);

/* What is left of e without the negations in front of it; *negated is turned around once for each. */
const expr *expr_without_not(const expr *e, bool *negated);
bool expr_is_const(const expr *e, int32_t *value);

/* A copy of e with what `map` makes of its parts: index, pid, operands, and the channel and the values that a poll asks for. `map` calls expr_map in its turn
 * to go further down. */
typedef const expr *expr_mapping(void *data, const expr *part);
expr *expr_map(arena *memory, const expr *e, expr_mapping *map, void *data);

/* The same, but locals of processes that do not exist are 0, as SPIN's claims have it. */
const expr *expr_missing_is_zero(arena *memory, const expr *e);

/* True exactly where evaluating e ends with an index out of range or a division by zero; NULL where it never does. */
const expr *expr_where_it_fails(arena *memory, const expr *e);

/* What an operator yields, in 32 bits, wrapping. `b` is ignored for unary ones. A shift by a negative number or by more than 31
 * gives 0 (right shift of a negative number by more than 31: -1). *ok becomes false on division by zero and is
 * otherwise left alone. */
int32_t op_apply(expr_op op, int32_t a, int32_t b, bool *ok);

/* How an operator is written: "+", "&&". */
const char *op_text(expr_op op);

/* ---- Evaluation, for whoever can say what a variable holds now ----
 * Each function gets `data`. A read that cannot be made (no such process) sets *error. */
typedef enum eval_error { EVAL_OK, EVAL_INDEX, EVAL_DIVISION, EVAL_NO_PROCESS, EVAL_NO_CHANNEL, EVAL_VALUE } eval_error;

typedef struct eval_state {
    eval_error error;      /* the first error met; EVAL_OK if none */
    source_location where; /* of that error */
    int32_t value;         /* EVAL_INDEX: the index; EVAL_VALUE: the value that does not fit */
    int32_t limit;         /* EVAL_INDEX: the number of elements */
    value_type type;       /* EVAL_VALUE: that cannot hold it */
} eval_state;

typedef struct eval_source {
    int32_t (*leaf)(void *data, const expr *e, int32_t index, int32_t pid, eval_state *state);
    void *data;
} eval_source;

/* The value of e. For the kinds GLOBAL MEMORY VIEW LOCAL REMOTE AT PID PROCESS_COUNT TIMEOUT LENGTH EMPTY NOT_EMPTY FULL NOT_FULL POLL
 * it calls `leaf` with the evaluated index (0 where there is none) and pid (-1 where NULL). For LENGTH..NOT_FULL the index is the
 * evaluated channel number. After an error the value is 0 and no further leaf is called. */
int32_t expr_eval(const expr *e, const eval_source *source, eval_state *state);

/* The value does not fit where it goes. */
void eval_fail_value(eval_state *state, value_type type, int32_t value, source_location where);

/* "invalid index 7 (array has 3 elements)", "division by zero", ... */
const char *eval_error_text(arena *memory, const eval_state *state);

#endif
