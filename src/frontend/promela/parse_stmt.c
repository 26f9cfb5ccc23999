/* parse_stmt.c: sequences of statements. */
#include "frontend/promela/parse.h"

ast_statement *parse_new_statement(parser *p, ast_statement_kind kind, source_location where)
{
    ast_statement *s = ARENA_NEW(p->memory, ast_statement);
    s->kind = kind;
    s->where = where;
    s->text = "";
    return s;
}

static const char *text_since(parser *p, size_t first)
{
    strbuf text = {0};
    token_text(p->tokens + first, p->at - first, PARSE_TEXT_LENGTH, &text);
    const char *copy = arena_strdup(p->memory, strbuf_text(&text));
    strbuf_release(&text);
    return copy;
}

static bool ends_sequence(token_kind kind)
{
    return kind == TOKEN_CLOSE_BLOCK || kind == TOKEN_FI || kind == TOKEN_OD || kind == TOKEN_OPTION || kind == TOKEN_END ||
           parse_starts_unit(kind);
}

static bool is_separator(token_kind kind)
{
    return kind == TOKEN_SEMICOLON || kind == TOKEN_ARROW;
}

static bool starts_statement(token_kind kind)
{
    return kind == TOKEN_IF || kind == TOKEN_DO || kind == TOKEN_FOR || kind == TOKEN_ATOMIC || kind == TOKEN_D_STEP ||
           kind == TOKEN_GOTO || kind == TOKEN_ASSERT || kind == TOKEN_PRINTF || kind == TOKEN_BREAK ||
           kind == TOKEN_ELSE || kind == TOKEN_SELECT;
}

/* ---- Places in the text ---- */

static const macro_call *outermost(const macro_call *call)
{
    while (call && call->outer)
        call = call->outer;
    return call;
}

/* Where text can be put in front of the token; line 0 where that would be inside a macro, or inside the argument of an inline. */
static source_location place_before(const token *t)
{
    const macro_call *call = outermost(t->call);
    if (t->is_argument)
        return t->starts_argument ? t->parameter : (source_location){0};
    return !call || call->first == t->order ? t->where : (source_location){0};
}

/* The same behind it. */
static source_location place_behind(const token *t)
{
    const macro_call *call = outermost(t->call);
    source_location at = t->where;
    if (t->is_argument || (call && (call->first + call->count - 1 != t->order || !call->written)))
        return (source_location){0};
    at.column += call ? call->written_length : t->length;
    return at;
}

/* Of its place in the text where it is expanded to. */
static uint32_t line_of(const token *t)
{
    return t->is_argument ? t->parameter.line : t->where.line;
}

/* ---- Compound statements ---- */

static bool does_nothing(const ast_statement *s)
{
    return !s->labels && (s->kind == AST_SKIP || s->kind == AST_PRINTF || (s->kind == AST_EXPRESSION && s->a && s->a->kind == AST_NUMBER && s->a->number == 1));
}

/* Inside an option SPIN leaves out a skip, or (1), after another one or after a printf, unless it has a label or comes last. Numbers of states shall be the same. */
static void drop_needless_skips(ast_sequence *q)
{
    bool nothing_before = false;
    for (ast_statement **at = &q->first; *at; at = &(*at)->next) {
        while (nothing_before && does_nothing(*at) && (*at)->kind != AST_PRINTF && (*at)->next)
            *at = (*at)->next;
        nothing_before = does_nothing(*at);
    }
}

