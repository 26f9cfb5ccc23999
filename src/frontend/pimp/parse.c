/* parse.c: tokens, messages, statements, and the file. */
#include "frontend/pimp/parse.h"

#include <string.h>

#include "base/bug.h"

void pimp_parser_init(pimp_parser *p, program *of, const frontend_input *input, diag *d, const char *text, const source_location *places, size_t length, uint32_t file)
{
    *p = (pimp_parser){.program = of, .scratch = arena_new(), .input = input, .diag = d};
    p->variables.memory = of->memory;
    p->labels.memory = of->memory;
    pimp_lexer_init(&p->lexer, text, places, length, file);
    p->now = pimp_lexer_next(&p->lexer);
    p->next = pimp_lexer_next(&p->lexer);
    p->end_of_last = text;
}

void pimp_parser_release(pimp_parser *p)
{
    names_release(&p->variables);
    names_release(&p->labels);
    vec_release(&p->uses);
    vec_release(&p->threads);
    vec_release(&p->label_uses);
    arena_free(p->scratch);
}

/* ---- Tokens ---- */

static void step(pimp_parser *p)
{
    p->end_of_last = p->now.text + p->now.length;
    p->last_line = p->now.where.line;
    p->now = p->next;
    p->next = pimp_lexer_next(&p->lexer);
}

pimp_token pimp_advance(pimp_parser *p)
{
    pimp_token t = p->now;
    if (pimp_peek(p) != PIMP_END)
        step(p);
    return t;
}

bool pimp_accept(pimp_parser *p, pimp_token_kind kind)
{
    if (pimp_peek(p) != kind || kind == PIMP_END)
        return false;
    step(p);
    return true;
}

/* ---- Messages ---- */

static void fail(pimp_parser *p, const pimp_token *at, const char *format, va_list arguments)
{
    if (at->text != p->resumed)
        diag_error(p->diag, at->where, "%s", arena_vprintf(p->scratch, format, arguments));
    p->failed = true;
}

void pimp_error(pimp_parser *p, const pimp_token *at, const char *format, ...)
{
    if (p->failed)
        return;
    va_list arguments;
    va_start(arguments, format);
    fail(p, at, format, arguments);
    va_end(arguments);
}

void pimp_give_up(pimp_parser *p, const char *format, ...)
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

static const char *found(const pimp_parser *p)
{
    enum { SHOWN = 40 };
    const pimp_token *t = &p->now;
    if (t->kind == PIMP_END)
        return p->input ? "the end of the file" : "the end";
    return arena_printf(p->scratch, "'%.*s%s'", (int)(t->length > SHOWN ? SHOWN : t->length), t->text, t->length > SHOWN ? "..." : "");
}

void pimp_error_expected(pimp_parser *p, const char *what)
{
    const pimp_token *t = &p->now;
    const char *hint = pimp_token_hint(t->kind);
    if (hint)
        pimp_error(p, t, "%s is not PIMP; %s", found(p), hint);
    else if (t->kind == PIMP_OPEN_COMMENT)
        pimp_error(p, t, "this comment is never closed; a '*/' is missing");
    else if (t->kind == PIMP_ODD)
        pimp_error(p, t, "the character %s has no meaning in PIMP; remove it", found(p));
    else if (t->kind == PIMP_BIG_NUMBER)
        pimp_error(p, t, "the number %s is too large; at most %d is allowed", found(p), INT32_MAX);
    else if (t->kind == PIMP_CLOSE_BLOCK && !strcmp(what, "a statement"))
        pimp_error(p, t, "a block needs a statement; write skip where nothing is to be done");
    else
        pimp_error(p, t, "expected %s, found %s", what, found(p));
}

bool pimp_expect(pimp_parser *p, pimp_token_kind kind, const char *context)
{
    if (pimp_accept(p, kind))
        return true;
    bool is_sign = kind != PIMP_NAME && kind != PIMP_NUMBER;
    pimp_error_expected(p, arena_printf(p->scratch, is_sign ? "'%s' %s" : "%s %s", pimp_token_text(kind), context));
    return false;
}

void pimp_enter(pimp_parser *p)
{
    if (++p->depth > PIMP_MAX_DEPTH)
        pimp_give_up(p, "nested too deeply: at most %d levels are allowed", PIMP_MAX_DEPTH);
}

void pimp_leave(pimp_parser *p)
{
    CHECK(p->depth);
    p->depth--;
}

/* ---- Statements ---- */

