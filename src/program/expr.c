/* expr.c: building and evaluating expressions.
 *
 * Trees are as deep as a front-end lets them be (a depth it limits), so plain recursion is safe here. */
#include "program/expr.h"

#include "base/bug.h"
#include "program/program.h"

int32_t value_wrap(value_type type, int64_t value)
{
    CHECK(type.bits >= 1 && type.bits <= 32);
    uint64_t mask = (UINT64_C(1) << type.bits) - 1, kept = (uint64_t)value & mask;
    if (type.is_signed && kept >> (type.bits - 1))
        kept |= ~mask;
    return (int32_t)(uint32_t)kept;
}

expr *expr_new(arena *memory, expr_kind kind, source_location where)
{
    expr *e = ARENA_NEW(memory, expr);
    e->kind = kind;
    e->where = where;
    return e;
}

const expr *expr_const(arena *memory, int32_t value, source_location where)
{
    expr *e = expr_new(memory, EXPR_CONST, where);
    e->value = value;
    return e;
}

const expr *expr_unary(arena *memory, expr_op op, const expr *a, source_location where)
{
    expr *e = expr_new(memory, EXPR_UNARY, where);
    e->op = op;
    e->a = a;
    return e;
}

const expr *expr_binary(arena *memory, expr_op op, const expr *a, const expr *b, source_location where)
{
    expr *e = expr_new(memory, EXPR_BINARY, where);
    e->op = op;
    e->a = a;
    e->b = b;
    return e;
}

const expr *expr_without_not(const expr *e, bool *negated)
{
    for (; e->kind == EXPR_UNARY && e->op == OP_NOT; e = e->a)
        *negated = !*negated;
    return e;
}

bool expr_is_const(const expr *e, int32_t *value)
{
    if (e->kind == EXPR_BOUND) {
        int32_t inner;
        if (!expr_is_const(e->a, &inner) || inner < 0 || inner >= e->value)
            return false;
        *value = inner;
        return true;
    }
    if (e->kind != EXPR_CONST)
        return false;
    *value = e->value;
    return true;
}

/* ---- Copies ---- */
static const expr *map_part(const expr *part, expr_mapping *map, void *data)
{
    return part ? map(data, part) : NULL;
}

/* What a receive would fill does not matter to whoever only asks whether it is possible. */
static const struct effect *map_poll(arena *memory, const effect *f, expr_mapping *map, void *data)
{
    effect *made = ARENA_NEW(memory, effect);
    pattern *patterns = ARENA_ARRAY(memory, pattern, f->argument_count + 1);
    for (uint32_t i = 0; i < f->argument_count; i++)
        patterns[i] = (pattern){.match = map_part(f->patterns[i].match, map, data), .target = {.kind = PLACE_NONE}};
    *made = *f;
    made->channel = map_part(f->channel, map, data);
    made->patterns = patterns;
    return made;
}

expr *expr_map(arena *memory, const expr *e, expr_mapping *map, void *data)
{
    expr *made = ARENA_NEW(memory, expr);
    *made = *e;
    made->index = map_part(e->index, map, data);
    made->pid = map_part(e->pid, map, data);
    made->a = map_part(e->a, map, data);
    made->b = map_part(e->b, map, data);
    made->c = map_part(e->c, map, data);
    if (e->kind == EXPR_POLL)
        made->poll = map_poll(memory, e->poll, map, data);
    return made;
}

static const expr *missing_is_zero(void *data, const expr *e)
{
    expr *made = expr_map(data, e, missing_is_zero, data);
    if (e->kind == EXPR_REMOTE)
        made->value = 1;
    return made;
}

const expr *expr_missing_is_zero(arena *memory, const expr *e)
{
    return missing_is_zero(memory, e);
}

/* ---- Where an expression has no value ---- */
/* Either of two conditions, each of which may be NULL: never. */
static const expr *either(arena *memory, const expr *a, const expr *b)
{
    return a && b ? expr_binary(memory, OP_OR, a, b, a->where) : a ? a : b;
}

/* Where `when` is true (negated: false), which has a value there. */
static const expr *only_where(arena *memory, const expr *when, bool negated, const expr *fails)
{
    if (!fails)
        return NULL;
    const expr *needed = negated ? expr_unary(memory, OP_NOT, when, when->where) : when;
    return expr_binary(memory, OP_AND, needed, fails, fails->where);
}

static const expr *out_of_range(arena *memory, const expr *bound)
{
    const expr *below = expr_binary(memory, OP_LESS, bound->a, expr_const(memory, 0, bound->where), bound->where);
    const expr *above = expr_binary(memory, OP_GREATER_EQUAL, bound->a, expr_const(memory, bound->value, bound->where), bound->where);
    return either(memory, below, above);
}

