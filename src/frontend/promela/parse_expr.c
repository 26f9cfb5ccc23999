/* parse_expr.c: expressions, by precedence; references to variables; arguments of channel operations. */
#include <string.h>

#include "frontend/promela/parse.h"

typedef struct binary_operator {
    token_kind token;
    expr_op op;
    int precedence; /* higher binds tighter; all group from the left */
} binary_operator;

static const binary_operator binary_operators[] = {
    {TOKEN_OR, OP_OR, 1},
    {TOKEN_AND, OP_AND, 2},
    {TOKEN_BAR, OP_BIT_OR, 3},
    {TOKEN_CARET, OP_BIT_XOR, 4},
    {TOKEN_AMPERSAND, OP_BIT_AND, 5},
    {TOKEN_EQUAL, OP_EQUAL, 6},
    {TOKEN_NOT_EQUAL, OP_NOT_EQUAL, 6},
    {TOKEN_LESS, OP_LESS, 7},
    {TOKEN_LESS_EQUAL, OP_LESS_EQUAL, 7},
    {TOKEN_GREATER, OP_GREATER, 7},
    {TOKEN_GREATER_EQUAL, OP_GREATER_EQUAL, 7},
    {TOKEN_SHIFT_LEFT, OP_SHIFT_LEFT, 8},
    {TOKEN_SHIFT_RIGHT, OP_SHIFT_RIGHT, 8},
    {TOKEN_PLUS, OP_ADD, 9},
    {TOKEN_MINUS, OP_SUBTRACT, 9},
    {TOKEN_STAR, OP_MULTIPLY, 10},
    {TOKEN_SLASH, OP_DIVIDE, 10},
    {TOKEN_PERCENT, OP_REMAINDER, 10},
};

ast_expr *parse_new_expr(parser *p, ast_expr_kind kind, source_location where)
{
    ast_expr *e = ARENA_NEW(p->memory, ast_expr);
    e->kind = kind;
    e->where = where;
    return e;
}

static ast_expr *number(parser *p, int32_t value, source_location where)
{
    ast_expr *e = parse_new_expr(p, AST_NUMBER, where);
    e->number = value;
    return e;
}

/* Later passes walk the tree by recursion: the tree must not get deeper than the nesting of the text may. */
static void set_height(parser *p, unsigned below)
{
    p->height = below + 1;
    if (p->height > PARSE_MAX_DEPTH)
        parse_give_up(p, current(p), "this expression is nested too deeply: at most %d operators may follow one another; split it",
                      PARSE_MAX_DEPTH);
}

static unsigned highest(unsigned a, unsigned b)
{
    return a > b ? a : b;
}

/* SPIN ends a statement at a line end where it can; a sign that could start the next one does. */
static bool line_ends_statement(const parser *p)
{
    return p->in_sequence && !p->parens && current(p)->starts_line;
}

static const binary_operator *next_operator(const parser *p)
{
    token_kind kind = peek(p);
    if (kind == TOKEN_MINUS && line_ends_statement(p))
        return NULL;
    for (size_t i = 0; i < sizeof binary_operators / sizeof *binary_operators; i++)
        if (binary_operators[i].token == kind)
            return &binary_operators[i];
    return NULL;
}

static ast_expr *unary(parser *p);

static ast_expr *binary(parser *p, ast_expr *left, int least)
{
    unsigned left_height = p->height;
    for (const binary_operator *o; (o = next_operator(p)) && o->precedence >= least;) {
        source_location where = parse_advance(p)->where;
        ast_expr *operand = unary(p);
        ast_expr *e = parse_new_expr(p, AST_BINARY, where);
        e->op = o->op;
        e->a = left;
        e->b = binary(p, operand, o->precedence + 1);
        set_height(p, highest(left_height, p->height));
        left_height = p->height;
        left = e;
    }
    p->height = left_height;
    return left;
}

/* Signs that people try between or behind operands. */
static void check_end_of_expr(parser *p)
{
    token_kind kind = peek(p);
    bool is_mistaken = kind == TOKEN_INCREMENT || kind == TOKEN_DECREMENT || kind == TOKEN_ASSIGN;
    if (!is_mistaken || parse_advise(p))
        return;
    if (kind != TOKEN_ASSIGN)
        parse_error(p, current(p), "'%s' is a statement of its own and has no place in an expression", token_kind_text(kind));
    else
        parse_error(p, current(p), "'=' assigns and has no place in an expression; use '==' to compare");
}