/* '::' sequence { '::' sequence } */
static ast_sequence *options(parser *p, const token *opener, token_kind end)
{
    ast_sequence *first = NULL, **last = &first;
    token_kind closer = p->closer;
    p->closer = end;
    bool lacks_sign = peek(p) != TOKEN_OPTION;
    if (lacks_sign) {
        parse_error_expected(p, arena_printf(p->memory, "'::' and an option behind '%s'", opener->word->text));
        lacks_sign = parse_starts_operand(current(p)->kind) || starts_statement(current(p)->kind);
        p->failed = p->gave_up || (!lacks_sign && !is_separator(current(p)->kind)); /* else the option is there, only its sign is missing */
        while (is_separator(peek(p)))
            parse_advance(p);
    }
    while (!p->failed && (lacks_sign || parse_accept(p, TOKEN_OPTION))) {
        lacks_sign = false;
        *last = parse_sequence(p);
        (*last)->is_path = true;
        drop_needless_skips(*last);
        last = &(*last)->next;
    }
    p->closer = closer;
    parse_expect(p, end, arena_printf(p->memory, "to close the '%s' of line %u", opener->word->text, opener->where.line));
    return first;
}

static ast_statement *if_or_do(parser *p)
{
    const token *opener = parse_advance(p);
    bool is_if = opener->kind == TOKEN_IF;
    if (is_if && parse_is_foreign_if(p))
        return parse_foreign_if(p, opener->where);
    if (is_if && peek(p) != TOKEN_OPTION && opener > p->tokens && opener[-1].kind == TOKEN_ELSE)
        return parse_foreign_else_if(p, opener->where);
    if (!is_if && peek(p) == TOKEN_OPEN_BLOCK)
        return parse_foreign_do(p, opener->where);
    ast_statement *s = parse_new_statement(p, is_if ? AST_IF : AST_DO, opener->where);
    s->options = options(p, opener, is_if ? TOKEN_FI : TOKEN_OD);
    return s;
}

/* a ':' b '..' c */
static void range(parser *p, ast_statement *s, const char *of)
{
    parse_expect(p, TOKEN_COLON, arena_printf(p->memory, "behind the variable of '%s'", of));
    s->b = parse_expr(p);
    parse_expect(p, TOKEN_DOTS, "between the bounds of the range");
    s->c = parse_expr(p);
}

static bool accept_in(parser *p)
{
    if (peek(p) != TOKEN_NAME || current(p)->length != 2 || current(p)->text[0] != 'i' || current(p)->text[1] != 'n')
        return false;
    parse_advance(p);
    return true;
}

/* The range and the ')' behind it. */
static void for_range(parser *p, ast_statement *s)
{
    p->parens++;
    s->a = parse_varref(p);
    if (accept_in(p))
        s->b = parse_varref(p);
    else
        range(p, s, "for");
    p->parens--;
    parse_expect(p, TOKEN_CLOSE, "behind the range of 'for'");
}

static ast_statement *for_loop(parser *p)
{
    ast_statement *s = parse_new_statement(p, AST_FOR, parse_advance(p)->where);
    parse_expect(p, TOKEN_OPEN, "behind 'for'");
    if (!parse_is_foreign_range(p) || !parse_foreign_range(p))
        for_range(p, s);
    parse_accept(p, TOKEN_SEMICOLON);
    s->body = parse_block(p, "for");
    s->body->is_path = true;
    return s;
}

static ast_statement *select_value(parser *p)
{
    ast_statement *s = parse_new_statement(p, AST_SELECT, parse_advance(p)->where);
    parse_expect(p, TOKEN_OPEN, "behind 'select'");
    p->parens++;
    s->a = parse_varref(p);
    range(p, s, "select");
    p->parens--;
    parse_expect(p, TOKEN_CLOSE, "behind the range of 'select'");
    return s;
}

static ast_statement *braced(parser *p)
{
    source_location where = here(p);
    ast_statement *s;
    if (parse_accept(p, TOKEN_ATOMIC)) {
        s = parse_new_statement(p, AST_ATOMIC, where);
        s->body = parse_block(p, "atomic");
    } else if (parse_accept(p, TOKEN_D_STEP)) {
        s = parse_new_statement(p, AST_D_STEP, where);
        s->body = parse_block(p, "d_step");
    } else {
        s = parse_new_statement(p, AST_BLOCK, where);
        s->body = parse_block(p, "block");
    }
    s->body->is_path = s->kind != AST_BLOCK;
    return s;
}

