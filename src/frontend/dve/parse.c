/* parse.c: tokens, messages, declarations, processes and the file. */
#include "frontend/dve/parse.h"

#include <string.h>

#include "base/bug.h"
#include "frontend/names.h"

void dve_parser_init(dve_parser *p, arena *memory, diag *d, const char *text, const source_location *places, size_t length, uint32_t file)
{
    *p = (dve_parser){.memory = memory, .diag = d, .end_of_last = text};
    dve_lexer_init(&p->lexer, text, places, length, file);
    p->now = dve_lexer_next(&p->lexer);
    p->next = dve_lexer_next(&p->lexer);
}

static void release_variables(dve_variable *variables, size_t count)
{
    for (size_t i = 0; i < count; i++)
        vec_release(&variables[i].values);
}

static void release_process(dve_process *p)
{
    release_variables(p->variables.data, p->variables.count);
    for (size_t i = 0; i < p->transitions.count; i++) {
        vec_release(&p->transitions.data[i].values);
        vec_release(&p->transitions.data[i].effects);
    }
    vec_release(&p->variables);
    vec_release(&p->states);
    vec_release(&p->committed);
    vec_release(&p->accepting);
    vec_release(&p->assertions);
    vec_release(&p->transitions);
}

void dve_file_release(dve_file *f)
{
    release_variables(f->variables.data, f->variables.count);
    for (size_t i = 0; i < f->channels.count; i++)
        vec_release(&f->channels.data[i].fields);
    for (size_t i = 0; i < f->processes.count; i++)
        release_process(&f->processes.data[i]);
    vec_release(&f->variables);
    vec_release(&f->channels);
    vec_release(&f->processes);
}

/* ---- Tokens ---- */

static void step(dve_parser *p)
{
    p->end_of_last = p->now.text + p->now.length;
    p->now = p->next;
    p->next = dve_lexer_next(&p->lexer);
}

dve_token dve_advance(dve_parser *p)
{
    dve_token t = p->now;
    if (dve_peek(p) != DVE_END)
        step(p);
    return t;
}

bool dve_accept(dve_parser *p, dve_token_kind kind)
{
    if (dve_peek(p) != kind || kind == DVE_END)
        return false;
    step(p);
    return true;
}

/* ---- Messages ---- */

static void fail(dve_parser *p, const dve_token *at, const char *format, va_list arguments)
{
    if (at->text != p->resumed)
        diag_error(p->diag, at->where, "%s", arena_vprintf(p->memory, format, arguments));
    p->failed = true;
}

void dve_error(dve_parser *p, const dve_token *at, const char *format, ...)
{
    if (p->failed)
        return;
    va_list arguments;
    va_start(arguments, format);
    fail(p, at, format, arguments);
    va_end(arguments);
}

void dve_give_up(dve_parser *p, const char *format, ...)
{
    if (p->gave_up)
        return;
    va_list arguments;
    va_start(arguments, format);
    p->resumed = NULL;
    fail(p, &p->now, format, arguments);
    va_end(arguments);
    p->gave_up = true;
}

static const char *found(const dve_parser *p)
{
    enum { SHOWN = 40 };
    const dve_token *t = &p->now;
    if (t->kind == DVE_END)
        return p->of_state ? "the end" : "the end of the file";
    return arena_printf(p->memory, "'%.*s%s'", (int)(t->length > SHOWN ? SHOWN : t->length), t->text, t->length > SHOWN ? "..." : "");
}

/* The end of a message about a word that nearly is one of the language; "" where it is like none. */
static const char *hint_of_word(const dve_parser *p)
{
    const char *words[DVE_TOKEN_KINDS];
    size_t count = 0;
    if (p->now.kind != DVE_NAME || p->now.length < 4)
        return "";
    for (dve_token_kind k = 0; k < DVE_TOKEN_KINDS; k++)
        if (dve_token_is_keyword(k))
            words[count++] = dve_token_text(k);
    return names_hint(p->memory, arena_strndup(p->memory, p->now.text, p->now.length), words, count);
}

