/* lexer.c: the text as tokens. Comments are blanked out first, so that places stay what they are. */
#include <ctype.h>
#include <string.h>

#include "frontend/litmus/litmus.h"

static void advance(source_location *where, char c)
{
    where->column++;
    if (c == '\n') {
        where->line++;
        where->column = 1;
    }
}

char *scanner_clean(arena *memory, diag *d, uint32_t file, const char *text, size_t length)
{
    char *clean = arena_strndup(memory, text, length);
    source_location here = {file, 1, 1}, opened = {0};
    unsigned depth = 0;
    bool quoted = false;
    for (size_t i = 0; i < length; i++) {
        char c = text[i], next = i + 1 < length ? text[i + 1] : 0;
        bool opens = !quoted && c == '(' && next == '*', closes = depth && c == '*' && next == ')';
        if (opens && !depth)
            opened = here;
        if (!depth && c == '"')
            quoted = !quoted;
        depth += opens;
        if (depth && c != '\n')
            clean[i] = ' ';
        advance(&here, c);
        if (opens || closes) {
            clean[++i] = ' ';
            advance(&here, next);
        }
        depth -= closes;
        if (!c) {
            diag_error(d, here, "this is no text: it holds a zero byte");
            break;
        }
    }
    if (depth)
        diag_error(d, opened, "this comment has no end");
    return clean;
}

static bool is_name_char(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static size_t number_length(const char *text)
{
    size_t length = text[0] == '-';
    while (is_name_char(text[length]))
        length++;
    return length;
}

/* Decimal or hexadecimal; what is too large for anybody stays so. */
static bool read_number(const char *text, size_t length, int64_t *out)
{
    size_t at = text[0] == '-';
    bool hexadecimal = length > at + 2 && text[at] == '0' && tolower((unsigned char)text[at + 1]) == 'x';
    int64_t value = 0;
    for (at += hexadecimal ? 2 : 0; at < length; at++) {
        char c = (char)tolower((unsigned char)text[at]);
        if (!(hexadecimal ? isxdigit((unsigned char)c) : isdigit((unsigned char)c)))
            return false;
        value = value * (hexadecimal ? 16 : 10) + (isdigit((unsigned char)c) ? c - '0' : c - 'a' + 10);
        if (value > INT64_MAX / 32)
            value = INT64_MAX / 32;
    }
    *out = text[0] == '-' ? -value : value;
    return true;
}

static const struct {
    const char *text;
    int kind;
} signs[] = {{"/\\", TOKEN_AND}, {"\\/", TOKEN_OR}, {"=>", TOKEN_IMPLIES}, {"==", TOKEN_EQUAL}, {"=", TOKEN_EQUAL}, {"<>", TOKEN_NOT_EQUAL},
             {"!=", TOKEN_NOT_EQUAL}};

static void read_sign(const char *text, token *out)
{
    out->length = 1;
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (!strncmp(text, signs[i].text, strlen(signs[i].text))) {
            out->kind = signs[i].kind;
            out->length = (uint32_t)strlen(signs[i].text);
            return;
        }
    out->kind = strchr("|;:[](){},$~%*@", text[0]) ? text[0] : TOKEN_ODD;
}

static void read_token(scanner *s)
{
    while (s->text[s->at] && isspace((unsigned char)s->text[s->at]))
        advance(&s->here, s->text[s->at++]);
    const char *text = s->text + s->at;
    s->now = (token){.text = text, .where = s->places ? s->places[s->at] : s->here};
    if (!*text || !strncmp(text, "<<", 2)) /* what comes after << is none of the test */
        return;
    if (isdigit((unsigned char)*text) || (*text == '-' && isdigit((unsigned char)text[1]))) {
        s->now.length = (uint32_t)number_length(text);
        s->now.kind = read_number(text, s->now.length, &s->now.number) ? TOKEN_NUMBER : TOKEN_ODD;
    } else if (is_name_char(*text)) {
        while (is_name_char(text[s->now.length]))
            s->now.length++;
        s->now.kind = TOKEN_NAME;
    } else {
        read_sign(text, &s->now);
    }
    s->at += s->now.length;
    s->here.column += s->now.length;
}

void scanner_start(scanner *s, const char *text, size_t at, source_location here)
{
    *s = (scanner){.text = text, .at = at, .here = here};
    read_token(s);
}

void scanner_start_at_places(scanner *s, const char *text, const source_location *places)
{
    *s = (scanner){.text = text, .here = *places, .places = places};
    read_token(s);
}

token scanner_take(scanner *s)
{
    token taken = s->now;
    if (taken.kind != TOKEN_END)
        read_token(s);
    return taken;
}

bool scanner_accept(scanner *s, int kind)
{
    if (s->now.kind != kind)
        return false;
    scanner_take(s);
    return true;
}

bool litmus_token_is(const token *t, const char *text)
{
    return t->kind == TOKEN_NAME && strlen(text) == t->length && !strncmp(t->text, text, t->length);
}

const char *litmus_token_text(arena *memory, const token *t)
{
    return arena_strndup(memory, t->text, t->length);
}

const char *litmus_token_description(arena *memory, const token *t)
{
    return t->kind == TOKEN_END ? "the end" : arena_printf(memory, "`%.*s`", (int)t->length, t->text);
}
