#include "frontend/pimp/lexer.h"

#include <string.h>

#include "base/bug.h"
#include "base/hash.h"

typedef struct spelling {
    pimp_token_kind kind;
    const char *text;
} spelling;

static const spelling keywords[] = {
#define KEYWORD(name, text) {PIMP_##name, text},
#define SIGN(name, text)
#define FOREIGN(name, text, hint)
#include "frontend/pimp/token.def"
#undef KEYWORD
#undef SIGN
#undef FOREIGN
};

static const spelling signs[] = {
#define KEYWORD(name, text)
#define SIGN(name, text) {PIMP_##name, text},
#define FOREIGN(name, text, hint) {PIMP_##name, text},
#include "frontend/pimp/token.def"
#undef KEYWORD
#undef SIGN
#undef FOREIGN
};

static const char *const texts[PIMP_TOKEN_KINDS] = {
    [PIMP_END] = "the end", [PIMP_NAME] = "a name", [PIMP_NUMBER] = "a number", [PIMP_BIG_NUMBER] = "a number",
    [PIMP_OPEN_COMMENT] = "a comment", [PIMP_ODD] = "a character",
#define KEYWORD(name, text) [PIMP_##name] = text,
#define SIGN(name, text) [PIMP_##name] = text,
#define FOREIGN(name, text, hint) [PIMP_##name] = text,
#include "frontend/pimp/token.def"
#undef KEYWORD
#undef SIGN
#undef FOREIGN
};

static const char *const hints[PIMP_TOKEN_KINDS] = {
#define KEYWORD(name, text)
#define SIGN(name, text)
#define FOREIGN(name, text, hint) [PIMP_##name] = hint,
#include "frontend/pimp/token.def"
#undef KEYWORD
#undef SIGN
#undef FOREIGN
};

const char *pimp_token_text(pimp_token_kind kind)
{
    CHECK(kind < PIMP_TOKEN_KINDS);
    return texts[kind];
}

const char *pimp_token_hint(pimp_token_kind kind)
{
    CHECK(kind < PIMP_TOKEN_KINDS);
    return hints[kind];
}

void pimp_lexer_init(pimp_lexer *l, const char *text, const source_location *places, size_t length, uint32_t file)
{
    *l = (pimp_lexer){.start = text, .places = places, .at = text, .end = text + length, .line_start = text, .file = file, .line = 1};
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool starts_with(const pimp_lexer *l, const char *text)
{
    size_t length = strlen(text);
    return (size_t)(l->end - l->at) >= length && !memcmp(l->at, text, length);
}

static void skip_to(pimp_lexer *l, const char *stop)
{
    for (; l->at < stop; l->at++)
        if (*l->at == '\n') {
            l->line++;
            l->line_start = l->at + 1;
        }
}

/* Moves behind blanks and comments. False at a comment that is never closed. */
static bool skip_blanks(pimp_lexer *l)
{
    while (l->at < l->end) {
        if (*l->at == ' ' || *l->at == '\t' || *l->at == '\r' || *l->at == '\n') {
            skip_to(l, l->at + 1);
        } else if (starts_with(l, "//")) {
            const char *newline = memchr(l->at, '\n', (size_t)(l->end - l->at));
            skip_to(l, newline ? newline : l->end);
        } else if (starts_with(l, "/*")) {
            const char *close = memmem(l->at + 2, (size_t)(l->end - l->at - 2), "*/", 2);
            if (!close)
                return false;
            skip_to(l, close + 2);
        } else {
            break;
        }
    }
    return true;
}

static void scan_number(pimp_lexer *l, pimp_token *t)
{
    int64_t value = 0;
    t->kind = PIMP_NUMBER;
    for (; l->at < l->end && is_digit(*l->at); l->at++) {
        value = value * 10 + (*l->at - '0');
        if (value > INT32_MAX)
            t->kind = PIMP_BIG_NUMBER, value = 0;
    }
    t->number = (int32_t)value;
}

static void scan_word(pimp_lexer *l, pimp_token *t)
{
    while (l->at < l->end && (is_letter(*l->at) || is_digit(*l->at)))
        l->at++;
    size_t length = (size_t)(l->at - t->text);
    t->kind = PIMP_NAME;
    for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++)
        if (strlen(keywords[i].text) == length && !memcmp(keywords[i].text, t->text, length))
            t->kind = keywords[i].kind;
}

static void scan_sign(pimp_lexer *l, pimp_token *t)
{
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (*signs[i].text == *l->at && starts_with(l, signs[i].text)) {
            t->kind = signs[i].kind;
            l->at += strlen(signs[i].text);
            return;
        }
    t->kind = PIMP_ODD;
    l->at++;
    while (l->at < l->end && ((unsigned char)*l->at & 0xC0) == 0x80) /* the rest of a UTF-8 character */
        l->at++;
}

pimp_token pimp_lexer_next(pimp_lexer *l)
{
    bool closed = skip_blanks(l);
    pimp_token t = {.kind = PIMP_END, .text = l->at, .where = {l->file, l->line, (uint32_t)(l->at - l->line_start) + 1}};
    if (l->places)
        t.where = l->places[l->at - l->start];
    if (!closed) {
        t.kind = PIMP_OPEN_COMMENT;
        l->at = l->end;
    } else if (l->at < l->end) {
        if (is_letter(*l->at))
            scan_word(l, &t);
        else if (is_digit(*l->at))
            scan_number(l, &t);
        else
            scan_sign(l, &t);
    }
    t.length = (size_t)(l->at - t.text);
    l->hash = hash_fingerprint(l->hash + t.where.line, t.text, t.length);
    return t;
}