void dve_error_expected(dve_parser *p, const char *what)
{
    const dve_token *t = &p->now;
    const char *hint = dve_token_hint(t->kind);
    if (hint)
        dve_error(p, t, "%s is not DVE; %s", found(p), hint);
    else if (t->kind == DVE_OPEN_COMMENT)
        dve_error(p, t, "this comment is never closed; a '*/' is missing");
    else if (t->kind == DVE_ODD)
        dve_error(p, t, "the character %s has no meaning in DVE; remove it", found(p));
    else if (t->kind == DVE_BIG_NUMBER)
        dve_error(p, t, "the number %s is too large; at most %d is allowed", found(p), INT32_MAX);
    else
        dve_error(p, t, "expected %s, found %s%s", what, found(p), hint_of_word(p));
}

bool dve_expect(dve_parser *p, dve_token_kind kind, const char *context)
{
    if (dve_accept(p, kind))
        return true;
    bool is_text = kind != DVE_NAME && kind != DVE_NUMBER;
    dve_error_expected(p, arena_printf(p->memory, is_text ? "'%s' %s" : "%s %s", dve_token_text(kind), context));
    return false;
}

dve_name dve_read_name(dve_parser *p, const char *context)
{
    dve_token t = p->now;
    if (dve_token_is_keyword(dve_peek(p))) {
        dve_error(p, &t, "'%s' is a word of the language and cannot be the name %s", dve_token_text(t.kind), context);
        return (dve_name){NULL, t.where};
    }
    bool read = dve_expect(p, DVE_NAME, context);
    return (dve_name){read ? arena_strndup(p->memory, t.text, t.length) : NULL, t.where};
}

const char *dve_text_since(const dve_parser *p, const char *start)
{
    enum { SHOWN = 120 };
    strbuf text = {0};
    for (const char *c = start; c < p->end_of_last && text.length < SHOWN; c++) {
        bool blank = *c == ' ' || *c == '\t' || *c == '\r' || *c == '\n';
        if (!blank)
            strbuf_add_char(&text, *c);
        else if (text.length && strbuf_text(&text)[text.length - 1] != ' ')
            strbuf_add_char(&text, ' ');
    }
    const char *kept = arena_printf(p->memory, "%s%s", strbuf_text(&text), text.length == SHOWN ? "..." : "");
    strbuf_release(&text);
    return kept;
}

/* ---- After an error ---- */
static bool begins_unit(dve_token_kind kind)
{
    return kind == DVE_END || kind == DVE_PROCESS || kind == DVE_SYSTEM;
}

static void resume_here(dve_parser *p)
{
    p->failed = p->gave_up;
    p->resumed = p->now.text;
}

/* Behind the next ';' that is not inside braces. */
static void resume_behind_semicolon(dve_parser *p)
{
    size_t open = 0;
    if (!p->failed || p->gave_up)
        return;
    for (; !begins_unit(p->now.kind); step(p)) {
        if (!open && (p->now.kind == DVE_SEMICOLON || p->now.kind == DVE_CLOSE_BLOCK))
            break;
        open += p->now.kind == DVE_OPEN_BLOCK;
        open -= open && p->now.kind == DVE_CLOSE_BLOCK;
    }
    if (p->now.kind == DVE_SEMICOLON)
        step(p);
    resume_here(p);
}

/* At the '}' that ends the transition, or where something else begins. */
static void resume_behind_transition(dve_parser *p)
{
    if (!p->failed || p->gave_up)
        return;
    while (!begins_unit(p->now.kind) && p->now.kind != DVE_CLOSE_BLOCK)
        step(p);
    if (p->now.kind == DVE_CLOSE_BLOCK)
        step(p);
    resume_here(p);
}

/* ---- Declarations ---- */

/* ('byte' | 'int') */
static value_type type(dve_parser *p)
{
    static const value_type byte = {8, false}, whole = {16, true};
    if (dve_accept(p, DVE_BYTE))
        return byte;
    dve_expect(p, DVE_INT, "or 'byte' here");
    return whole;
}

/* '{' E ',' ... '}' */
static void value_list(dve_parser *p, dve_expr_list *out)
{
    do {
        const dve_expr *value = dve_expression(p);
        vec_push(out, value);
    } while (dve_accept(p, DVE_COMMA));
    dve_expect(p, DVE_CLOSE_BLOCK, "behind the last value");
}

