/* parse_inline.c: inlines, expanded token by token where they are called.
 *
 * As in SPIN an argument replaces a parameter as text, without parentheses around it, and each expansion has labels of its own: a
 * goto inside means the label of the same expansion, else that of the code around. A label whose name the proctype has already
 * is renamed. */
#include <string.h>

#include "frontend/promela/parse.h"

typedef struct token_span {
    const token *first;
    size_t count;
} token_span;

typedef VEC(token) token_vec;
typedef VEC(token_span) span_vec;

static bool has_parameter(word **list, size_t count, const word *w)
{
    for (size_t i = 0; i < count; i++)
        if (list[i] == w)
            return true;
    return false;
}

/* 'inline' NAME '(' [NAME {',' NAME}] ')' '{' ... '}' */
void parse_inline_definition_unit(parser *p)
{
    inline_definition *d = ARENA_NEW(p->memory, inline_definition);
    VEC(word *) parameters = {0};
    parse_advance(p);
    d->where = here(p);
    d->name = current(p)->word;
    parse_expect_name(p, "the name of the inline");
    parse_expect(p, TOKEN_OPEN, "behind the name of the inline");
    while (peek(p) == TOKEN_NAME) {
        word *w = parse_advance(p)->word;
        if (has_parameter(parameters.data, parameters.count, w))
            parse_error(p, current(p) - 1, "the inline has two parameters '%s'", w->text);
        vec_push(&parameters, w);
        if (!parse_accept(p, TOKEN_COMMA))
            break;
    }
    parse_expect(p, TOKEN_CLOSE, "behind the parameters of the inline (names without types, separated by ',')");
    d->body = current(p);
    parse_skip_balanced(p, TOKEN_OPEN_BLOCK, TOKEN_CLOSE_BLOCK);
    if (!p->failed) {
        d->body_count = (size_t)(current(p) - d->body);
        d->parameter_count = parameters.count;
        d->parameters = ARENA_ARRAY(p->memory, word *, parameters.count + 1);
        for (size_t i = 0; i < parameters.count; i++)
            d->parameters[i] = parameters.data[i];
        if (d->name->definition)
            parse_complain(p, d->where, "the inline '%s' is defined already, in line %u", d->name->text, d->name->definition->where.line);
        else
            d->name->definition = d;
        ast_inline *named = ARENA_NEW(p->memory, ast_inline);
        *named = (ast_inline){d->name->text, p->file->inlines, d->where};
        p->file->inlines = named;
    }
    vec_release(&parameters);
}

bool parse_starts_inline_call(const parser *p)
{
    return peek(p) == TOKEN_NAME && peek_second(p) == TOKEN_OPEN && current(p)->word->definition;
}

/* '(' tokens {',' tokens} ')' */
static void call_arguments(parser *p, span_vec *out)
{
    const token *open = parse_advance(p);
    unsigned depth = 0;
    token_span span = {current(p), 0};
    for (;; p->at++) {
        token_kind kind = peek(p);
        if (kind == TOKEN_END) {
            parse_error(p, open, "this '(' is never closed; a ')' is missing");
            return;
        }
        if (!depth && (kind == TOKEN_COMMA || kind == TOKEN_CLOSE)) {
            span.count = (size_t)(current(p) - span.first);
            if (kind == TOKEN_COMMA || span.count || out->count)
                vec_push(out, span);
            span.first = current(p) + 1;
            if (kind == TOKEN_CLOSE)
                break;
        }
        depth += kind == TOKEN_OPEN || kind == TOKEN_OPEN_INDEX || kind == TOKEN_OPEN_BLOCK;
        depth -= depth && (kind == TOKEN_CLOSE || kind == TOKEN_CLOSE_INDEX || kind == TOKEN_CLOSE_BLOCK);
    }
    p->at++;
}

static void push_argument(token_vec *out, const token_span *argument, const token *parameter)
{
    for (size_t i = 0; i < argument->count; i++) {
        token t = argument->first[i];
        t.starts_line = !i && parameter->starts_line;
        t.is_argument = true;
        t.starts_argument = !i && (!parameter->is_argument || parameter->starts_argument);
        t.parameter = parameter->is_argument ? parameter->parameter : parameter->where;
        if (!i)
            t.space_before = parameter->space_before;
        vec_push(out, t);
    }
}

