#include "frontend/promela/parse.h"

#include <string.h>

#include "base/bug.h"
#include "frontend/frontend.h"
#include "frontend/names.h"

const token *parse_advance(parser *p)
{
    const token *t = current(p);
    if (peek(p) != TOKEN_END)
        p->at++;
    return t;
}

bool parse_accept(parser *p, token_kind kind)
{
    if (peek(p) != kind || kind == TOKEN_END)
        return false;
    p->at++;
    return true;
}

/* ---- Messages ---- */

/* An inline that is called twice would give its errors twice. */
static bool is_known_message(const parser *p, source_location where, const char *text)
{
    for (size_t i = 0; i < p->diag->messages.count; i++) {
        const diag_message *m = &p->diag->messages.data[i];
        if (m->where.file == where.file && m->where.line == where.line && m->where.column == where.column && !strcmp(m->text, text))
            return true;
    }
    return false;
}

static void message(parser *p, source_location where, const char *format, va_list arguments)
{
    const char *text = arena_vprintf(p->memory, format, arguments);
    if (!is_known_message(p, where, text))
        diag_error(p->diag, where, "%s", text);
}

void parse_error(parser *p, const token *at, const char *format, ...)
{
    if (p->failed)
        return;
    va_list arguments;
    va_start(arguments, format);
    if (at != p->resumed)
        message(p, at->where, format, arguments);
    va_end(arguments);
    p->failed = true;
}

void parse_give_up(parser *p, const token *at, const char *format, ...)
{
    if (p->gave_up)
        return;
    va_list arguments;
    va_start(arguments, format);
    message(p, at->where, format, arguments);
    va_end(arguments);
    p->failed = p->gave_up = true;
}

void parse_complain(parser *p, source_location where, const char *format, ...)
{
    if (p->failed)
        return;
    va_list arguments;
    va_start(arguments, format);
    message(p, where, format, arguments);
    va_end(arguments);
}

static const char *found(const parser *p, const token *t)
{
    enum { SHOWN = 40 };
    if (t->kind == TOKEN_END)
        return p->current->number ? "the end of the inline" : p->file ? "the end of the file" : "the end";
    return arena_printf(p->memory, "'%.*s%s'", (int)(t->length > SHOWN ? SHOWN : t->length), t->text, t->length > SHOWN ? "..." : "");
}

/* "; do you mean active?" of a word that nearly is one of Promela. */
static const char *hint_of_keyword(const parser *p, const token *t)
{
    static const char *const keywords[] = {
#define KEYWORD(name, text) text,
#define SIGN(name, text)
#include "frontend/promela/token.def"
#undef KEYWORD
#undef SIGN
    };
    bool is_unknown = p->file && t->kind == TOKEN_NAME && t->length >= 4 && !t->word->is_declared && !t->word->definition;
    return is_unknown ? names_hint(p->memory, t->word->text, keywords, sizeof keywords / sizeof *keywords) : "";
}

void parse_error_expected(parser *p, const char *what)
{
    const token *t = current(p);
    if (t->kind == TOKEN_LONE_QUOTE)
        parse_error(p, t, "this quote is not closed on its line; strings are written \"...\" and characters 'c'");
    else if (t->kind == TOKEN_DIRECTIVE)
        parse_error(p, t, "the directive %s is not supported; remove it, or write // before a comment", found(p, t));
    else if (t->kind == TOKEN_ODD)
        parse_error(p, t, "the character %s has no meaning in Promela; remove it", found(p, t));
    else if (t->kind == TOKEN_BIG_NUMBER)
        parse_error(p, t, "the number %s does not fit into 32 bits", found(p, t));
    else if (!parse_advise(p))
        parse_error(p, t, "expected %s, found %s%s", what, found(p, t), hint_of_keyword(p, t));
}

bool parse_expect(parser *p, token_kind kind, const char *context)
{
    if (parse_accept(p, kind))
        return true;
    parse_error_expected(p, arena_printf(p->memory, "'%s' %s", token_kind_text(kind), context));
    return false;
}

const char *parse_expect_name(parser *p, const char *what)
{
    if (peek(p) == TOKEN_NAME)
        return parse_advance(p)->word->text;
    const token *t = current(p);
    if (!p->failed && t->word)
        parse_error(p, t, "expected %s, found '%s', which is a word of Promela; choose another name", what, t->word->text);
    else
        parse_error_expected(p, what);
    return "";
}

void parse_enter(parser *p)
{
    if (++p->depth > PARSE_MAX_DEPTH)
        parse_give_up(p, current(p), "nested too deeply: at most %d levels are allowed", PARSE_MAX_DEPTH);
}

void parse_leave(parser *p)
{
    CHECK(p->depth);
    p->depth--;
}