/* Id ['[' E ']'] ['=' E | '=' '{' E ',' ... '}'] */
static dve_variable variable_of(dve_parser *p, bool is_const, value_type of)
{
    dve_variable v = {.is_const = is_const, .type = of};
    v.name = dve_read_name(p, "of a variable");
    if (dve_accept(p, DVE_OPEN_INDEX)) {
        v.size = dve_expression(p);
        dve_expect(p, DVE_CLOSE_INDEX, "behind the number of elements");
    }
    if (!dve_accept(p, DVE_ASSIGN))
        return v;
    v.has_list = dve_accept(p, DVE_OPEN_BLOCK);
    if (v.has_list) {
        value_list(p, &v.values);
    } else {
        const dve_expr *value = dve_expression(p);
        vec_push(&v.values, value);
    }
    return v;
}

#define variable_declaration(p, list)                                              \
    do {                                                                           \
        bool is_const_ = dve_accept((p), DVE_CONST);                               \
        value_type of_ = type(p);                                                  \
        do {                                                                       \
            dve_variable made_ = variable_of((p), is_const_, of_);                 \
            vec_push((list), made_);                                               \
        } while (dve_accept((p), DVE_COMMA));                                      \
        dve_expect((p), DVE_SEMICOLON, "behind the declaration");                  \
        resume_behind_semicolon(p);                                                \
    } while (0)

static bool begins_variable(const dve_parser *p)
{
    dve_token_kind kind = dve_peek(p);
    return kind == DVE_CONST || kind == DVE_BYTE || kind == DVE_INT;
}

/* 'channel' Id ',' ... ';'  |  'channel' '{' type ',' ... '}' Id '[' E ']' ',' ... ';' */
static void channel_declaration(dve_parser *p, dve_file *out)
{
    VEC(value_type) fields = {0};
    dve_advance(p);
    bool is_typed = dve_accept(p, DVE_OPEN_BLOCK);
    if (is_typed) {
        do {
            value_type field = type(p);
            vec_push(&fields, field);
        } while (dve_accept(p, DVE_COMMA));
        dve_expect(p, DVE_CLOSE_BLOCK, "behind the last type");
    }
    do {
        dve_channel made = {.is_typed = is_typed};
        made.name = dve_read_name(p, "of a channel");
        if (is_typed && dve_expect(p, DVE_OPEN_INDEX, "and the number of messages that the typed channel holds (0: none, both sides meet)")) {
            made.capacity = dve_expression(p);
            dve_expect(p, DVE_CLOSE_INDEX, "behind the number of messages");
        } else if (!is_typed && dve_peek(p) == DVE_OPEN_INDEX) {
            dve_error(p, &p->now, "only a channel with types holds messages; write channel {byte} %s[...]", made.name.text ? made.name.text : "c");
        }
        for (size_t i = 0; i < fields.count; i++)
            vec_push(&made.fields, fields.data[i]);
        vec_push(&out->channels, made);
    } while (dve_accept(p, DVE_COMMA));
    vec_release(&fields);
    dve_expect(p, DVE_SEMICOLON, "behind the declaration");
    resume_behind_semicolon(p);
}

/* ---- Transitions ---- */

/* c ('!' | '?') [E | '{' E ',' ... '}'] */
static void synchronisation(dve_parser *p, dve_transition *t)
{
    t->channel = dve_read_name(p, "of a channel");
    if (dve_accept(p, DVE_EXCLAMATION))
        t->sync = DVE_SYNC_SEND;
    else if (dve_accept(p, DVE_QUESTION))
        t->sync = DVE_SYNC_RECEIVE;
    else
        dve_error_expected(p, "'!' to send or '?' to receive behind the channel");
    if (dve_accept(p, DVE_OPEN_BLOCK)) {
        value_list(p, &t->values);
    } else if (dve_peek(p) != DVE_SEMICOLON) {
        const dve_expr *value = dve_expression(p);
        vec_push(&t->values, value);
    }
}