/* The body with arguments in the place of parameters. A member's name is no parameter. */
static token *expand(parser *p, const inline_definition *d, const span_vec *arguments, const token *call)
{
    token_vec out = {0};
    for (size_t i = 0; i < d->body_count && out.count + p->expanded <= PARSE_MAX_EXPANSION; i++) {
        const token *t = &d->body[i];
        size_t n = 0;
        while (t->kind == TOKEN_NAME && n < d->parameter_count && d->parameters[n] != t->word)
            n++;
        if (t->kind == TOKEN_NAME && n < d->parameter_count && d->body[i - 1].kind != TOKEN_DOT)
            push_argument(&out, &arguments->data[n], t);
        else
            vec_push(&out, *t);
    }
    p->expanded += out.count;
    if (p->expanded > PARSE_MAX_EXPANSION)
        parse_give_up(p, call, "the inlines of this file expand to more than %d words and signs", PARSE_MAX_EXPANSION);
    token end = {.kind = TOKEN_END, .starts_line = true, .where = call->where, .text = ""};
    vec_push(&out, end);
    token *copy = ARENA_ARRAY(p->memory, token, out.count);
    memcpy(copy, out.data, out.count * sizeof *copy);
    vec_release(&out);
    return copy;
}

static bool is_recursive(const parser *p, const inline_definition *d)
{
    for (const expansion *e = p->current; e; e = e->outer)
        if (e->definition == d)
            return true;
    return false;
}

/* Gotos of the expansion that ends now: bound to its labels, or left to the code around. */
static void bind_gotos(parser *p)
{
    size_t kept = p->current->first_goto;
    for (size_t i = kept; i < p->gotos.count; i++) {
        goto_use g = p->gotos.data[i];
        const label_use *l = g.name->labels;
        while (l && l->expansion > p->current->number)
            l = l->next;
        if (l && l->expansion == p->current->number)
            g.statement->name = l->label->name;
        else
            p->gotos.data[kept++] = g;
    }
    p->gotos.count = kept;
}

/* Reads the expanded tokens as a block, in the place of the file's. */
static ast_sequence *read_body(parser *p, const inline_definition *d, const token *tokens, ast_expr *return_target)
{
    expansion inner = {.definition = d, .number = ++p->expansion_count, .return_target = return_target, .outer = p->current};
    inner.first_goto = p->gotos.count;
    const token *outer_tokens = p->tokens;
    size_t outer_at = p->at;
    p->current = &inner;
    p->tokens = tokens;
    p->at = 0;
    ast_sequence *s = parse_block(p, d->name->text);
    bind_gotos(p);
    p->current = inner.outer;
    p->tokens = outer_tokens;
    p->at = outer_at;
    return s;
}

ast_sequence *parse_inline_call(parser *p, ast_expr *return_target)
{
    const token *call = parse_advance(p);
    const inline_definition *d = call->word->definition;
    span_vec arguments = {0};
    call_arguments(p, &arguments);
    if (!p->failed && is_recursive(p, d))
        parse_error(p, call, "the inline '%s' calls itself; an inline is text that is copied, and cannot be recursive", d->name->text);
    if (!p->failed && arguments.count != d->parameter_count)
        parse_error(p, call, "the inline '%s' has %zu parameter%s, but is called with %zu", d->name->text, d->parameter_count,
                    d->parameter_count == 1 ? "" : "s", arguments.count);
    ast_sequence *s = ARENA_NEW(p->memory, ast_sequence);
    s->where = s->end = call->where;
    const token *tokens = p->failed ? NULL : expand(p, d, &arguments, call);
    vec_release(&arguments);
    if (p->failed)
        return s;
    size_t messages = p->diag->messages.count;
    parse_enter(p);
    s = read_body(p, d, tokens, return_target);
    s->is_path = true;
    parse_leave(p);
    if (!p->current->number && p->diag->messages.count > messages)
        diag_note(p->diag, call->where, "the inline '%s' is called here", d->name->text);
    p->failed = p->gave_up; /* what is wrong inside was said; the caller's text is in step */
    p->after_inline = current(p);
    return s;
}

/* ---- Labels ---- */

void parse_add_label(parser *p, word *name, ast_label *label)
{
    label_use *l = ARENA_NEW(p->memory, label_use);
    if (!name->labels)
        vec_push(&p->labelled, name);
    else if (name->labels->expansion != p->current->number)
        label->name = arena_printf(p->memory, "%s#%u", name->text, p->current->number);
    *l = (label_use){label, p->current->number, name->labels};
    name->labels = l;
}

void parse_add_goto(parser *p, word *name, ast_statement *statement)
{
    goto_use g = {statement, name};
    vec_push(&p->gotos, g);
}

void parse_end_of_labels(parser *p)
{
    bind_gotos(p);
    for (size_t i = 0; i < p->labelled.count; i++)
        p->labelled.data[i]->labels = NULL;
    vec_clear(&p->labelled);
    vec_clear(&p->gotos);
}