/* The source from `start` to the last token read, blanks folded, cut. */
static const char *text_since(const pimp_parser *p, const char *start)
{
    enum { SHOWN = 60 };
    strbuf text = {0};
    for (const char *c = start; c < p->end_of_last && text.length < SHOWN; c++) {
        bool blank = *c == ' ' || *c == '\t' || *c == '\r' || *c == '\n';
        if (!blank)
            strbuf_add_char(&text, *c);
        else if (text.length && strbuf_text(&text)[text.length - 1] != ' ')
            strbuf_add_char(&text, ' ');
    }
    const char *kept = arena_printf(p->program->memory, "%s%s", strbuf_text(&text), text.length == SHOWN ? "..." : "");
    strbuf_release(&text);
    return kept;
}

static pimp_block block(pimp_parser *p, const char *context, bool is_path); /* is_path: of an if or while */

static const expr *guard(pimp_parser *p, pimp_statement *s, const char *what)
{
    pimp_expect(p, PIMP_OPEN, arena_printf(p->scratch, "behind %s", what));
    const char *start = p->now.text;
    const expr *condition = pimp_condition(p, what);
    s->text = text_since(p, start);
    pimp_expect(p, PIMP_CLOSE, arena_printf(p->scratch, "behind the condition of %s", what));
    return condition;
}

/* A name that begins nothing may be a misspelt word. */
static void no_statement(pimp_parser *p, const pimp_token *name)
{
    static const char *const words[] = {"skip", "mfence", "sfence", "wait", "assert", "if", "while"};
    const char *text = arena_strndup(p->scratch, name->text, name->length > 40 ? 40 : name->length);
    const char *hint = names_hint(p->scratch, text, words, sizeof words / sizeof *words);
    pimp_error(p, name, "expected a statement, found '%s'%s", text, *hint ? hint : "; an assignment is written x := ..., a label is followed by ':'");
}

static void assignment(pimp_parser *p, pimp_statement *s)
{
    pimp_token name = pimp_advance(p);
    if (pimp_peek(p) == PIMP_EQUAL)
        pimp_error(p, &p->now, "an assignment is written %.*s := ...; '=' compares", (int)name.length, name.text);
    else if (pimp_peek(p) != PIMP_ASSIGN && !pimp_token_hint(p->now.kind))
        no_statement(p, &name);
    else
        pimp_expect(p, PIMP_ASSIGN, "behind the variable");
    if (p->failed)
        return;
    s->kind = PIMP_IS_ASSIGN;
    s->variable = pimp_variable(p, &name);
    s->value = pimp_number(p, arena_printf(p->scratch, "the value of %.*s", (int)name.length, name.text));
    s->text = text_since(p, name.text);
    if (s->variable < p->uses.count)
        p->uses.data[s->variable].is_assigned = true;
}

static void choice(pimp_parser *p, pimp_statement *s)
{
    s->kind = PIMP_IS_IF;
    s->value = guard(p, s, "if");
    s->body = block(p, "behind the condition of if", true);
    if (pimp_accept(p, PIMP_ELSE))
        s->otherwise = block(p, "behind else", true);
}

static void loop(pimp_parser *p, pimp_statement *s)
{
    s->kind = PIMP_IS_WHILE;
    s->value = guard(p, s, "while");
    s->body = block(p, "behind the condition of while", true);
}

static void test(pimp_parser *p, pimp_statement *s, pimp_statement_kind kind, const char *what)
{
    s->kind = kind;
    s->value = guard(p, s, what);
    s->text = arena_printf(p->program->memory, "%s (%s)", what, s->text);
}

/* { label ':' } */
static void label_list(pimp_parser *p, pimp_statement *s)
{
    VEC(pimp_label) list = {0};
    while (pimp_peek(p) == PIMP_NAME && p->next.kind == PIMP_COLON) {
        pimp_token name = pimp_advance(p);
        pimp_advance(p);
        vec_push(&list, ((pimp_label){names_add(&p->labels, name.text, name.length), name.where}));
    }
    pimp_label *kept = ARENA_ARRAY(p->scratch, pimp_label, list.count + 1);
    if (list.count)
        memcpy(kept, list.data, list.count * sizeof *kept);
    s->labels = kept;
    s->label_count = list.count;
    vec_release(&list);
}

static pimp_statement *statement(pimp_parser *p)
{
    pimp_statement *s = ARENA_NEW(p->scratch, pimp_statement);
    s->begins = p->now.where;
    label_list(p, s);
    s->where = p->now.where;
    if (++p->statement_count > PIMP_MAX_STATEMENTS)
        pimp_give_up(p, "more than %d statements", PIMP_MAX_STATEMENTS);
    if (pimp_accept(p, PIMP_SKIP)) {
        s->kind = PIMP_IS_SKIP;
    } else if (pimp_accept(p, PIMP_MFENCE)) {
        s->kind = PIMP_IS_FENCE;
        s->text = "mfence";
    } else if (pimp_accept(p, PIMP_SFENCE)) {
        s->kind = PIMP_IS_BARRIER;
        s->text = "sfence";
    } else if (pimp_accept(p, PIMP_WAIT)) {
        test(p, s, PIMP_IS_WAIT, "wait");
    } else if (pimp_accept(p, PIMP_ASSERT)) {
        test(p, s, PIMP_IS_ASSERT, "assert");
    } else if (pimp_accept(p, PIMP_IF)) {
        choice(p, s);
    } else if (pimp_accept(p, PIMP_WHILE)) {
        loop(p, s);
    } else if (pimp_peek(p) == PIMP_NAME) {
        assignment(p, s);
    } else {
        pimp_error_expected(p, "a statement");
    }
    s->last_line = p->last_line;
    return s;
}