/* lv '=' E */
static void assignment(dve_parser *p, dve_transition *t)
{
    dve_token start = p->now;
    const dve_expr *target = dve_expression(p);
    if (!p->failed && target->kind == DVE_EXPR_BINARY && target->op == OP_EQUAL)
        dve_error(p, &start, "an effect assigns with '='; '==' compares");
    else if (!p->failed && target->kind != DVE_EXPR_NAME)
        dve_error(p, &start, "an effect is written variable = value: only an own variable or a global one can be assigned");
    dve_expect(p, DVE_ASSIGN, "behind the variable that the effect assigns");
    const dve_expr *value = dve_expression(p);
    vec_push(&t->effects, ((dve_assignment){target, value}));
}

/* ['guard' E ';'] ['sync' ... ';'] ['effect' ... ';'] */
static void transition_body(dve_parser *p, dve_transition *t)
{
    if (dve_accept(p, DVE_GUARD)) {
        t->guard = dve_expression(p);
        if (dve_peek(p) == DVE_ASSIGN)
            dve_error(p, &p->now, "a guard compares with '=='; '=' assigns, in an effect");
        dve_expect(p, DVE_SEMICOLON, "behind the guard");
    }
    if (dve_accept(p, DVE_SYNC)) {
        synchronisation(p, t);
        dve_expect(p, DVE_SEMICOLON, "behind the synchronisation");
    }
    if (dve_accept(p, DVE_EFFECT)) {
        do
            assignment(p, t);
        while (dve_accept(p, DVE_COMMA));
        dve_expect(p, DVE_SEMICOLON, "behind the last effect, or ',' before another");
    }
    if (dve_peek(p) == DVE_GUARD || dve_peek(p) == DVE_SYNC || dve_peek(p) == DVE_EFFECT)
        dve_error(p, &p->now, "a transition has at most one guard, then one sync, then one effect, in this order; join guards with and, effects with ','");
    dve_expect(p, DVE_CLOSE_BLOCK, "to close the transition");
}

/* [Id] '->' Id '{' ... '}' */
static dve_transition transition(dve_parser *p, const dve_name *before)
{
    dve_transition t = {.where = p->now.where};
    const char *start = p->now.text;
    if (before && dve_peek(p) == DVE_ARROW)
        t.from = *before;
    else
        t.from = dve_read_name(p, "of the state that the transition leaves");
    dve_expect(p, DVE_ARROW, "behind the state that the transition leaves");
    t.to = dve_read_name(p, "of the state that the transition leads to");
    if (dve_expect(p, DVE_OPEN_BLOCK, "behind the states of a transition"))
        transition_body(p, &t);
    t.text = dve_text_since(p, start);
    resume_behind_transition(p);
    return t;
}

/* 'trans' T ',' ... ';' */
static void transitions(dve_parser *p, dve_process *out)
{
    do {
        const dve_name *before = out->transitions.count ? &vec_last(&out->transitions).from : NULL;
        dve_transition made = transition(p, before);
        vec_push(&out->transitions, made);
    } while (dve_accept(p, DVE_COMMA));
    dve_expect(p, DVE_SEMICOLON, "behind the last transition, or ',' before another");
}

/* ---- Processes ---- */
#define name_list(p, list, context)                          \
    do {                                                     \
        do {                                                 \
            dve_name made_ = dve_read_name((p), (context));  \
            vec_push((list), made_);                         \
        } while (dve_accept((p), DVE_COMMA));                \
    } while (0)

static void acceptance(dve_parser *p, dve_process *out)
{
    dve_token kind = p->now;
    bool is_kind = dve_peek(p) == DVE_NAME && p->next.kind == DVE_NAME;
    if (is_kind && kind.length == 5 && !memcmp(kind.text, "buchi", 5))
        dve_advance(p);
    else if ((is_kind || (kind.kind == DVE_NAME && p->next.kind == DVE_OPEN)) && kind.length)
        dve_error(p, &kind, "only Buechi acceptance is known: accept q1, q2;");
    name_list(p, &out->accepting, "of a state");
}