ast_sequence *parse_block(parser *p, const char *what)
{
    parse_expect(p, TOKEN_OPEN_BLOCK, arena_printf(p->memory, "to open the body of '%s'", what));
    uint32_t line = p->at ? p->tokens[p->at - 1].where.line : 0;
    token_kind closer = p->closer;
    p->closer = TOKEN_CLOSE_BLOCK;
    ast_sequence *s = parse_sequence(p);
    p->closer = closer;
    parse_expect(p, TOKEN_CLOSE_BLOCK, arena_printf(p->memory, "to close the '{' of line %u", line));
    return s;
}

/* ---- Simple statements ---- */

static ast_statement *jump(parser *p)
{
    ast_statement *s = parse_new_statement(p, AST_GOTO, parse_advance(p)->where);
    word *label = current(p)->word;
    s->name = parse_expect_name(p, "a label behind 'goto'");
    if (!p->failed)
        parse_add_goto(p, label, s);
    return s;
}

static ast_statement *print(parser *p)
{
    const token *t = parse_advance(p);
    ast_statement *s = parse_new_statement(p, AST_PRINTF, t->where);
    parse_expect(p, TOKEN_OPEN, arena_printf(p->memory, "behind '%s'", t->word->text));
    p->parens++;
    if (t->kind == TOKEN_PRINTM) {
        s->a = parse_expr(p);
    } else {
        s->a = parse_string(p);
        if (parse_accept(p, TOKEN_COMMA))
            s->arguments = parse_expr_list(p);
    }
    p->parens--;
    parse_expect(p, TOKEN_CLOSE, arena_printf(p->memory, "behind the arguments of '%s'", t->word->text));
    return s;
}

static ast_statement *return_value(parser *p)
{
    const token *t = parse_advance(p);
    ast_statement *s = parse_new_statement(p, AST_ASSIGN, t->where);
    s->a = p->current->return_target;
    if (!s->a)
        parse_error(p, t, "'return' is only for the body of an inline that is called as x = f(..); a process ends behind its last statement");
    s->b = parse_expr(p);
    return s;
}

static bool is_place(const ast_expr *e)
{
    return e->kind == AST_NAME || e->kind == AST_INDEX || e->kind == AST_MEMBER || e->kind == AST_UNDERSCORE;
}

static ast_statement *assignment(parser *p, ast_expr *target, source_location where)
{
    if (!is_place(target))
        parse_error(p, current(p), "only a variable can stand before '='; use '==' to compare");
    source_location sign = place_before(parse_advance(p));
    ast_statement *s;
    if (parse_starts_foreign_call(p)) {
        s = parse_foreign_call(p);
    } else if (parse_starts_inline_call(p)) {
        s = parse_new_statement(p, AST_BLOCK, where);
        s->body = parse_inline_call(p, target);
    } else {
        s = parse_new_statement(p, AST_ASSIGN, where);
        s->sign = sign;
        s->a = target;
        s->b = parse_expr(p);
    }
    return s;
}

static ast_statement *count(parser *p, ast_expr *target, source_location where)
{
    if (!is_place(target))
        parse_error(p, current(p), "only a variable can stand before '%s'", token_kind_text(peek(p)));
    ast_statement *s = parse_new_statement(p, peek(p) == TOKEN_INCREMENT ? AST_INCREMENT : AST_DECREMENT, where);
    s->sign = place_before(parse_advance(p));
    s->a = target;
    return s;
}

static ast_statement *channel_operation(parser *p, ast_expr *channel, source_location where)
{
    if (!is_place(channel))
        parse_error(p, current(p), "only a channel can stand before '%s'", token_kind_text(peek(p)));
    token_kind kind = parse_advance(p)->kind;
    bool sends = kind == TOKEN_SEND || kind == TOKEN_SORTED_SEND;
    ast_statement *s = parse_new_statement(p, sends ? AST_SEND : AST_RECEIVE, where);
    s->a = channel;
    s->sorted = kind == TOKEN_SORTED_SEND;
    s->random = kind == TOKEN_RANDOM_RECEIVE;
    s->peek = !sends && parse_accept(p, TOKEN_LESS);
    s->arguments = sends ? parse_send_arguments(p) : parse_receive_arguments(p);
    if (s->peek)
        parse_expect(p, TOKEN_GREATER, "behind the arguments of a receive c?<..>");
    return s;
}

