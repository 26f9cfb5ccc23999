/* parse_expr.c: expressions, by precedence.
 *
 * From the loosest to the tightest: imply; or, and (one level); | & ^ (one level); == !=; < <= > >=; << >>; + -; * / %; - ~ not. All join to the left. */
#include <string.h>

#include "base/bug.h"
#include "frontend/dve/parse.h"

typedef struct sized {
    const dve_expr *tree;
    unsigned height;
} sized;

static sized parse_level(dve_parser *p, unsigned level);

static sized leaf(dve_parser *p, dve_expr made)
{
    dve_expr *kept = ARENA_NEW(p->memory, dve_expr);
    *kept = made;
    return (sized){kept, 1};
}

static sized nothing(dve_parser *p)
{
    return leaf(p, (dve_expr){.kind = DVE_EXPR_NUMBER, .where = p->now.where});
}

static unsigned height_over(dve_parser *p, unsigned height)
{
    if (height >= DVE_MAX_DEPTH)
        dve_give_up(p, "nested too deeply: at most %d levels are allowed", DVE_MAX_DEPTH);
    return height + 1;
}

static sized nested(dve_parser *p, unsigned level)
{
    if (++p->depth > DVE_MAX_DEPTH)
        dve_give_up(p, "nested too deeply: at most %d levels are allowed", DVE_MAX_DEPTH);
    sized inner = p->failed ? nothing(p) : parse_level(p, level);
    p->depth--;
    return inner;
}

/* ---- Operands ---- */

/* ['[' E ']'] */
static sized element(dve_parser *p, dve_expr made)
{
    unsigned height = 0;
    if (dve_accept(p, DVE_OPEN_INDEX)) {
        sized index = nested(p, 0);
        made.a = index.tree;
        height = index.height;
        dve_expect(p, DVE_CLOSE_INDEX, "behind the index");
    }
    sized done = leaf(p, made);
    done.height = height_over(p, height);
    return done;
}

/* view '(' process ',' variable ')' */
static sized view(dve_parser *p)
{
    dve_expr made = {.kind = DVE_EXPR_VIEW, .where = p->now.where};
    dve_advance(p);
    dve_advance(p);
    made.process = dve_read_name(p, "of a process");
    dve_expect(p, DVE_COMMA, "between the process and the variable");
    made.name = dve_read_name(p, "of a variable");
    sized done = element(p, made);
    dve_expect(p, DVE_CLOSE, "behind view(...");
    return done;
}

static bool is_view(const dve_parser *p)
{
    return p->of_state && p->next.kind == DVE_OPEN && p->now.length == strlen("view") && !memcmp(p->now.text, "view", p->now.length);
}

static sized name_operand(dve_parser *p)
{
    if (is_view(p))
        return view(p);
    dve_expr made = {.kind = DVE_EXPR_NAME, .where = p->now.where};
    made.name = dve_read_name(p, "of a variable");
    if (dve_peek(p) == DVE_DOT || (p->of_state && dve_peek(p) == DVE_AT)) {
        dve_advance(p);
        made.kind = DVE_EXPR_STATE;
        made.process = made.name;
        made.name = dve_read_name(p, "of a state");
        return leaf(p, made);
    }
    if (dve_peek(p) == DVE_ARROW || (p->of_state && dve_peek(p) == DVE_COLON)) {
        dve_advance(p);
        made.kind = DVE_EXPR_REMOTE;
        made.process = made.name;
        made.name = dve_read_name(p, "of a variable of the process");
    }
    return element(p, made);
}

static sized primary(dve_parser *p)
{
    dve_token t = p->now;
    dve_token_kind kind = dve_peek(p);
    if (kind == DVE_NAME)
        return name_operand(p);
    if (kind == DVE_OPEN) {
        dve_advance(p);
        sized inner = nested(p, 0);
        dve_expect(p, DVE_CLOSE, "to close the '(' before");
        return inner;
    }
    if (kind == DVE_NUMBER || kind == DVE_TRUE || kind == DVE_FALSE) {
        dve_advance(p);
        return leaf(p, (dve_expr){.kind = DVE_EXPR_NUMBER, .value = kind == DVE_NUMBER ? t.number : kind == DVE_TRUE, .where = t.where});
    }
    if (kind == DVE_EXCLAMATION)
        dve_error(p, &t, "'!' only sends; negation is written not");
    else
        dve_error_expected(p, "a variable, a number or a condition");
    return nothing(p);
}