/* Id ':' E ',' ... */
static void assertions(dve_parser *p, dve_process *out)
{
    do {
        dve_assertion made = {0};
        made.state = dve_read_name(p, "of a state");
        dve_expect(p, DVE_COLON, "behind the state of the assertion");
        const char *start = p->now.text;
        made.condition = dve_expression(p);
        made.text = dve_text_since(p, start);
        vec_push(&out->assertions, made);
    } while (dve_accept(p, DVE_COMMA));
}

static void initial_state(dve_parser *p, dve_process *out)
{
    dve_token at = p->now;
    if (out->init.text)
        dve_error(p, &at, "a process has one initial state; there is an init in line %u already", out->init.where.line);
    out->init = dve_read_name(p, "of the initial state");
}

/* One part of a process that ends with ';'. */
static void process_part(dve_parser *p, dve_process *out)
{
    if (dve_accept(p, DVE_STATE))
        name_list(p, &out->states, "of a state");
    else if (dve_accept(p, DVE_INIT))
        initial_state(p, out);
    else if (dve_accept(p, DVE_COMMIT))
        name_list(p, &out->committed, "of a state");
    else if (dve_accept(p, DVE_ACCEPT))
        acceptance(p, out);
    else if (dve_accept(p, DVE_ASSERT))
        assertions(p, out);
    else
        dve_error_expected(p, "a declaration, state, init, commit, accept, assert, trans, or the '}' of the process");
    dve_expect(p, DVE_SEMICOLON, "here");
    resume_behind_semicolon(p);
}

static void process(dve_parser *p, dve_file *out)
{
    dve_process made = {0};
    dve_advance(p);
    made.name = dve_read_name(p, "of a process");
    dve_token open = p->now;
    dve_expect(p, DVE_OPEN_BLOCK, "behind the name of the process");
    p->failed = p->gave_up;
    while (!p->gave_up && !begins_unit(p->now.kind) && p->now.kind != DVE_CLOSE_BLOCK) {
        if (begins_variable(p))
            variable_declaration(p, &made.variables);
        else if (dve_accept(p, DVE_TRANS)) {
            transitions(p, &made);
            resume_behind_semicolon(p);
        } else
            process_part(p, &made);
    }
    if (!p->gave_up && !dve_accept(p, DVE_CLOSE_BLOCK))
        dve_error(p, &open, "the '{' of process %s is never closed; a '}' is missing", made.name.text ? made.name.text : "");
    vec_push(&out->processes, made);
}

/* ---- The file ---- */

/* 'system' ('async' | 'sync') ['property' Id] ';' */
static void system_line(dve_parser *p, dve_file *out)
{
    out->system = p->now.where;
    dve_advance(p);
    out->is_sync = dve_accept(p, DVE_SYNC);
    if (!out->is_sync)
        dve_expect(p, DVE_ASYNC, "or 'sync' behind 'system'");
    if (dve_accept(p, DVE_PROPERTY))
        out->property = dve_read_name(p, "of the property process");
    dve_expect(p, DVE_SEMICOLON, "at the end");
    if (!p->failed && p->now.kind != DVE_END)
        dve_error_expected(p, "the end of the file: nothing follows the system line");
}

static void unit(dve_parser *p, dve_file *out)
{
    if (begins_variable(p))
        variable_declaration(p, &out->variables);
    else if (dve_peek(p) == DVE_CHANNEL)
        channel_declaration(p, out);
    else if (dve_peek(p) == DVE_PROCESS)
        process(p, out);
    else
        dve_error_expected(p, "a declaration, 'process' or 'system'");
}

void dve_parse_file(dve_parser *p, dve_file *out)
{
    *out = (dve_file){0};
    while (!p->gave_up && p->now.kind != DVE_END && p->now.kind != DVE_SYSTEM) {
        unit(p, out);
        if (!p->failed || p->gave_up)
            continue;
        while (!begins_unit(p->now.kind))
            step(p);
        resume_here(p);
    }
    if (p->gave_up)
        return;
    if (p->now.kind == DVE_SYSTEM)
        system_line(p, out);
    else
        dve_error(p, &p->now, "the line 'system async;' is missing at the end of the file");
}
