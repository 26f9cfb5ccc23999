/* parse.c: header, first values, table of instructions, locations, filter, condition. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "frontend/litmus/litmus.h"

/* ---- Names ---- */
/* Registers in the order in which herd shows them; the accumulator is the first. */
static const char *const register_names[2][LITMUS_REGISTERS] = {
    [LITMUS_INTEL] = {"EAX", "EBX", "ECX", "EDX", "ESI", "EDI", "EBP", "ESP"},
    [LITMUS_ATT] = {"rax", "rbx", "rcx", "rdx", "rsi", "rdi", "rbp", "rsp", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15"},
};
static const char *const short_names[LITMUS_REGISTERS] = {"eax", "ebx", "ecx", "edx", "esi", "edi", "ebp", "esp",
                                                          "r8d", "r9d", "r10d", "r11d", "r12d", "r13d", "r14d", "r15d"};

const char *litmus_register_name(litmus_syntax syntax, uint32_t index)
{
    return register_names[syntax][index];
}

static bool is_same_word(const token *t, const char *word)
{
    return word && strlen(word) == t->length && !strncasecmp(t->text, word, t->length);
}

bool litmus_register_of(const litmus_test *t, const token *name, uint32_t *out)
{
    for (uint32_t i = 0; i < LITMUS_REGISTERS && name->kind == TOKEN_NAME; i++)
        if (is_same_word(name, register_names[t->syntax][i]) || (t->syntax == LITMUS_ATT && is_same_word(name, short_names[i]))) {
            *out = i;
            return true;
        }
    return false;
}

uint32_t litmus_location_of(litmus_test *t, const token *name)
{
    uint32_t known;
    if (litmus_register_of(t, name, &known))
        diag_error(t->diag, name->where, "%.*s is a register, not a location", (int)name->length, name->text);
    for (uint32_t i = 0; i < t->locations.count; i++)
        if (litmus_token_is(name, t->locations.data[i].name))
            return i;
    vec_push(&t->locations, ((litmus_location){.name = litmus_token_text(t->memory, name), .where = name->where}));
    return (uint32_t)t->locations.count - 1;
}

void litmus_expected(litmus_test *t, const scanner *s, const char *what)
{
    diag_error(t->diag, s->now.where, "expected %s, not %s", what, litmus_token_description(t->memory, &s->now));
}

int32_t litmus_number(litmus_test *t, const token *number)
{
    if (number->number >= INT32_MIN && number->number <= INT32_MAX)
        return (int32_t)number->number;
    diag_error(t->diag, number->where, "%.*s does not fit into 32 bits with a sign", (int)number->length, number->text);
    return 0;
}

uint32_t litmus_local_of(litmus_test *t, uint32_t thread, uint32_t index)
{
    litmus_thread *of = &t->threads.data[thread];
    if (!of->local[index])
        of->local[index] = ++of->local_count;
    return of->local[index] - 1;
}

/* ---- Header ---- */
static size_t word_length(const char *text)
{
    return strcspn(text, " \t\r\n");
}

/* Moves to the place in the text. */
static void move_to(const char *text, size_t *at, size_t to, source_location *here)
{
    for (; *at < to; ++*at) {
        here->column++;
        if (text[*at] == '\n') {
            here->line++;
            here->column = 1;
        }
    }
}

static bool parse_architecture(litmus_test *t, const char *text, size_t length, source_location where)
{
    if (length == 3 && !strncmp(text, "X86", 3))
        t->syntax = LITMUS_INTEL;
    else if (length == 6 && !strncmp(text, "X86_64", 6))
        t->syntax = LITMUS_ATT;
    else
        diag_error(t->diag, where, "a litmus test starts with its architecture: X86 or X86_64%s%.*s", length ? ", not " : "", (int)(length > 40 ? 40 : length), text);
    return !diag_has_errors(t->diag);
}

/* `X86 NAME`, then anything up to the brace that opens the first values; a quoted text may hold one too. The place after the brace. */
static bool parse_header(litmus_test *t, const char *text, size_t *at, source_location *here)
{
    move_to(text, at, strspn(text, " \t\r\n"), here);
    size_t length = word_length(text + *at);
    if (!parse_architecture(t, text + *at, length, *here))
        return false;
    move_to(text, at, *at + length, here);
    move_to(text, at, *at + strspn(text + *at, " \t"), here);
    length = strcspn(text + *at, " \t\r\n;\"({");
    if (!length) {
        diag_error(t->diag, *here, "the test needs a name, after its architecture");
        return false;
    }
    t->name = arena_strndup(t->memory, text + *at, length);
    size_t brace = *at + length;
    for (bool quoted = false; text[brace] && (quoted || text[brace] != '{'); brace++)
        quoted ^= text[brace] == '"';
    move_to(text, at, brace, here);
    if (!text[brace])
        diag_error(t->diag, *here, "expected the first values, between { and }, before the program");
    return text[brace];
}

/* ---- First values ---- */
static litmus_thread *thread_at(litmus_test *t, uint32_t number)
{
    while (t->threads.count <= number)
        vec_push(&t->threads, (litmus_thread){0});
    return &t->threads.data[number];
}

/* The number of a thread, `0` or `P0`; false where the text is no such number. */
static bool thread_number(const token *t, uint32_t *out)
{
    if (t->kind == TOKEN_NUMBER && t->number >= 0 && t->number < LITMUS_MAX_THREADS) {
        *out = (uint32_t)t->number;
        return true;
    }
    if (t->kind != TOKEN_NAME || t->length < 2 || t->length > 4 || t->text[0] != 'P')
        return false;
    *out = 0;
    for (uint32_t i = 1; i < t->length; i++) {
        if (!isdigit((unsigned char)t->text[i]))
            return false;
        *out = *out * 10 + (uint32_t)(t->text[i] - '0');
    }
    return *out < LITMUS_MAX_THREADS;
}

static bool is_type_word(const token *t)
{
    static const char *const words[] = {"int", "long", "int32_t", "uint32_t", "int64_t", "uint64_t"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (litmus_token_is(t, words[i]))
            return true;
    return false;
}

int32_t litmus_parse_value(litmus_test *t, scanner *s)
{
    if (s->now.kind == TOKEN_NUMBER) {
        token number = scanner_take(s);
        return litmus_number(t, &number);
    }
    if (s->now.kind != TOKEN_NAME) {
        litmus_expected(t, s, "a number or the name of a location");
        return 0;
    }
    token name = scanner_take(s);
    uint32_t location = litmus_location_of(t, &name);
    t->locations.data[location].has_address = true;
    return LITMUS_ADDRESS + (int32_t)location;
}

/* The register after `0:`. */
static bool parse_register_name(litmus_test *t, scanner *s, litmus_name *out)
{
    scanner_accept(s, ':');
    scanner_accept(s, '%');
    out->is_register = true;
    if (!litmus_register_of(t, &s->now, &out->index)) {
        litmus_expected(t, s, "a register");
        return false;
    }
    scanner_take(s);
    return true;
}

bool litmus_parse_name(litmus_test *t, scanner *s, litmus_name *out)
{
    token first = s->now;
    scanner ahead = *s;
    scanner_take(&ahead);
    *out = (litmus_name){0};
    if (ahead.now.kind == ':' && thread_number(&first, &out->thread)) {
        scanner_take(s);
        if (t->has_program && out->thread >= t->threads.count) {
            diag_error(t->diag, first.where, "there is no thread %u", out->thread);
            return false;
        }
        return parse_register_name(t, s, out);
    }
    bool bracket = scanner_accept(s, '[');
    if (s->now.kind != TOKEN_NAME) {
        litmus_expected(t, s, bracket ? "the name of a location" : "a location, or a register such as 0:EAX");
        return false;
    }
    token name = scanner_take(s);
    out->index = litmus_location_of(t, &name);
    if (bracket && !scanner_accept(s, ']')) {
        litmus_expected(t, s, "`]`");
        return false;
    }
    return true;
}

static void parse_assignment(litmus_test *t, scanner *s)
{
    scanner ahead = *s;
    scanner_take(&ahead);
    if (is_type_word(&s->now) && (ahead.now.kind == TOKEN_NAME || ahead.now.kind == TOKEN_NUMBER || ahead.now.kind == '*')) {
        scanner_take(s);
        scanner_accept(s, '*');
    }
    litmus_name to;
    if (!litmus_parse_name(t, s, &to))
        return;
    int32_t value = scanner_accept(s, TOKEN_EQUAL) ? litmus_parse_value(t, s) : 0;
    if (to.is_register)
        thread_at(t, to.thread)->initial[to.index] = value;
    else
        t->locations.data[to.index].initial = value;
}

/* Skips to the sign, or to the end; the sign itself is not taken. */
static void skip_to(scanner *s, const char *signs)
{
    while (s->now.kind != TOKEN_END && !(s->now.kind < 128 && strchr(signs, s->now.kind)))
        scanner_take(s);
}

static void parse_first_values(litmus_test *t, scanner *s)
{
    scanner_take(s); /* the brace */
    while (s->now.kind != '}' && s->now.kind != TOKEN_END) {
        unsigned errors = t->diag->error_count;
        if (s->now.kind != ';')
            parse_assignment(t, s);
        if (s->now.kind != ';' && s->now.kind != '}') {
            if (t->diag->error_count == errors)
                litmus_expected(t, s, "`;` or `}`");
            skip_to(s, ";}");
        }
        scanner_accept(s, ';');
    }
    if (!scanner_accept(s, '}'))
        litmus_expected(t, s, "`}`");
    scanner_accept(s, ';');
}

/* ---- The table of instructions ---- */
static uint32_t parse_thread_names(litmus_test *t, scanner *s)
{
    uint32_t count = 0, number;
    do {
        if (!thread_number(&s->now, &number) || s->now.kind != TOKEN_NAME || number != count) {
            litmus_expected(t, s, arena_printf(t->memory, "the name of the next thread, P%u", count));
            return 0;
        }
        thread_at(t, count++)->where = s->now.where;
        scanner_take(s);
    } while (scanner_accept(s, '|'));
    if (!scanner_accept(s, ';')) {
        litmus_expected(t, s, "`|` or `;`");
        return 0;
    }
    if (t->threads.count > count)
        diag_error(t->diag, t->threads.data[0].where, "a first value is for thread %zu, but there are %u threads", t->threads.count - 1, count);
    return count;
}

static bool starts_question(const token *t)
{
    static const char *const words[] = {"final", "forall", "exists", "observed", "locations", "filter"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (litmus_token_is(t, words[i]))
            return true;
    return t->kind == '~' || t->kind == TOKEN_END;
}

static void parse_rows(litmus_test *t, scanner *s, uint32_t threads)
{
    while (!starts_question(&s->now)) {
        for (uint32_t column = 0;; column++) {
            if (column >= threads) {
                diag_error(t->diag, s->now.where, "this row has more cells than there are threads");
                skip_to(s, ";");
                break;
            }
            litmus_parse_cell(t, s, column);
            if (s->now.kind != '|' && s->now.kind != ';') {
                litmus_expected(t, s, "`|` or `;`");
                skip_to(s, "|;");
            }
            if (!scanner_accept(s, '|'))
                break;
        }
        scanner_accept(s, ';');
    }
    for (uint32_t i = 0; i < threads; i++)
        if (t->threads.data[i].lock_pending)
            diag_error(t->diag, t->threads.data[i].lock_where, "no instruction follows this LOCK");
}

static const litmus_label *find_label(const litmus_test *t, const char *name)
{
    for (size_t i = 0; i < t->labels.count; i++)
        if (!strcmp(t->labels.data[i].name, name))
            return &t->labels.data[i];
    return NULL;
}

static const char *hint_of_label(litmus_test *t, uint32_t thread, const char *name)
{
    VEC(const char *) names = {0};
    for (size_t i = 0; i < t->labels.count; i++)
        if (t->labels.data[i].thread == thread)
            vec_push(&names, t->labels.data[i].name);
    const char *hint = names_hint(t->memory, name, names.data, names.count);
    vec_release(&names);
    return hint;
}

static void check_jumps(litmus_test *t)
{
    for (uint32_t i = 0; i < t->threads.count; i++)
        for (size_t k = 0; k < t->threads.data[i].code.count; k++) {
            const instruction *in = &t->threads.data[i].code.data[k];
            const litmus_label *to = in->label ? find_label(t, in->label) : NULL;
            if (in->label && !to)
                diag_error(t->diag, in->where, "there is no label %s%s", in->label, hint_of_label(t, i, in->label));
            else if (to && to->thread != i)
                diag_error(t->diag, in->where, "the label %s is in another thread, P%u", in->label, to->thread);
        }
}

/* ---- The question ---- */
static void parse_locations(litmus_test *t, scanner *s)
{
    if (!scanner_accept(s, '['))
        litmus_expected(t, s, "`[` and the names of locations");
    while (s->now.kind != ']' && s->now.kind != TOKEN_END) {
        litmus_name shown;
        if (!litmus_parse_name(t, s, &shown)) {
            skip_to(s, ";]");
        } else {
            vec_push(&t->shown, shown);
            if (shown.is_register)
                litmus_local_of(t, shown.thread, shown.index);
            if (s->now.kind != ';' && s->now.kind != ']') {
                litmus_expected(t, s, "`;` or `]`");
                skip_to(s, ";]");
            }
        }
        scanner_accept(s, ';');
    }
    scanner_accept(s, ']');
    scanner_accept(s, ';');
}

/* The names that the filter alone asks for are not shown. */
static void parse_filter(litmus_test *t, scanner *s)
{
    const char *text;
    size_t before = t->shown.count;
    t->filter = litmus_parse_condition(t, s, &text);
    for (size_t i = before; i < t->shown.count; i++)
        vec_push(&t->filtered, t->shown.data[i]);
    t->shown.count = before;
    scanner_accept(s, ';');
}

static bool parse_quantifier(litmus_test *t, scanner *s)
{
    bool negated = scanner_accept(s, '~');
    if (litmus_token_is(&s->now, "exists") || (!negated && litmus_token_is(&s->now, "final")))
        t->quantifier = negated ? QUANTIFIER_NOT_EXISTS : QUANTIFIER_EXISTS;
    else if (!negated && litmus_token_is(&s->now, "forall"))
        t->quantifier = QUANTIFIER_FORALL;
    else {
        litmus_expected(t, s, negated ? "exists" : "exists, ~exists, forall or the end");
        return false;
    }
    scanner_take(s);
    return true;
}

static void parse_question(litmus_test *t, scanner *s)
{
    static const char *const words[] = {[QUANTIFIER_EXISTS] = "exists", [QUANTIFIER_NOT_EXISTS] = "~exists", [QUANTIFIER_FORALL] = "forall"};
    const char *text = "true";
    t->quantifier = QUANTIFIER_FORALL;
    t->condition_where = s->now.where;
    if (litmus_token_is(&s->now, "locations")) {
        scanner_take(s);
        parse_locations(t, s);
    }
    if (litmus_token_is(&s->now, "filter")) {
        scanner_take(s);
        parse_filter(t, s);
    }
    if (s->now.kind != TOKEN_END && !diag_has_errors(t->diag)) {
        t->condition_where = s->now.where;
        if (!parse_quantifier(t, s))
            return;
        t->condition = litmus_parse_condition(t, s, &text);
        scanner_accept(s, ';');
        if (litmus_token_is(&s->now, "with")) /* what others expect of other models */
            skip_to(s, "");
        if (s->now.kind != TOKEN_END && !diag_has_errors(t->diag))
            litmus_expected(t, s, "the end of the test");
    }
    t->text = arena_printf(t->program->memory, "%s (%s)", words[t->quantifier], text);
}

bool litmus_parse(litmus_test *t, const frontend_input *input)
{
    uint32_t file = diag_add_source(t->diag, input->file_name, input->text, input->length);
    const char *text = scanner_clean(t->memory, t->diag, file, input->text, input->length);
    source_location here = {file, 1, 1};
    size_t at = 0;
    if (diag_has_errors(t->diag) || !parse_header(t, text, &at, &here))
        return false;
    scanner s;
    scanner_start(&s, text, at, here);
    parse_first_values(t, &s);
    uint32_t threads = diag_has_errors(t->diag) ? 0 : parse_thread_names(t, &s);
    if (!threads || diag_has_errors(t->diag))
        return false;
    parse_rows(t, &s, threads);
    check_jumps(t);
    t->has_program = true;
    if (!diag_has_errors(t->diag))
        parse_question(t, &s);
    return !diag_has_errors(t->diag);
}

void litmus_release(litmus_test *t)
{
    for (size_t i = 0; i < t->threads.count; i++)
        vec_release(&t->threads.data[i].code);
    vec_release(&t->threads);
    vec_release(&t->locations);
    vec_release(&t->labels);
    vec_release(&t->shown);
    vec_release(&t->filtered);
}