ast_expr *parse_expr_after(parser *p, ast_expr *first)
{
    ast_expr *e = binary(p, first, 0);
    check_end_of_expr(p);
    return e;
}

ast_expr *parse_expr(parser *p)
{
    parse_enter(p);
    ast_expr *e = parse_expr_after(p, unary(p));
    parse_leave(p);
    return e;
}

static ast_expr *negation(parser *p, expr_op op, source_location where, ast_expr *operand)
{
    ast_expr *e = parse_new_expr(p, AST_UNARY, where);
    e->op = op;
    e->a = operand;
    set_height(p, p->height);
    return e;
}

static ast_expr *unary(parser *p)
{
    source_location where = here(p);
    token_kind kind = peek(p);
    ast_expr *e;
    parse_enter(p);
    if (parse_accept(p, TOKEN_SEND)) {
        e = negation(p, OP_NOT, where, unary(p));
    } else if (parse_accept(p, TOKEN_SORTED_SEND)) {
        e = negation(p, OP_NOT, where, unary(p));
        e = negation(p, OP_NOT, where, e);
    } else if (parse_accept(p, TOKEN_MINUS)) {
        e = negation(p, OP_NEGATE, where, unary(p));
    } else if (parse_accept(p, TOKEN_TILDE)) {
        e = negation(p, OP_COMPLEMENT, where, unary(p));
    } else {
        if (kind == TOKEN_INCREMENT || kind == TOKEN_DECREMENT)
            parse_error(p, current(p), "'%s' stands behind a variable, in a statement of its own; write %s%s", token_kind_text(kind),
                        peek_second(p) == TOKEN_NAME ? current(p)[1].word->text : "x", token_kind_text(kind));
        e = parse_primary(p);
    }
    parse_leave(p);
    return e;
}

/* Between brackets a line end means nothing, and a ':' does not belong to a conditional expression around them. */
static ast_expr *bracketed_expr(parser *p)
{
    bool in_middle = p->in_middle;
    p->in_middle = false;
    p->parens++;
    ast_expr *e = parse_expr(p);
    p->parens--;
    p->in_middle = in_middle;
    return e;
}

/* '(' expr ')' or '(' expr '->' expr ':' expr ')' */
static ast_expr *parenthesized(parser *p)
{
    source_location where = parse_advance(p)->where;
    ast_expr *e = bracketed_expr(p);
    if (parse_accept(p, TOKEN_ARROW)) {
        ast_expr *choice = parse_new_expr(p, AST_CONDITIONAL, where);
        unsigned height = p->height;
        bool in_middle = p->in_middle;
        p->parens++;
        choice->a = e;
        p->in_middle = true;
        choice->b = parse_expr(p);
        p->in_middle = in_middle;
        height = highest(height, p->height);
        parse_expect(p, TOKEN_COLON, "between the two values of a conditional expression (c -> a : b; a implies b is written !a || b)");
        choice->c = parse_expr(p);
        p->parens--;
        set_height(p, highest(height, p->height));
        e = choice;
    } else if (peek(p) == TOKEN_SEMICOLON) {
        parse_error(p, current(p), "expected ')' to close the parenthesis, found ';'");
    }
    parse_expect(p, TOKEN_CLOSE, parse_starts_operand(peek(p)) ? "to close the parenthesis, or '&&' or '||' between two conditions" : "to close the parenthesis");
    return e;
}

/* expr { ',' expr } */
ast_expr *parse_expr_list(parser *p)
{
    ast_expr *first = NULL, **last = &first;
    unsigned height = 0;
    do {
        *last = parse_expr(p);
        last = &(*last)->next;
        height = highest(height, p->height);
    } while (parse_accept(p, TOKEN_COMMA));
    p->height = height;
    return first;
}