/* ---- Skipping ---- */

bool parse_starts_unit(token_kind kind)
{
    return kind == TOKEN_PROCTYPE || kind == TOKEN_D_PROCTYPE || kind == TOKEN_ACTIVE || kind == TOKEN_INIT || kind == TOKEN_NEVER ||
           kind == TOKEN_LTL || kind == TOKEN_TRACE || kind == TOKEN_NOTRACE || kind == TOKEN_TYPEDEF || kind == TOKEN_INLINE;
}

void parse_note_label(parser *p, const char *process, const char *name)
{
    if (!p->file || !name)
        return;
    ast_label_reference *made = ARENA_NEW(p->memory, ast_label_reference);
    *made = (ast_label_reference){.process = process, .label = name, .next = p->file->label_references};
    p->file->label_references = made;
}

void parse_skip_balanced(parser *p, token_kind open, token_kind close)
{
    const token *start = current(p);
    size_t depth = 0;
    if (peek(p) != open) {
        parse_expect(p, open, "here");
        return;
    }
    do {
        if (peek(p) == TOKEN_END) {
            parse_error(p, start, "this '%s' is never closed; a '%s' is missing", token_kind_text(open), token_kind_text(close));
            return;
        }
        depth += peek(p) == open;
        depth -= peek(p) == close;
        p->at++;
    } while (depth);
}

void parse_refuse_c(parser *p)
{
    const token *t = parse_advance(p);
    parse_complain(p, t->where, "%s is not supported: Tarry checks Promela only and cannot run embedded C; write this part in Promela",
                   t->word->text);
    if (peek(p) == TOKEN_OPEN_INDEX)
        parse_skip_balanced(p, TOKEN_OPEN_INDEX, TOKEN_CLOSE_INDEX);
    if (peek(p) == TOKEN_OPEN_BLOCK)
        parse_skip_balanced(p, TOKEN_OPEN_BLOCK, TOKEN_CLOSE_BLOCK);
    while (peek(p) == TOKEN_STRING)
        p->at++;
}

/* ---- Entry ---- */

static void note_names(const token_list *list)
{
    for (size_t i = 0; i + 1 < list->count; i++) {
        token_kind kind = list->data[i].kind;
        if (list->data[i + 1].kind != TOKEN_NAME)
            continue;
        if (kind == TOKEN_PROCTYPE || kind == TOKEN_D_PROCTYPE)
            list->data[i + 1].word->will_be_process = true;
        if (kind == TOKEN_INLINE)
            list->data[i + 1].word->is_declared = true;
    }
}

ast_file *promela_parse(arena *memory, const frontend_input *input, diag *d)
{
    preprocessed text;
    unsigned errors = d->error_count;
    if (!preprocess(memory, input, d, &text))
        return NULL;
    token_list list = lexer_tokens(memory, &text);
    note_names(&list);
    ast_file *file = ARENA_NEW(memory, ast_file);
    expansion none = {0};
    parser p = {.memory = memory, .diag = d, .file = file, .tokens = list.data, .current = &none};
    p.last_mtype = &file->mtypes;
    p.last_typedef = &file->typedefs;
    p.last_global = &file->globals;
    p.last_proctype = &file->proctypes;
    p.last_claim = &file->claims;
    file->text_hash = list.hash;
    parse_units(&p);
    if (!file->proctypes && d->error_count == errors) {
        source_location start = {text.line_count ? text.lines[0].file : 0, 1, 1};
        diag_error(d, start, "there is no process in this file; write an 'active proctype' or 'init'");
    }
    vec_release(&p.gotos);
    vec_release(&p.labelled);
    return d->error_count == errors ? file : NULL;
}

static void move_to_places(token_list *list, const preprocessed *from, const source_location *places, size_t length)
{
    for (size_t i = 0; i <= list->count; i++) {
        size_t offset = i < list->count ? (size_t)(list->data[i].text - from->text) : length;
        list->data[i].where = places[offset < length ? offset : length];
    }
}

ast_expr *promela_parse_expression(arena *memory, const char *what, const char *text, const source_location *places, diag *d)
{
    preprocessed taken;
    unsigned errors = d->error_count;
    if (!preprocess_nothing(memory, places ? places->file : diag_add_text(d, what, text), text, d, &taken))
        return NULL;
    token_list list = lexer_tokens(memory, &taken);
    if (places)
        move_to_places(&list, &taken, places, strlen(text));
    expansion none = {0};
    parser p = {.memory = memory, .diag = d, .tokens = list.data, .current = &none};
    ast_expr *e = parse_expr(&p);
    if (peek(&p) != TOKEN_END)
        parse_error_expected(&p, "the end of the condition");
    return d->error_count == errors ? e : NULL;
}