static const expr *binary_fails(arena *memory, const expr *e)
{
    const expr *a = expr_where_it_fails(memory, e->a), *b = expr_where_it_fails(memory, e->b);
    if (e->op == OP_AND || e->op == OP_OR) /* the second operand counts only where the first does not decide */
        return either(memory, a, only_where(memory, e->a, e->op == OP_OR, b));
    const expr *parts = either(memory, a, b);
    if (e->op != OP_DIVIDE && e->op != OP_REMAINDER)
        return parts;
    return either(memory, parts, expr_binary(memory, OP_EQUAL, e->b, expr_const(memory, 0, e->where), e->where));
}

static const expr *poll_fails(arena *memory, const struct effect *poll)
{
    const expr *fails = expr_where_it_fails(memory, poll->channel);
    for (uint32_t i = 0; i < poll->argument_count; i++)
        fails = either(memory, fails, expr_where_it_fails(memory, poll->patterns[i].match));
    return fails;
}

const expr *expr_where_it_fails(arena *memory, const expr *e)
{
    if (!e)
        return NULL;
    switch (e->kind) {
    case EXPR_BINARY: return binary_fails(memory, e);
    case EXPR_CONDITIONAL:
        return either(memory, expr_where_it_fails(memory, e->a),
                      either(memory, only_where(memory, e->a, false, expr_where_it_fails(memory, e->b)),
                             only_where(memory, e->a, true, expr_where_it_fails(memory, e->c))));
    case EXPR_BOUND: return either(memory, expr_where_it_fails(memory, e->a), out_of_range(memory, e));
    case EXPR_POLL: return poll_fails(memory, e->poll);
    case EXPR_CONST:
    case EXPR_GLOBAL:
    case EXPR_MEMORY:
    case EXPR_VIEW:
    case EXPR_LOCAL:
    case EXPR_REMOTE:
    case EXPR_AT:
    case EXPR_UNARY:
    case EXPR_PID:
    case EXPR_PROCESS_COUNT:
    case EXPR_TIMEOUT:
    case EXPR_LENGTH:
    case EXPR_EMPTY:
    case EXPR_NOT_EMPTY:
    case EXPR_FULL:
    case EXPR_NOT_FULL:
        return either(memory, expr_where_it_fails(memory, e->pid), either(memory, expr_where_it_fails(memory, e->index), expr_where_it_fails(memory, e->a)));
    }
    BUG("unknown kind of expression");
}

/* ---- Operators ---- */
/* Arithmetic is done in 64 bits, where no 32-bit operands can overflow, and then truncated to 32. */
static int32_t truncated(int64_t value)
{
    return (int32_t)(uint32_t)(uint64_t)value;
}

static int32_t shift_left(int32_t a, int32_t b)
{
    return b < 0 || b > 31 ? 0 : (int32_t)((uint32_t)a << b);
}

static int32_t shift_right(int32_t a, int32_t b)
{
    if (b < 0)
        return 0;
    if (b > 31)
        return a < 0 ? -1 : 0;
    return truncated((int64_t)a >> b);
}

static int32_t divide(expr_op op, int32_t a, int32_t b, bool *ok)
{
    if (b == 0) {
        *ok = false;
        return 0;
    }
    return truncated(op == OP_DIVIDE ? (int64_t)a / b : (int64_t)a % b);
}

int32_t op_apply(expr_op op, int32_t a, int32_t b, bool *ok)
{
    switch (op) {
    case OP_NEGATE: return truncated(-(int64_t)a);
    case OP_NOT: return !a;
    case OP_COMPLEMENT: return ~a;
    case OP_ADD: return truncated((int64_t)a + b);
    case OP_SUBTRACT: return truncated((int64_t)a - b);
    case OP_MULTIPLY: return truncated((int64_t)a * b);
    case OP_DIVIDE:
    case OP_REMAINDER: return divide(op, a, b, ok);
    case OP_SHIFT_LEFT: return shift_left(a, b);
    case OP_SHIFT_RIGHT: return shift_right(a, b);
    case OP_BIT_AND: return a & b;
    case OP_BIT_OR: return a | b;
    case OP_BIT_XOR: return a ^ b;
    case OP_EQUAL: return a == b;
    case OP_NOT_EQUAL: return a != b;
    case OP_LESS: return a < b;
    case OP_LESS_EQUAL: return a <= b;
    case OP_GREATER: return a > b;
    case OP_GREATER_EQUAL: return a >= b;
    case OP_AND: return a && b;
    case OP_OR: return a || b;
    }
    BUG("unknown operator");
}