/* '(' [expr {',' expr}] ')' */
static ast_expr *arguments(parser *p, const char *of)
{
    ast_expr *list = NULL;
    bool in_middle = p->in_middle;
    p->in_middle = false;
    p->height = 0;
    parse_expect(p, TOKEN_OPEN, arena_printf(p->memory, "behind '%s'", of));
    p->parens++;
    if (peek(p) != TOKEN_CLOSE)
        list = parse_expr_list(p);
    p->parens--;
    p->in_middle = in_middle;
    parse_expect(p, TOKEN_CLOSE, arena_printf(p->memory, "behind the arguments of '%s'", of));
    set_height(p, p->height);
    return list;
}

/* len(c), enabled(p) and the like, and calls of what only lowering knows: READ(s), view(P, x). */
static ast_expr *call(parser *p)
{
    const token *t = parse_advance(p);
    ast_expr *e = parse_new_expr(p, AST_CALL, t->where);
    e->name = t->word->text;
    e->arguments = arguments(p, e->name);
    return e;
}

static ast_expr *run(parser *p)
{
    ast_expr *e = parse_new_expr(p, AST_RUN, parse_advance(p)->where);
    if (peek(p) == TOKEN_INIT) /* lowering says why it cannot be run */
        e->name = parse_advance(p)->word->text;
    else
        e->name = parse_expect_name(p, "the name of a proctype behind 'run'");
    e->arguments = p->failed ? NULL : arguments(p, e->name);
    if (peek(p) == TOKEN_PRIORITY) {
        const token *at = parse_advance(p);
        if (peek(p) != TOKEN_NUMBER || current(p)->number != 1)
            parse_complain(p, at->where, "process priorities are not supported, but for 1, which all processes have; remove 'priority' and its number");
        parse_accept(p, TOKEN_NUMBER);
    }
    return e;
}

/* ---- References ---- */

/* The name was read: its index, if it has one. */
static ast_expr *indexed(parser *p, ast_expr *base)
{
    unsigned height = p->height;
    if (peek(p) != TOKEN_OPEN_INDEX)
        return base;
    ast_expr *e = parse_new_expr(p, AST_INDEX, base->where);
    parse_advance(p);
    e->a = base;
    e->b = bracketed_expr(p);
    parse_expect(p, TOKEN_CLOSE_INDEX, "to close the index");
    set_height(p, highest(height, p->height));
    if (peek(p) == TOKEN_OPEN_INDEX)
        parse_error(p, current(p), "Promela's arrays have one index; use an array of a typedef that holds an array");
    return e;
}

static ast_expr *members(parser *p, ast_expr *e)
{
    while (peek(p) == TOKEN_DOT) {
        parse_advance(p);
        ast_expr *member = parse_new_expr(p, AST_MEMBER, e->where);
        member->a = e;
        member->name = parse_expect_name(p, "the name of a member behind '.'");
        set_height(p, p->height);
        e = indexed(p, member);
    }
    return e;
}

static ast_expr *name(parser *p, const char *what)
{
    ast_expr *e = parse_new_expr(p, AST_NAME, here(p));
    e->name = parse_expect_name(p, what);
    p->height = 1;
    return e;
}

ast_expr *parse_varref(parser *p)
{
    if (peek(p) == TOKEN_UNDERSCORE)
        return parse_new_expr(p, AST_UNDERSCORE, parse_advance(p)->where);
    return members(p, indexed(p, name(p, "a variable")));
}

/* A ':' behind a process's name makes a remote reference, unless it may belong to a label or a conditional expression. */
static bool is_remote_colon(const parser *p, const word *process)
{
    if (peek(p) != TOKEN_COLON || peek_second(p) != TOKEN_NAME)
        return false;
    return p->file ? process->will_be_process : !p->in_middle;
}

