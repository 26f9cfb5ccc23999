/* parse_expr.c: conditions (B) and numbers (E).
 *
 * One grammar reads both; a flag tells what came out, so that a message can say what is missing:
 *   or := and ('or' and)*     and := not ('and' not)*     not := 'not' not | comparison     comparison := sum [('='|'<'|...) sum]
 *   sum := primary (('+'|'-') primary)*
 *   primary := number | number '@' label | variable | 'true' | 'false' | '(' or ')' | view '(' number ',' variable ')' */
#include <string.h>

#include "frontend/pimp/parse.h"

typedef struct typed {
    const expr *value;
    bool is_condition;
    unsigned height; /* of the tree */
} typed;

static typed parse_or(pimp_parser *p);

static typed nothing(pimp_parser *p)
{
    return (typed){expr_const(p->program->memory, 0, p->now.where), false, 1};
}

/* ---- Names ---- */

static void note_use(pimp_parser *p, uint32_t number, source_location where)
{
    if (number < p->uses.count && !p->uses.data[number].is_read) {
        p->uses.data[number].is_read = true;
        p->uses.data[number].first_read = where;
    }
}

static bool is_ghost(const pimp_parser *p, const char *name)
{
    for (size_t i = 0; i < p->input->ghost_count; i++)
        if (!strcmp(p->input->ghosts[i], name))
            return true;
    return false;
}

static uint32_t declare(pimp_parser *p, const pimp_token *name)
{
    static const int32_t zero[1];
    uint32_t number = names_add(&p->variables, name->text, name->length);
    const char *text = p->variables.texts.data[number];
    variable made = {.name = text, .type = {32, true}, .count = 1, .initial = zero, .where = name->where,
                     .class = is_ghost(p, text) ? VARIABLE_GHOST : VARIABLE_RELAXED};
    if (number == PIMP_MAX_VARIABLES)
        pimp_give_up(p, "more than %d variables", PIMP_MAX_VARIABLES);
    vec_push(&p->program->globals, made);
    vec_push(&p->uses, (pimp_variable_use){0});
    return number;
}

uint32_t pimp_variable(pimp_parser *p, const pimp_token *name)
{
    uint32_t number = names_find(&p->variables, name->text, name->length);
    if (number != NAMES_NONE)
        return number;
    if (p->input)
        return declare(p, name);
    const char *text = arena_strndup(p->scratch, name->text, name->length);
    pimp_error(p, name, "the program has no variable %s%s", text, names_hint(p->scratch, text, p->variables.texts.data, p->variables.texts.count));
    return 0;
}

/* ---- Operands ---- */

static expr *access(pimp_parser *p, expr_kind kind, const pimp_token *name)
{
    uint32_t number = pimp_variable(p, name);
    expr *e = expr_new(p->program->memory, kind, name->where);
    e->variable = number;
    note_use(p, number, name->where);
    return e;
}

static typed variable_operand(pimp_parser *p)
{
    pimp_token name = pimp_advance(p);
    expr *e = access(p, EXPR_GLOBAL, &name);
    if (!p->failed && p->of_state && p->program->globals.data[e->variable].class == VARIABLE_RELAXED)
        e->kind = EXPR_MEMORY;
    return p->failed ? nothing(p) : (typed){e, false, 1};
}

static typed at_label(pimp_parser *p)
{
    pimp_token thread = pimp_advance(p);
    pimp_advance(p);
    if (pimp_peek(p) != PIMP_NAME) {
        pimp_error_expected(p, "a label behind '@'");
        return nothing(p);
    }
    pimp_token name = pimp_advance(p);
    expr *e = expr_new(p->program->memory, EXPR_AT, thread.where);
    e->process = (uint32_t)thread.number; /* until pimp_resolve_labels */
    e->value = (int32_t)names_add(&p->labels, name.text, name.length);
    vec_push(&p->label_uses, ((pimp_label_use){e, thread.number}));
    return (typed){e, true, 1};
}

/* view(1, x), in options: what the thread would read. */
static typed view(pimp_parser *p)
{
    pimp_advance(p);
    pimp_advance(p);
    pimp_token thread = p->now, name;
    if (!pimp_expect(p, PIMP_NUMBER, "of a thread") || !pimp_expect(p, PIMP_COMMA, "between the thread and the variable"))
        return nothing(p);
    name = p->now;
    if (!pimp_expect(p, PIMP_NAME, "of a variable"))
        return nothing(p);
    expr *e = access(p, EXPR_VIEW, &name);
    e->process = pimp_process_of_thread(p->program, thread.number);
    if (e->process == NO_THREAD)
        pimp_error(p, &thread, "there is no thread %d", thread.number);
    pimp_expect(p, PIMP_CLOSE, "behind view(...");
    return p->failed ? nothing(p) : (typed){e, false, 1};
}

static typed parenthesis(pimp_parser *p)
{
    pimp_advance(p);
    pimp_enter(p);
    typed inner = parse_or(p);
    pimp_leave(p);
    pimp_expect(p, PIMP_CLOSE, "to close the '(' before");
    return inner;
}

static bool is_view(const pimp_parser *p)
{
    return !p->input && p->next.kind == PIMP_OPEN && p->now.length == strlen("view") && !memcmp(p->now.text, "view", p->now.length);
}