/* Everything that begins with an operand. */
static ast_statement *operand_first(parser *p)
{
    source_location where = here(p);
    bool begins_with_name = peek(p) == TOKEN_NAME || peek(p) == TOKEN_UNDERSCORE || peek(p) == TOKEN_PID || peek(p) == TOKEN_LAST;
    if (begins_with_name) {
        const token *start = current(p);
        ast_expr *first = parse_primary(p);
        bool new_line = current(p)->starts_line && !p->parens;
        token_kind kind = peek(p);
        if (kind == TOKEN_ASSIGN)
            return assignment(p, first, where);
        if (kind == TOKEN_INCREMENT || kind == TOKEN_DECREMENT)
            return count(p, first, where);
        if (is_place(first) && parse_is_compound_assignment(p))
            return parse_compound_assignment(p, first, start);
        if (((kind == TOKEN_SEND || kind == TOKEN_SORTED_SEND) && !new_line) || kind == TOKEN_RECEIVE || kind == TOKEN_RANDOM_RECEIVE)
            return channel_operation(p, first, where);
        ast_statement *s = parse_new_statement(p, AST_EXPRESSION, where);
        s->a = parse_expr_after(p, first);
        return s;
    }
    ast_statement *s = parse_new_statement(p, AST_EXPRESSION, where);
    s->a = parse_expr(p);
    return s;
}

/* The word alone; with an operator behind it `skip` is the number 1. */
static bool is_skip_statement(const parser *p)
{
    if (peek(p) != TOKEN_SKIP)
        return false;
    const token *next = &p->tokens[p->at + 1];
    return next->starts_line || is_separator(next->kind) || ends_sequence(next->kind) || next->kind == TOKEN_UNLESS || next->word;
}

static ast_statement *plain_statement(parser *p)
{
    const token *t = current(p);
    ast_statement *s;
    if (is_skip_statement(p))
        return parse_new_statement(p, AST_SKIP, parse_advance(p)->where);
    switch ((int)peek(p)) {
    case TOKEN_IF: case TOKEN_DO: return if_or_do(p);
    case TOKEN_FOR: return for_loop(p);
    case TOKEN_SELECT: return select_value(p);
    case TOKEN_ATOMIC: case TOKEN_D_STEP: case TOKEN_OPEN_BLOCK: return braced(p);
    case TOKEN_GOTO: return jump(p);
    case TOKEN_BREAK: return parse_new_statement(p, AST_BREAK, parse_advance(p)->where);
    case TOKEN_ELSE: return parse_new_statement(p, AST_ELSE, parse_advance(p)->where);
    case TOKEN_PRINTF: case TOKEN_PRINTM: return print(p);
    case TOKEN_RETURN: return return_value(p);
    case TOKEN_ASSERT:
        s = parse_new_statement(p, AST_ASSERT, parse_advance(p)->where);
        s->a = parse_expr(p);
        return s;
    case TOKEN_C_CODE: case TOKEN_C_DECL: case TOKEN_C_STATE: case TOKEN_C_TRACK:
        parse_refuse_c(p);
        return parse_new_statement(p, AST_SKIP, t->where);
    case TOKEN_NAME:
        if (parse_starts_foreign_call(p))
            return parse_foreign_call(p);
        if (!parse_starts_inline_call(p) || parse_is_compared_call(p))
            return operand_first(p);
        s = parse_new_statement(p, AST_BLOCK, t->where);
        s->body = parse_inline_call(p, NULL);
        return s;
    default:
        if (parse_starts_unit(peek(p)) || is_separator(peek(p)))
            parse_error_expected(p, "a statement");
        return operand_first(p);
    }
}