/* After an error: behind the statement, that is at the next ';' or '}' of this block, or where a thread or violation begins. */
static void resume(pimp_parser *p)
{
    size_t open = 0;
    if (p->gave_up)
        return;
    for (; p->now.kind != PIMP_END && p->now.kind != PIMP_THREAD && p->now.kind != PIMP_VIOLATION; step(p)) {
        if (!open && (p->now.kind == PIMP_SEMICOLON || p->now.kind == PIMP_CLOSE_BLOCK))
            break;
        open += p->now.kind == PIMP_OPEN_BLOCK;
        open -= open && p->now.kind == PIMP_CLOSE_BLOCK;
    }
    p->failed = false;
    p->resumed = p->now.text;
}

/* ---- Candidates (program/candidate.h) ----
 * A fence may stand between two statements, the second of which has no label, and behind the last one of a body. There are no atomic writes. */

static bool is_fence(const pimp_statement *s)
{
    return s->kind == PIMP_IS_FENCE || s->kind == PIMP_IS_BARRIER;
}

/* Its number plus 1. */
static uint32_t offer(pimp_parser *p, candidate_info made)
{
    made.text = made.kind == CANDIDATE_FENCE ? "mfence" : "sfence";
    made.edit_count = 1;
    if (!made.edits[0].inserted)
        made.edits[0].inserted = "skip";
    vec_push(&p->program->candidates, made);
    return (uint32_t)p->program->candidates.count;
}

/* The name of the thread that is read. */
static const char *thread_name(pimp_parser *p)
{
    return arena_printf(p->program->memory, "thread %d", p->thread);
}

static void mark_fence(pimp_parser *p, pimp_statement *s)
{
    candidate_info made = {.kind = s->kind == PIMP_IS_FENCE ? CANDIDATE_FENCE : CANDIDATE_BARRIER, .is_there = true, .process = thread_name(p),
                           .where = s->where, .after_line = s->where.line, .edits = {{.where = s->where, .removed = (uint32_t)strlen("mfence")}}};
    if (s->label_count || !is_fence(s))
        return;
    *(s->kind == PIMP_IS_FENCE ? &s->fence : &s->barrier) = offer(p, made);
}

static pimp_statement *new_gap(pimp_parser *p, source_location where, uint32_t after_line, const char *format)
{
    arena *memory = p->program->memory;
    pimp_statement *s = ARENA_NEW(p->scratch, pimp_statement);
    *s = (pimp_statement){.kind = PIMP_IS_FENCE, .text = "mfence", .where = where};
    candidate_info made = {.kind = CANDIDATE_FENCE, .process = thread_name(p), .where = where, .after_line = after_line};
    made.edits[0] = (source_edit){.where = where, .inserted = arena_printf(memory, format, "mfence")};
    s->fence = offer(p, made);
    made.kind = CANDIDATE_BARRIER;
    made.edits[0].inserted = arena_printf(memory, format, "sfence");
    s->barrier = offer(p, made);
    return s;
}

/* '{' statement { ';' statement } [';'] '}' */
static pimp_block block(pimp_parser *p, const char *context, bool is_path)
{
    VEC(const pimp_statement *) list = {0};
    pimp_token open = p->now;
    bool offers = p->input && p->input->candidates, separated = false;
    pimp_enter(p);
    if (pimp_expect(p, PIMP_OPEN_BLOCK, context)) {
        do {
            const pimp_statement *last = list.count ? vec_last(&list) : NULL;
            pimp_statement *s = statement(p);
            if (offers)
                mark_fence(p, s);
            if (offers && last && !is_fence(last) && !is_fence(s) && !s->label_count)
                vec_push(&list, new_gap(p, s->begins, last->last_line, "%s;"));
            vec_push(&list, s);
            if (!p->failed && p->now.kind != PIMP_SEMICOLON && p->now.kind != PIMP_CLOSE_BLOCK && p->now.kind != PIMP_END)
                pimp_error_expected(p, "';' between statements or '}' behind the last");
            if (p->failed)
                resume(p);
            separated = pimp_peek(p) == PIMP_SEMICOLON;
        } while (pimp_accept(p, PIMP_SEMICOLON) && pimp_peek(p) != PIMP_CLOSE_BLOCK);
        const pimp_statement *last = vec_last(&list);
        if (offers && is_path && !p->failed && !is_fence(last))
            vec_push(&list, new_gap(p, p->now.where, last->last_line, separated ? "%s;" : "; %s "));
        if (!pimp_accept(p, PIMP_CLOSE_BLOCK))
            pimp_error(p, &open, "this '{' is never closed; a '}' is missing");
    }
    pimp_leave(p);
    const pimp_statement **kept = ARENA_ARRAY(p->scratch, const pimp_statement *, list.count + 1);
    if (list.count)
        memcpy(kept, list.data, list.count * sizeof *kept);
    pimp_block made = {list.count, kept};
    vec_release(&list);
    return made;
}