/* name[a]@label, name[a]:x, or a variable, or a poll of a channel variable: c?[..] */
static ast_expr *reference(parser *p)
{
    word *first = current(p)->word;
    ast_expr *e = indexed(p, name(p, "a variable"));
    ast_expr *index = e->kind == AST_INDEX ? e->b : NULL;
    if (peek(p) == TOKEN_AT) {
        parse_advance(p);
        ast_expr *at = parse_new_expr(p, AST_AT, e->where);
        at->name = first->text;
        at->a = index;
        at->label = parse_expect_name(p, "a label behind '@'");
        parse_note_label(p, at->name, at->label);
        set_height(p, p->height);
        return at;
    }
    if (is_remote_colon(p, first)) {
        parse_advance(p);
        ast_expr *remote = parse_new_expr(p, AST_REMOTE, e->where);
        unsigned height = p->height;
        remote->name = first->text;
        remote->a = index;
        remote->b = parse_varref(p);
        set_height(p, highest(height, p->height));
        return remote;
    }
    e = members(p, e);
    if ((peek(p) == TOKEN_RECEIVE || peek(p) == TOKEN_RANDOM_RECEIVE) && peek_second(p) == TOKEN_OPEN_INDEX) {
        ast_expr *poll = parse_new_expr(p, AST_POLL, e->where);
        unsigned height = p->height;
        poll->random = parse_advance(p)->kind == TOKEN_RANDOM_RECEIVE;
        parse_advance(p);
        poll->a = e;
        poll->arguments = parse_receive_arguments(p);
        parse_expect(p, TOKEN_CLOSE_INDEX, "behind the arguments of a poll c?[..]");
        set_height(p, highest(height, p->height));
        e = poll;
    }
    return e;
}

static ast_expr *word_of_state(parser *p, ast_expr_kind kind)
{
    return parse_new_expr(p, kind, parse_advance(p)->where);
}

bool parse_starts_operand(token_kind kind)
{
    return kind == TOKEN_NAME || kind == TOKEN_NUMBER || kind == TOKEN_TRUE || kind == TOKEN_FALSE || kind == TOKEN_OPEN || kind == TOKEN_SEND ||
           kind == TOKEN_LEN || kind == TOKEN_EMPTY || kind == TOKEN_NEMPTY || kind == TOKEN_FULL || kind == TOKEN_NFULL;
}

ast_expr *parse_primary(parser *p)
{
    const token *t = current(p);
    p->height = 1;
    switch ((int)peek(p)) {
    case TOKEN_NUMBER: return number(p, t->number, parse_advance(p)->where);
    case TOKEN_TRUE: case TOKEN_SKIP: return number(p, 1, parse_advance(p)->where);
    case TOKEN_FALSE: return number(p, 0, parse_advance(p)->where);
    case TOKEN_OPEN: return parenthesized(p);
    case TOKEN_RUN: return run(p);
    case TOKEN_PID: return word_of_state(p, AST_PID);
    case TOKEN_NR_PR: return word_of_state(p, AST_NR_PR);
    case TOKEN_TIMEOUT: return word_of_state(p, AST_TIMEOUT);
    case TOKEN_LAST:
        if (p->file)
            p->file->asks_last = true;
        return word_of_state(p, AST_LAST);
    case TOKEN_NP: return word_of_state(p, AST_NP);
    case TOKEN_UNDERSCORE: return word_of_state(p, AST_UNDERSCORE);
    case TOKEN_LEN: case TOKEN_EMPTY: case TOKEN_NEMPTY: case TOKEN_FULL: case TOKEN_NFULL:
    case TOKEN_ENABLED: case TOKEN_PC_VALUE: case TOKEN_GET_PRIORITY: case TOKEN_SET_PRIORITY: return call(p);
    case TOKEN_C_EXPR:
        parse_refuse_c(p);
        return number(p, 0, t->where);
    case TOKEN_NAME:
        if (p->tokens[p->at + 1].kind != TOKEN_OPEN || (p->in_sequence && !p->parens && p->tokens[p->at + 1].starts_line))
            return reference(p);
        if (t->word->definition)
            parse_error(p, t, "the inline '%s' cannot be called inside an expression; call it in a statement of its own", t->word->text);
        return call(p);
    case TOKEN_EVAL:
        parse_error(p, t, "eval(..) is only for the arguments of a receive");
        break;
    case TOKEN_ELSE:
        parse_error(p, t, "'else' stands alone as the first statement of an option; it cannot be part of an expression");
        break;
    default:
        parse_error_expected(p, "an expression");
    }
    return number(p, 0, t->where);
}