static const char *statement_text(parser *p, const ast_statement *s, size_t first)
{
    switch ((int)s->kind) {
    case AST_IF: return "if";
    case AST_DO: return "do";
    case AST_FOR: return "for";
    case AST_ATOMIC: return "atomic";
    case AST_D_STEP: return "d_step";
    case AST_BLOCK: return p->tokens[first].kind == TOKEN_OPEN_BLOCK ? "{" : text_since(p, first);
    default: return text_since(p, first);
    }
}

/* { NAME ':' } */
static ast_label *labels(parser *p)
{
    ast_label *first = NULL, **last = &first;
    while (peek(p) == TOKEN_NAME && peek_second(p) == TOKEN_COLON && !current(p)->word->is_process) {
        const token *t = parse_advance(p);
        parse_advance(p);
        ast_label *l = ARENA_NEW(p->memory, ast_label);
        l->name = t->word->text;
        l->where = t->where;
        parse_add_label(p, t->word, l);
        *last = l;
        last = &l->next;
    }
    return first;
}

ast_statement *parse_statement(parser *p)
{
    parse_enter(p);
    ast_label *list = labels(p);
    size_t first = p->at;
    ast_statement *s;
    if (list && !p->failed && (ends_sequence(peek(p)) || is_separator(peek(p)))) {
        s = parse_new_statement(p, AST_SKIP, list->where); /* SPIN gives such a label a skip of its own */
        s->text = "skip";
    } else {
        if (list && (parse_starts_declaration(p) || peek(p) == TOKEN_XR || peek(p) == TOKEN_XS))
            parse_error(p, current(p), "a label cannot stand before a declaration; put it before a statement");
        s = plain_statement(p);
        s->text = statement_text(p, s, first);
    }
    s->labels = list;
    s->word = place_before(&p->tokens[first]);
    parse_leave(p);
    return s;
}

/* ---- Sequences ---- */

static ast_sequence *sequence_of(parser *p, ast_statement *s)
{
    if (s->kind == AST_BLOCK && !s->labels)
        return s->body;
    ast_sequence *q = ARENA_NEW(p->memory, ast_sequence);
    q->first = s;
    q->where = s->where;
    q->end = here(p);
    return q;
}

/* statement { 'unless' statement }, grouped from the left */
static ast_statement *guarded_statement(parser *p)
{
    ast_statement *s = parse_statement(p);
    unsigned chain = 0;
    while (peek(p) == TOKEN_UNLESS) {
        const token *t = parse_advance(p);
        if (++chain + p->depth > PARSE_MAX_DEPTH)
            parse_give_up(p, t, "nested too deeply: at most %d levels are allowed", PARSE_MAX_DEPTH);
        ast_statement *u = parse_new_statement(p, AST_UNLESS, s->where);
        u->labels = s->labels; /* of the whole statement, which starts where its body does */
        s->labels = NULL;
        u->text = "unless";
        u->body = sequence_of(p, s);
        u->escape = sequence_of(p, parse_statement(p));
        s = u;
    }
    return s;
}

/* xr c, d */
static ast_statement *exclusive(parser *p)
{
    size_t first = p->at;
    ast_statement *s = parse_new_statement(p, AST_XR, parse_advance(p)->where);
    ast_expr **last = &s->arguments;
    do {
        *last = parse_varref(p);
        last = &(*last)->next;
    } while (parse_accept(p, TOKEN_COMMA));
    s->text = text_since(p, first);
    return s;
}

static ast_statement *step(parser *p)
{
    if (parse_starts_declaration(p)) {
        size_t first = p->at;
        ast_statement *s = parse_new_statement(p, AST_DECLARATION, here(p));
        s->decls = parse_one_decl(p, false);
        s->text = text_since(p, first);
        return s;
    }
    if (peek(p) == TOKEN_XR || peek(p) == TOKEN_XS)
        return exclusive(p);
    return guarded_statement(p);
}