const char *op_text(expr_op op)
{
    /* in the order of expr_op */
    static const char *const text[] = {"-", "!", "~", "+", "-",  "*",  "/", "%",  "<<", ">>", "&",
                                       "|", "^", "==", "!=", "<", "<=", ">", ">=", "&&", "||"};
    CHECK((size_t)op < sizeof text / sizeof *text);
    return text[op];
}

/* ---- Evaluation ---- */

static int32_t fail(eval_state *state, eval_error error, source_location where)
{
    if (state->error == EVAL_OK) {
        state->error = error;
        state->where = where;
    }
    return 0;
}

static int32_t eval_binary(const expr *e, const eval_source *from, eval_state *state)
{
    int32_t a = expr_eval(e->a, from, state);
    if (state->error != EVAL_OK)
        return 0;
    if ((e->op == OP_AND && !a) || (e->op == OP_OR && a))
        return e->op == OP_OR;
    int32_t b = expr_eval(e->b, from, state);
    if (state->error != EVAL_OK)
        return 0;
    bool ok = true;
    int32_t value = op_apply(e->op, a, b, &ok);
    return ok ? value : fail(state, EVAL_DIVISION, e->where);
}

static int32_t eval_bound(const expr *e, const eval_source *from, eval_state *state)
{
    int32_t value = expr_eval(e->a, from, state);
    if (state->error != EVAL_OK)
        return 0;
    if (value >= 0 && value < e->value)
        return value;
    state->value = value;
    state->limit = e->value;
    return fail(state, EVAL_INDEX, e->where);
}

/* The operands of a leaf first: only where these have values can the leaf be read. */
static int32_t eval_leaf(const expr *e, const eval_source *from, eval_state *state)
{
    int32_t pid = e->pid ? expr_eval(e->pid, from, state) : -1;
    const expr *index = e->index ? e->index : e->a;
    int32_t at = index && state->error == EVAL_OK ? expr_eval(index, from, state) : 0;
    if (state->error != EVAL_OK)
        return 0;
    int32_t value = from->leaf(from->data, e, at, pid, state);
    if (state->error == EVAL_OK)
        return value;
    if (!state->where.line)
        state->where = e->where;
    return 0;
}

int32_t expr_eval(const expr *e, const eval_source *from, eval_state *state)
{
    if (state->error != EVAL_OK)
        return 0;
    switch (e->kind) {
    case EXPR_CONST: return e->value;
    case EXPR_UNARY: {
        bool ok = true;
        int32_t a = expr_eval(e->a, from, state);
        return state->error == EVAL_OK ? op_apply(e->op, a, 0, &ok) : 0;
    }
    case EXPR_BINARY: return eval_binary(e, from, state);
    case EXPR_CONDITIONAL: {
        int32_t chosen = expr_eval(e->a, from, state);
        return expr_eval(chosen ? e->b : e->c, from, state);
    }
    case EXPR_BOUND: return eval_bound(e, from, state);
    case EXPR_GLOBAL:
    case EXPR_MEMORY:
    case EXPR_VIEW:
    case EXPR_LOCAL:
    case EXPR_REMOTE:
    case EXPR_AT:
    case EXPR_PID:
    case EXPR_PROCESS_COUNT:
    case EXPR_TIMEOUT:
    case EXPR_LENGTH:
    case EXPR_EMPTY:
    case EXPR_NOT_EMPTY:
    case EXPR_FULL:
    case EXPR_NOT_FULL:
    case EXPR_POLL: return eval_leaf(e, from, state);
    }
    BUG("unknown kind of expression");
}

void eval_fail_value(eval_state *state, value_type type, int32_t value, source_location where)
{
    *state = (eval_state){.error = EVAL_VALUE, .where = where, .value = value, .type = type};
}

const char *eval_error_text(arena *memory, const eval_state *state)
{
    switch (state->error) {
    case EVAL_OK: return "no error";
    case EVAL_INDEX:
        return arena_printf(memory, "invalid index %d (array has %d element%s)", state->value, state->limit,
                            state->limit == 1 ? "" : "s");
    case EVAL_DIVISION: return "division by zero";
    case EVAL_NO_PROCESS: return "no such process";
    case EVAL_NO_CHANNEL: return "no such channel";
    case EVAL_VALUE:
        return arena_printf(memory, "value %d is out of range (%s of %u bits)", state->value, state->type.is_signed ? "a signed number" : "an unsigned number",
                            state->type.bits);
    }
    BUG("unknown evaluation error");
}