/* The escapes of C that printf knows; others stay as they are. */
ast_expr *parse_string(parser *p)
{
    ast_expr *e = parse_new_expr(p, AST_STRING, here(p));
    e->text = "";
    p->height = 1;
    if (peek(p) != TOKEN_STRING) {
        parse_error_expected(p, "a string, as in printf(\"%d\\n\", x)");
        return e;
    }
    const token *t = parse_advance(p);
    char *text = arena_alloc(p->memory, t->length), *out = text;
    for (const char *at = t->text + 1; at < t->text + t->length - 1; at++) {
        const char *known = *at == '\\' ? strchr("nrtf\\\"'", at[1]) : NULL;
        if (known && at + 1 < t->text + t->length - 1) {
            at++;
            *out++ = "\n\r\t\f\\\"'"[known - "nrtf\\\"'"];
        } else {
            *out++ = *at;
        }
    }
    e->text = text;
    return e;
}

/* ---- Arguments of channel operations ---- */

/* READ(s) and its like are values also where `m(a,b)` would be a message. */
static bool is_value_call(const parser *p, const ast_expr *e)
{
    static const char *const values[] = {"READ", "SVAR", "GSVAR"};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        if (p->file && p->file->header != AST_HEADER_NONE && !strcmp(e->name, values[i]))
            return true;
    return false;
}

/* expr {',' expr}, or expr '(' expr {',' expr} ')' */
ast_expr *parse_send_arguments(parser *p)
{
    bool starts_with_name = peek(p) == TOKEN_NAME && !current(p)->word->definition;
    ast_expr *first = parse_expr(p);
    if (starts_with_name && first->kind == AST_CALL && !is_value_call(p, first)) {
        ast_expr *type = parse_new_expr(p, AST_NAME, first->where);
        type->name = first->name;
        type->next = first->arguments;
        first = type;
    } else if (peek(p) == TOKEN_OPEN && !line_ends_statement(p)) {
        parse_advance(p);
        p->parens++;
        first->next = parse_expr_list(p);
        p->parens--;
        parse_expect(p, TOKEN_CLOSE, "behind the message's arguments");
        return first;
    }
    if (parse_accept(p, TOKEN_COMMA))
        first->next = parse_expr_list(p);
    return first;
}

/* varref, eval(expr), or a constant */
static ast_expr *receive_argument(parser *p)
{
    const token *t = current(p);
    if (parse_accept(p, TOKEN_EVAL)) {
        ast_expr *e = parse_new_expr(p, AST_EVAL, t->where);
        parse_expect(p, TOKEN_OPEN, "behind 'eval'");
        e->a = bracketed_expr(p);
        parse_expect(p, TOKEN_CLOSE, "behind the expression of 'eval'");
        return e;
    }
    if (parse_accept(p, TOKEN_MINUS)) {
        if (peek(p) == TOKEN_NUMBER)
            return number(p, (int32_t)(0u - (uint32_t)parse_advance(p)->number), t->where);
        parse_error_expected(p, "a number behind '-'");
    }
    if (peek(p) == TOKEN_NAME || peek(p) == TOKEN_UNDERSCORE)
        return parse_varref(p);
    if (peek(p) == TOKEN_NUMBER || peek(p) == TOKEN_TRUE || peek(p) == TOKEN_FALSE || peek(p) == TOKEN_SKIP || peek(p) == TOKEN_PID)
        return parse_primary(p);
    parse_error_expected(p, "a variable, a constant or eval(..) as argument of a receive");
    return number(p, 0, t->where);
}

/* a, b(c, d) and (a, b): one list, parentheses aside */
ast_expr *parse_receive_arguments(parser *p)
{
    ast_expr *first = NULL, **last = &first;
    unsigned open = 0;
    unsigned height = 0;
    do {
        while (parse_accept(p, TOKEN_OPEN)) {
            open++;
            p->parens++;
        }
        *last = receive_argument(p);
        last = &(*last)->next;
        height = highest(height, p->height);
        if (next_operator(p) && peek(p) != TOKEN_GREATER)
            parse_error(p, current(p), "a receive takes variables and constants; put this expression into eval(..)");
        while (open && parse_accept(p, TOKEN_CLOSE)) {
            open--;
            p->parens--;
        }
    } while (parse_accept(p, TOKEN_COMMA) || (peek(p) == TOKEN_OPEN && !line_ends_statement(p)));
    p->parens -= open;
    p->height = height;
    if (open)
        parse_expect(p, TOKEN_CLOSE, "behind the arguments of a receive");
    return first;
}
