/* parse_foreign.c: signs, words and statements of other languages. Each is told once, with what Promela has instead; whole statements are read over, so that what
 * follows is read as usual. */
#include <string.h>

#include "frontend/names.h"
#include "frontend/promela/foreign.h"
#include "frontend/promela/parse.h"

/* ---- Words and signs where something else is expected ---- */

typedef struct sign_pair {
    token_kind first, second;
    const char *advice;
} sign_pair;

static const sign_pair sign_pairs[] = {
    {TOKEN_ASSIGN, TOKEN_GREATER, "write '->' behind a guard, '>=' to compare"},
    {TOKEN_ASSIGN, TOKEN_LESS, "write '<='"},
    {TOKEN_ASSIGN, TOKEN_SEND, "write '!='"},
    {TOKEN_LESS, TOKEN_GREATER, "write '!='"},
    {TOKEN_EQUAL, TOKEN_ASSIGN, "write '=='"},
    {TOKEN_NOT_EQUAL, TOKEN_ASSIGN, "write '!='"},
    {TOKEN_COLON, TOKEN_ASSIGN, "write '='"},
    {TOKEN_DECREMENT, TOKEN_GREATER, "write '->'"},
    {TOKEN_EQUAL, TOKEN_GREATER, "write '->'"},
    {TOKEN_TILDE, TOKEN_ASSIGN, "write '!='"},
    {TOKEN_STAR, TOKEN_STAR, "there are no powers: write x * x"},
    {TOKEN_ELSE, TOKEN_COLON, "write else ->"},
};

static const char *text_of(parser *p, const token *first, size_t count)
{
    strbuf text = {0};
    token_text(first, count, PARSE_TEXT_LENGTH, &text);
    const char *copy = arena_strdup(p->memory, strbuf_text(&text));
    strbuf_release(&text);
    return copy;
}

static bool touch(const token *second)
{
    return !second->space_before && !second->starts_line;
}

/* Two signs that are one elsewhere. */
static bool advise_on_signs(parser *p, const token *first)
{
    if (first->kind == TOKEN_END || !touch(first + 1))
        return false;
    for (size_t i = 0; i < sizeof sign_pairs / sizeof *sign_pairs; i++)
        if (first->kind == sign_pairs[i].first && first[1].kind == sign_pairs[i].second) {
            parse_error(p, first, "'%s' is not Promela; %s", text_of(p, first, 2), sign_pairs[i].advice);
            return true;
        }
    return false;
}

const char *parse_foreign_advice(const token *t)
{
    const word *w = t->kind == TOKEN_NAME ? t->word : NULL;
    return w && !w->is_declared && !w->is_type && !w->will_be_process && !w->definition ? foreign_advice(w->text) : NULL;
}