/* ---- Operators ---- */
typedef struct operator_entry {
    dve_token_kind kind;
    unsigned level; /* 0 binds least */
    expr_op op;
} operator_entry;

enum { LEVEL_IMPLY = 0, LEVEL_UNARY = 8 };

static const operator_entry operators[] = {
    {DVE_AND, 1, OP_AND}, {DVE_AMPERSANDS, 1, OP_AND}, {DVE_OR, 1, OP_OR}, {DVE_BARS, 1, OP_OR},
    {DVE_BAR, 2, OP_BIT_OR}, {DVE_AMPERSAND, 2, OP_BIT_AND}, {DVE_CARET, 2, OP_BIT_XOR},
    {DVE_EQUAL, 3, OP_EQUAL}, {DVE_NOT_EQUAL, 3, OP_NOT_EQUAL},
    {DVE_LESS, 4, OP_LESS}, {DVE_LESS_EQUAL, 4, OP_LESS_EQUAL}, {DVE_GREATER, 4, OP_GREATER}, {DVE_GREATER_EQUAL, 4, OP_GREATER_EQUAL},
    {DVE_SHIFT_LEFT, 5, OP_SHIFT_LEFT}, {DVE_SHIFT_RIGHT, 5, OP_SHIFT_RIGHT},
    {DVE_PLUS, 6, OP_ADD}, {DVE_MINUS, 6, OP_SUBTRACT},
    {DVE_STAR, 7, OP_MULTIPLY}, {DVE_SLASH, 7, OP_DIVIDE}, {DVE_PERCENT, 7, OP_REMAINDER},
    {DVE_MINUS, LEVEL_UNARY, OP_NEGATE}, {DVE_TILDE, LEVEL_UNARY, OP_COMPLEMENT}, {DVE_NOT, LEVEL_UNARY, OP_NOT},
};

static bool find_operator(dve_token_kind kind, unsigned level, expr_op *op)
{
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
        if (operators[i].kind == kind && operators[i].level == level) {
            *op = operators[i].op;
            return true;
        }
    return false;
}

static sized join(dve_parser *p, dve_expr made, sized a, sized b)
{
    unsigned height = height_over(p, a.height > b.height ? a.height : b.height);
    made.a = a.tree;
    made.b = b.tree;
    sized done = leaf(p, made);
    done.height = height;
    return done;
}

static sized parse_unary(dve_parser *p)
{
    expr_op op;
    dve_token sign = p->now;
    if (!find_operator(dve_peek(p), LEVEL_UNARY, &op))
        return primary(p);
    dve_advance(p);
    sized a = nested(p, LEVEL_UNARY);
    return join(p, (dve_expr){.kind = DVE_EXPR_UNARY, .op = op, .where = sign.where}, a, (sized){0});
}

static sized parse_level(dve_parser *p, unsigned level)
{
    if (level == LEVEL_UNARY)
        return parse_unary(p);
    sized a = parse_level(p, level + 1);
    for (expr_op op = OP_OR;;) {
        dve_token sign = p->now;
        bool implies = level == LEVEL_IMPLY && dve_peek(p) == DVE_IMPLY;
        if (!implies && !find_operator(dve_peek(p), level, &op))
            return a;
        dve_advance(p);
        sized b = parse_level(p, level + 1);
        a = join(p, (dve_expr){.kind = implies ? DVE_EXPR_IMPLY : DVE_EXPR_BINARY, .op = op, .where = sign.where}, a, b);
    }
}

const dve_expr *dve_expression(dve_parser *p)
{
    return parse_level(p, 0).tree;
}