/* ---- The file ---- */

static void thread(pimp_parser *p)
{
    pimp_token number = p->now;
    if (!pimp_expect(p, PIMP_NUMBER, "behind 'thread'"))
        return;
    for (size_t i = 0; i < p->threads.count; i++)
        if (p->threads.data[i].number == number.number) {
            diag_error(p->diag, number.where, "there are two threads %d: the first one is in line %u", number.number,
                       p->threads.data[i].where.line);
            break;
        }
    if (p->threads.count == PROGRAM_MAX_PROCESSES)
        pimp_give_up(p, "more than %d threads", PROGRAM_MAX_PROCESSES);
    p->thread = number.number;
    pimp_block body = block(p, arena_printf(p->scratch, "behind 'thread %d'", number.number), false);
    vec_push(&p->threads, ((pimp_thread){number.number, body, number.where}));
    if (pimp_peek(p) == PIMP_SEMICOLON)
        pimp_error(p, &p->now, "no ';' may follow a thread; remove it");
}

static void violation(pimp_parser *p)
{
    const char *start = p->now.text;
    source_location where = p->now.where;
    p->of_state = true;
    const expr *bad = pimp_condition(p, "violation");
    p->of_state = false;
    const char *name = arena_printf(p->program->memory, "violation %s", text_since(p, start));
    vec_push(&p->program->conditions, ((state_condition){.name = name, .bad = bad, .where = where}));
}

/* Threads and violations, up to the end of the file; after an error, from the next of them on. */
static void units(pimp_parser *p)
{
    while (!p->gave_up && p->now.kind != PIMP_END) {
        if (pimp_accept(p, PIMP_THREAD))
            thread(p);
        else if (pimp_accept(p, PIMP_VIOLATION))
            violation(p);
        else
            pimp_error_expected(p, "'thread' or 'violation'");
        if (!p->failed)
            continue;
        for (p->failed = false; p->now.kind != PIMP_END && p->now.kind != PIMP_THREAD && p->now.kind != PIMP_VIOLATION; step(p))
            ;
    }
}

static void warn_unassigned(pimp_parser *p)
{
    for (size_t i = 0; i < p->uses.count; i++) {
        const pimp_variable_use *use = &p->uses.data[i];
        const char *name = p->program->globals.data[i].name;
        if (use->is_assigned || !use->is_read)
            continue;
        VEC(const char *) others = {0};
        for (size_t k = 0; k < p->uses.count; k++)
            if (p->uses.data[k].is_assigned)
                vec_push(&others, p->program->globals.data[k].name);
        diag_warning(p->diag, use->first_read, "%s is never assigned to: it is always 0%s", name, names_hint(p->scratch, name, others.data, others.count));
        vec_release(&others);
    }
}

static void check_ghosts(pimp_parser *p)
{
    for (size_t i = 0; i < p->input->ghost_count; i++) {
        const char *name = p->input->ghosts[i];
        if (names_find(&p->variables, name, strlen(name)) == NAMES_NONE)
            diag_error(p->diag, (source_location){0}, "--ghost %s: the program has no variable of that name%s", name,
                       names_hint(p->scratch, name, p->variables.texts.data, p->variables.texts.count));
    }
}

void pimp_parse_file(pimp_parser *p)
{
    if (pimp_expect(p, PIMP_PROGRAM, "at the start of the file")) {
        pimp_token name = p->now;
        pimp_expect(p, PIMP_NAME, "of the program");
        p->program->name = arena_strndup(p->program->memory, name.text, name.length);
    }
    p->failed = p->gave_up;
    if (p->now.kind != PIMP_THREAD && p->diag->error_count)
        while (p->now.kind != PIMP_END && p->now.kind != PIMP_THREAD)
            step(p);
    units(p);
    if (!p->threads.count && !p->diag->error_count)
        diag_error(p->diag, p->now.where, "there is no thread in this program; write thread 1 { ... }");
    if (p->diag->error_count)
        return;
    p->program->input_hash = p->lexer.hash;
    check_ghosts(p);
    warn_unassigned(p);
}