/* A condition of the command line: which names the file declares is not known here. */
static bool is_operator(const token *t)
{
    static const char *const words[] = {"and", "or", "not", "xor", "mod"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (t->kind == TOKEN_NAME && !strcmp(t->word->text, words[i]))
            return true;
    return false;
}

static bool advise_on_word(parser *p, const token *t)
{
    const char *advice = p->file || is_operator(t) ? parse_foreign_advice(t) : NULL;
    if (advice)
        parse_error(p, t, "'%s' is not Promela; %s", t->word->text, advice);
    return advice;
}

/* 0x10, 1.5 */
static bool advise_on_number(parser *p, const token *number)
{
    bool is_hexadecimal = number[1].kind == TOKEN_NAME && (number[1].text[0] == 'x' || number[1].text[0] == 'X');
    if (number->kind != TOKEN_NUMBER || !touch(number + 1) || (!is_hexadecimal && number[1].kind != TOKEN_DOT))
        return false;
    parse_error(p, number, "'%.*s%.*s' is not Promela; numbers are %s", (int)number->length, number->text, (int)number[1].length, number[1].text,
                is_hexadecimal ? "written in decimal" : "whole");
    return true;
}

/* atmoic { .. } */
static bool advise_on_block(parser *p, const token *t)
{
    static const char *const words[] = {"atomic", "d_step", "unless", "else"};
    const word *before = t->kind == TOKEN_OPEN_BLOCK && t[-1].kind == TOKEN_NAME ? t[-1].word : NULL;
    const char *nearest = before && !before->is_declared ? names_nearest(before->text, words, sizeof words / sizeof *words) : NULL;
    if (nearest)
        parse_error(p, t - 1, "'%s' is not Promela; do you mean %s?", before->text, nearest);
    return nearest;
}

bool parse_advise(parser *p)
{
    const token *t = current(p);
    if (p->failed)
        return false;
    if ((t->kind == TOKEN_AMPERSAND || t->kind == TOKEN_STAR) && t[1].kind == TOKEN_NAME) {
        parse_error(p, t, "there are no pointers in Promela; write the variable without '%s'", token_kind_text(t->kind));
        return true;
    }
    if (p->at && t[-1].kind == TOKEN_OPEN && t->kind != TOKEN_NAME && parse_starts_type(t) && t[1].kind == TOKEN_CLOSE) {
        parse_error(p, t, "there are no casts in Promela; a variable keeps what its type can hold");
        return true;
    }
    if (t->kind == TOKEN_RECEIVE) {
        parse_error(p, t, "'?' receives from a channel; a conditional expression is written (c -> a : b)");
        return true;
    }
    if (advise_on_signs(p, t) || advise_on_word(p, t))
        return true;
    return p->at && (advise_on_block(p, t) || advise_on_signs(p, t - 1) || advise_on_number(p, t - 1) || (!t->starts_line && advise_on_word(p, t - 1)));
}

/* ---- Statements ---- */

static ast_statement *nothing(parser *p, source_location where)
{
    ast_statement *s = parse_new_statement(p, AST_SKIP, where);
    p->after_inline = current(p);
    return s;
}

static void skip_parentheses(parser *p)
{
    if (peek(p) == TOKEN_OPEN)
        parse_skip_balanced(p, TOKEN_OPEN, TOKEN_CLOSE);
}

static bool accept_word(parser *p, const char *text)
{
    if (peek(p) != TOKEN_NAME || strcmp(current(p)->word->text, text))
        return false;
    parse_advance(p);
    return true;
}

static bool is_near_inline(const parser *p, const char *name)
{
    VEC(const char *) names = {0};
    for (const ast_inline *i = p->file->inlines; i; i = i->next)
        vec_push(&names, i->name);
    bool is_near = names_nearest(name, names.data, names.count);
    vec_release(&names);
    return is_near;
}

/* Behind the bracket that closes this one; where none does, at the end. */
static const token *behind_parentheses(const token *t)
{
    unsigned depth = 0;
    do {
        depth += t->kind == TOKEN_OPEN;
        depth -= t->kind == TOKEN_CLOSE;
        t += t->kind != TOKEN_END;
    } while (depth && t->kind != TOKEN_END);
    return t;
}

/* f(1) == 2 */
bool parse_is_compared_call(const parser *p)
{
    switch ((int)behind_parentheses(current(p) + 1)->kind) {
    case TOKEN_EQUAL: case TOKEN_NOT_EQUAL: case TOKEN_LESS: case TOKEN_LESS_EQUAL: case TOKEN_GREATER: case TOKEN_GREATER_EQUAL:
    case TOKEN_AND: case TOKEN_OR: return true;
    default: return false;
    }
}

bool parse_starts_foreign_call(const parser *p)
{
    const token *t = current(p);
    return peek(p) == TOKEN_NAME && peek_second(p) == TOKEN_OPEN && !t[1].starts_line && parse_foreign_advice(t) && !is_near_inline(p, t->word->text);
}

/* while (c) .., switch (x) { .. }, smp_mb(), atomic_load(&x) == 1: what stands behind the parentheses of `while` is read as statements. */
ast_statement *parse_foreign_call(parser *p)
{
    const token *t = current(p);
    parse_complain(p, t->where, "'%s' is not Promela; %s", t->word->text, parse_foreign_advice(t));
    parse_advance(p);
    skip_parentheses(p);
    if (!strcmp(t->word->text, "switch") && peek(p) == TOKEN_OPEN_BLOCK)
        parse_skip_balanced(p, TOKEN_OPEN_BLOCK, TOKEN_CLOSE_BLOCK);
    else if (strcmp(t->word->text, "while"))
        parse_expr_after(p, parse_new_expr(p, AST_NUMBER, t->where));
    if (peek(p) == TOKEN_DO && peek_second(p) != TOKEN_OPTION) { /* while (c) do .. od */
        parse_advance(p);
        parse_sequence(p);
        parse_accept(p, TOKEN_OD);
    }
    return nothing(p, t->where);
}

static bool is_then(const token *t)
{
    return t->kind == TOKEN_NAME && !strcmp(t->word->text, "then");
}

/* The '{' or `then` on the line of a condition that begins here; NULL for none. */
static const token *end_of_condition(const token *t)
{
    for (const token *first = t;; t++) {
        if (t->kind == TOKEN_OPEN_BLOCK || is_then(t))
            return t;
        if (t->kind == TOKEN_END || t->kind == TOKEN_ARROW || t->kind == TOKEN_SEMICOLON || t->kind == TOKEN_OPTION || t->kind == TOKEN_FI || (t > first && t->starts_line))
            return NULL;
    }
}

static void skip_condition(parser *p)
{
    const token *end = end_of_condition(current(p));
    if (end)
        p->at = (size_t)(end - p->tokens);
    else
        skip_parentheses(p);
    accept_word(p, "then");
}

/* The `if` was read: (c) and a statement follow, or c and a block, not an option. */
bool parse_is_foreign_if(const parser *p)
{
    if (peek(p) != TOKEN_OPTION && end_of_condition(current(p)))
        return true;
    if (peek(p) != TOKEN_OPEN)
        return false;
    switch ((int)behind_parentheses(current(p))->kind) {
    case TOKEN_OPEN_BLOCK: case TOKEN_NAME: case TOKEN_GOTO: case TOKEN_BREAK: case TOKEN_SKIP: case TOKEN_ASSERT: case TOKEN_PRINTF:
    case TOKEN_ATOMIC: case TOKEN_D_STEP: case TOKEN_IF: case TOKEN_DO: case TOKEN_RETURN: return true;
    default: return false;
    }
}

/* (c) statement [else [if (c)] statement] */
ast_statement *parse_foreign_if(parser *p, source_location where)
{
    bool again;
    parse_complain(p, where, "'if' has options; write if :: condition -> .. :: else -> .. fi");
    do {
        skip_condition(p);
        parse_statement(p);
        if (peek(p) == TOKEN_SEMICOLON && peek_second(p) == TOKEN_ELSE)
            parse_advance(p);
        bool has_else = parse_accept(p, TOKEN_ELSE);
        again = has_else && peek_second(p) != TOKEN_OPTION && parse_accept(p, TOKEN_IF);
        if (has_else && !again)
            parse_statement(p);
    } while (again);
    if (p->closer != TOKEN_FI)
        parse_accept(p, TOKEN_FI);
    return nothing(p, where);
}

/* :: else if (c) -> ..: the `if` was read, and is left out. */
ast_statement *parse_foreign_else_if(parser *p, source_location where)
{
    parse_complain(p, where, "'else' takes no condition; write another option, :: condition -> .., or else -> if .. fi");
    return nothing(p, where);
}

/* The `do` was read: { .. } [while (c)] */
ast_statement *parse_foreign_do(parser *p, source_location where)
{
    parse_complain(p, where, "'do' has options, and goes on until a break; write do :: .. :: condition -> break od");
    parse_block(p, "do");
    if (accept_word(p, "while"))
        skip_parentheses(p);
    if (p->closer != TOKEN_OD)
        parse_accept(p, TOKEN_OD);
    return nothing(p, where);
}

/* ---- for (i = 0; i < 3; i++) ---- */

/* Tokens before the next ';', or before what ends the part in another way. */
static size_t count_part(const token *from)
{
    size_t count = 0;
    for (token_kind k = from->kind; k != TOKEN_SEMICOLON && k != TOKEN_COMMA && k != TOKEN_CLOSE && k != TOKEN_END; k = from[count].kind)
        count++;
    return count;
}

/* "i : 0 .. 2" of `i = 0; i < 3; i++)`; NULL for a loop that counts in another way. */
static const char *range_of(parser *p, const token *name)
{
    const token *low = name + 2;
    size_t low_count = count_part(low);
    const token *test = low + low_count + 1;
    if (low[low_count].kind != TOKEN_SEMICOLON || test->kind != TOKEN_NAME || test->word != name->word)
        return NULL;
    bool is_strict = test[1].kind == TOKEN_LESS;
    if (!is_strict && test[1].kind != TOKEN_LESS_EQUAL)
        return NULL;
    size_t high_count = count_part(test + 2);
    const token *high = test + 2, *step = high + high_count + 1;
    if (high[high_count].kind != TOKEN_SEMICOLON || !low_count || !high_count)
        return NULL;
    bool counts_up = (step->kind == TOKEN_NAME && step->word == name->word && step[1].kind == TOKEN_INCREMENT) || step->kind == TOKEN_INCREMENT;
    if (!counts_up)
        return NULL;
    const char *last = text_of(p, high, high_count);
    if (is_strict)
        last = high_count == 1 && high->kind == TOKEN_NUMBER ? arena_printf(p->memory, "%d", high->number - 1) : arena_printf(p->memory, "%s - 1", last);
    return arena_printf(p->memory, "%s : %s .. %s", name->word->text, text_of(p, low, low_count), last);
}

bool parse_is_foreign_range(const parser *p)
{
    const token *t = current(p);
    if (peek(p) == TOKEN_NAME && peek_second(p) == TOKEN_ASSIGN)
        return t[count_part(t)].kind != TOKEN_CLOSE;
    return parse_starts_type(t) || peek(p) == TOKEN_SEMICOLON;
}

/* The '(' was read: all up to its ')' is told and left out, but a range whose variable has a type. */
bool parse_foreign_range(parser *p)
{
    const token *t = current(p), *name = t->kind == TOKEN_NAME && t[1].kind == TOKEN_ASSIGN ? t : t + 1;
    bool is_declared_here = parse_starts_type(t), is_variable = name->kind == TOKEN_NAME && name[1].kind == TOKEN_ASSIGN;
    if (is_declared_here && name->kind == TOKEN_NAME && name[1].kind == TOKEN_COLON) {
        parse_complain(p, t->where, "'for' declares no variable; declare %s before it", name->word->text);
        parse_advance(p);
        return false;
    }
    const char *range = is_variable ? range_of(p, name) : NULL;
    const char *before = is_variable && is_declared_here ? arena_printf(p->memory, ", and declare %s before it", name->word->text) : "";
    if (range)
        parse_complain(p, t->where, "'for' takes a range; write for (%s)%s", range, before);
    else
        parse_complain(p, t->where, "'for' takes a range, as in for (i : 0 .. 9)%s; write do :: .. od for other loops", before);
    p->at--;
    skip_parentheses(p);
    return true;
}

/* ---- x += 1 ---- */

bool parse_is_compound_assignment(const parser *p)
{
    switch ((int)peek(p)) {
    case TOKEN_PLUS: case TOKEN_MINUS: case TOKEN_STAR: case TOKEN_SLASH: case TOKEN_PERCENT: case TOKEN_AMPERSAND: case TOKEN_BAR:
    case TOKEN_CARET: case TOKEN_SHIFT_LEFT: case TOKEN_SHIFT_RIGHT: case TOKEN_AND: case TOKEN_OR: return peek_second(p) == TOKEN_ASSIGN;
    default: return false;
    }
}

ast_statement *parse_compound_assignment(parser *p, ast_expr *target, const token *first)
{
    const token *sign = current(p);
    const char *place = text_of(p, first, (size_t)(sign - first)), *operator= token_kind_text(sign->kind);
    ast_statement *s = parse_new_statement(p, AST_ASSIGN, target->where);
    parse_advance(p);
    parse_advance(p);
    const token *value = current(p);
    s->a = target;
    s->b = parse_expr(p);
    size_t count = (size_t)(current(p) - value);
    parse_complain(p, sign->where, count > 1 ? "'%s=' is not Promela; write %s = %s %s (%s)" : "'%s=' is not Promela; write %s = %s %s %s", operator, place, place,
                   operator, text_of(p, value, count));
    return s;
}

/* ---- Units ---- */

/* A declaration was read as far as `name`, and '(' follows. */
void parse_refuse_function(parser *p, const token *name)
{
    bool is_main = !strcmp(name->word->text, "main");
    parse_complain(p, name->where, is_main ? "there is no '%s' in Promela; write init { .. }, or active proctype P() { .. }" : "'%s' looks like a function, and Promela has none; write inline f(a) { .. }, or proctype P() { .. } for what runs by itself",
                   name->word->text);
    skip_parentheses(p);
    if (peek(p) == TOKEN_OPEN_BLOCK)
        parse_skip_balanced(p, TOKEN_OPEN_BLOCK, TOKEN_CLOSE_BLOCK);
}

/* const int N = 3: the word is left out. */
bool parse_skip_foreign_word(parser *p)
{
    const char *advice = parse_foreign_advice(current(p));
    if (!advice || !parse_starts_type(current(p) + 1))
        return false;
    parse_complain(p, here(p), "'%s' is not Promela; %s", current(p)->word->text, advice);
    parse_advance(p);
    return true;
}