/* Blocks and options that are open at a place, counted from the start of a statement. */
typedef struct openings {
    unsigned blocks, choices, parens;
} openings;

/* Counts the token; false where it closes what the statement did not open. */
static bool count_opening(openings *o, token_kind kind)
{
    switch ((int)kind) {
    case TOKEN_OPEN_BLOCK: o->blocks++; break;
    case TOKEN_IF: case TOKEN_DO: o->choices++; break;
    case TOKEN_OPEN: o->parens++; break;
    case TOKEN_CLOSE: o->parens -= o->parens > 0; break;
    case TOKEN_SEMICOLON: o->parens = 0; break;
    case TOKEN_CLOSE_BLOCK:
        if (!o->blocks)
            return false;
        o->blocks--;
        break;
    case TOKEN_FI: case TOKEN_OD:
        if (!o->choices)
            return o->blocks > 0;
        o->choices--;
        break;
    case TOKEN_OPTION: return o->blocks || o->choices;
    default: break;
    }
    return true;
}

/* After an error: to the next statement of this sequence, or to its end. False where only an outer level can go on. */
static bool recover(parser *p, size_t start)
{
    openings o = {0};
    if (p->gave_up)
        return false;
    for (size_t i = start; i < p->at; i++)
        count_opening(&o, p->tokens[i].kind);
    if (p->at == start && !ends_sequence(p->tokens[p->at].kind))
        count_opening(&o, p->tokens[p->at++].kind);
    for (;; p->at++) {
        const token *t = current(p);
        bool inside = o.blocks || o.choices;
        if (t->kind == TOKEN_END || parse_starts_unit(t->kind))
            return false;
        if (!inside && t->starts_line && starts_statement(t->kind))
            break;
        if (!inside && (t->kind == TOKEN_SEMICOLON || (t->kind == TOKEN_ARROW && !o.parens))) {
            p->at++;
            break;
        }
        if (!count_opening(&o, t->kind))
            break;
    }
    p->failed = false;
    p->resumed = current(p);
    return true;
}

/* A separator may be missing at a line's end and behind these. */
static bool may_lack_separator(const parser *p)
{
    token_kind before = p->tokens[p->at - 1].kind;
    return current(p)->starts_line || before == TOKEN_CLOSE_BLOCK || before == TOKEN_FI || before == TOKEN_OD || before == TOKEN_ELSE ||
           before == TOKEN_COLON || p->after_inline == current(p);
}

static void separator(parser *p, const ast_statement *before)
{
    bool found = false;
    while (is_separator(peek(p))) {
        parse_advance(p);
        found = true;
    }
    if (!found && !p->failed && !ends_sequence(peek(p)) && !may_lack_separator(p))
        parse_error_expected(p, before->kind == AST_EXPRESSION && parse_starts_operand(peek(p)) ? "';' or '->' between two statements, or '&&' or '||' between two conditions"
                                                                                                 : "';' or '->' between two statements");
}

/* step { separator step } */
ast_sequence *parse_sequence(parser *p)
{
    ast_sequence *q = ARENA_NEW(p->memory, ast_sequence);
    ast_statement **last = &q->first;
    q->where = here(p);
    while (is_separator(peek(p)))
        parse_advance(p);
    if (!p->failed && ends_sequence(peek(p))) {
        parse_error_expected(p, "a statement (write skip where nothing is to be done)");
        p->failed = false;
    }
    while (!p->failed && !ends_sequence(peek(p))) {
        size_t start = p->at;
        *last = step(p);
        (*last)->begins = place_before(&p->tokens[start]);
        (*last)->ends = place_behind(&p->tokens[p->at - 1]);
        (*last)->last_line = line_of(&p->tokens[p->at - 1]);
        separator(p, *last);
        last = &(*last)->next;
        if (p->failed && !recover(p, start))
            break;
    }
    q->end = here(p);
    return q;
}