static typed primary(pimp_parser *p)
{
    pimp_token t = p->now;
    pimp_token_kind kind = pimp_peek(p);
    if (kind == PIMP_NUMBER && p->next.kind == PIMP_AT)
        return at_label(p);
    if (kind == PIMP_NAME)
        return is_view(p) ? view(p) : variable_operand(p);
    if (kind == PIMP_OPEN)
        return parenthesis(p);
    if (kind == PIMP_NUMBER || kind == PIMP_TRUE || kind == PIMP_FALSE) {
        pimp_advance(p);
        int32_t value = kind == PIMP_NUMBER ? t.number : kind == PIMP_TRUE;
        return (typed){expr_const(p->program->memory, value, t.where), kind != PIMP_NUMBER, 1};
    }
    if (kind == PIMP_MINUS)
        pimp_error(p, &t, "a minus sign needs two operands; write 0 - ...");
    else
        pimp_error_expected(p, "a variable, a number or a condition");
    return nothing(p);
}

/* ---- Operators ---- */

/* The height of a tree over one of this height. */
static unsigned height_over(pimp_parser *p, unsigned height)
{
    if (height >= PIMP_MAX_DEPTH)
        pimp_give_up(p, "nested too deeply: at most %d levels are allowed", PIMP_MAX_DEPTH);
    return height + 1;
}

static typed combine(pimp_parser *p, expr_op op, typed a, typed b, const pimp_token *sign, bool is_condition)
{
    unsigned height = height_over(p, a.height > b.height ? a.height : b.height);
    return (typed){expr_binary(p->program->memory, op, a.value, b.value, sign->where), is_condition, height};
}

static void need(pimp_parser *p, typed operand, bool condition, const pimp_token *sign)
{
    if (operand.is_condition == condition || p->failed)
        return;
    if (condition)
        pimp_error(p, sign, "'%.*s' joins conditions, and one side is a number; compare it, as in x = 1", (int)sign->length, sign->text);
    else
        pimp_error(p, sign, "'%.*s' needs numbers, and one side is a condition", (int)sign->length, sign->text);
}

static typed sum(pimp_parser *p)
{
    typed a = primary(p);
    while (pimp_peek(p) == PIMP_PLUS || pimp_peek(p) == PIMP_MINUS) {
        pimp_token sign = pimp_advance(p);
        typed b = primary(p);
        need(p, a, false, &sign);
        need(p, b, false, &sign);
        a = combine(p, sign.kind == PIMP_PLUS ? OP_ADD : OP_SUBTRACT, a, b, &sign, false);
    }
    return a;
}

static bool is_comparison(pimp_token_kind kind, expr_op *op)
{
    static const struct {
        pimp_token_kind kind;
        expr_op op;
    } known[] = {{PIMP_EQUAL, OP_EQUAL}, {PIMP_NOT_EQUAL, OP_NOT_EQUAL}, {PIMP_LESS, OP_LESS}, {PIMP_LESS_EQUAL, OP_LESS_EQUAL},
                 {PIMP_GREATER, OP_GREATER}, {PIMP_GREATER_EQUAL, OP_GREATER_EQUAL}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].kind == kind) {
            *op = known[i].op;
            return true;
        }
    return false;
}

static typed comparison(pimp_parser *p)
{
    typed a = sum(p);
    expr_op op;
    if (!is_comparison(pimp_peek(p), &op))
        return a;
    pimp_token sign = pimp_advance(p);
    typed b = sum(p);
    need(p, a, false, &sign);
    need(p, b, false, &sign);
    a = combine(p, op, a, b, &sign, true);
    if (is_comparison(pimp_peek(p), &op))
        pimp_error(p, &p->now, "comparisons cannot be chained; join two with 'and'");
    return a;
}

static typed negation(pimp_parser *p)
{
    if (pimp_peek(p) != PIMP_NOT)
        return comparison(p);
    pimp_token sign = pimp_advance(p);
    pimp_enter(p);
    typed a = negation(p);
    pimp_leave(p);
    need(p, a, true, &sign);
    return (typed){expr_unary(p->program->memory, OP_NOT, a.value, sign.where), true, height_over(p, a.height)};
}

static typed parse_and(pimp_parser *p)
{
    typed a = negation(p);
    while (pimp_peek(p) == PIMP_AND) {
        pimp_token sign = pimp_advance(p);
        typed b = negation(p);
        need(p, a, true, &sign);
        need(p, b, true, &sign);
        a = combine(p, OP_AND, a, b, &sign, true);
    }
    return a;
}

static typed parse_or(pimp_parser *p)
{
    typed a = parse_and(p);
    while (pimp_peek(p) == PIMP_OR) {
        pimp_token sign = pimp_advance(p);
        typed b = parse_and(p);
        need(p, a, true, &sign);
        need(p, b, true, &sign);
        a = combine(p, OP_OR, a, b, &sign, true);
    }
    return a;
}

/* ---- Entry ---- */

/* A sign that no condition has may be what was meant to go on. */
static void refuse_strange(pimp_parser *p)
{
    pimp_token_kind kind = pimp_peek(p);
    if (pimp_token_hint(kind) || kind == PIMP_ODD || kind == PIMP_BIG_NUMBER)
        pimp_error_expected(p, "an operator");
}

const expr *pimp_condition(pimp_parser *p, const char *what)
{
    pimp_token start = p->now;
    typed read = parse_or(p);
    refuse_strange(p);
    if (!p->failed && !read.is_condition)
        pimp_error(p, &start, "%s needs a condition, and this is a number; compare it, as in x = 1", what);
    return read.value;
}

const expr *pimp_number(pimp_parser *p, const char *what)
{
    pimp_token start = p->now;
    typed read = parse_or(p);
    refuse_strange(p);
    if (!p->failed && read.is_condition)
        pimp_error(p, &start, "%s must be a number, and this is a condition; use if to choose between 0 and 1", what);
    return read.value;
}
