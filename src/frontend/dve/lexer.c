#include "frontend/dve/lexer.h"

#include <string.h>

#include "base/bug.h"
#include "base/hash.h"

typedef enum token_class { CLASS_OTHER, CLASS_KEYWORD, CLASS_SIGN } token_class;

typedef struct token_entry {
    token_class class;
    const char *text, *hint;
} token_entry;

static const token_entry entries[DVE_TOKEN_KINDS] = {
    [DVE_END] = {CLASS_OTHER, "the end", NULL},
    [DVE_NAME] = {CLASS_OTHER, "a name", NULL},
    [DVE_NUMBER] = {CLASS_OTHER, "a number", NULL},
    [DVE_BIG_NUMBER] = {CLASS_OTHER, "a number", NULL},
    [DVE_OPEN_COMMENT] = {CLASS_OTHER, "a comment", NULL},
    [DVE_ODD] = {CLASS_OTHER, "a character", NULL},
#define KEYWORD(name, text) [DVE_##name] = {CLASS_KEYWORD, text, NULL},
#define SIGN(name, text) [DVE_##name] = {CLASS_SIGN, text, NULL},
#define FOREIGN(name, text, hint) [DVE_##name] = {CLASS_SIGN, text, hint},
#include "frontend/dve/token.def"
#undef KEYWORD
#undef SIGN
#undef FOREIGN
};

const char *dve_token_text(dve_token_kind kind)
{
    CHECK(kind < DVE_TOKEN_KINDS);
    return entries[kind].text;
}

bool dve_token_is_keyword(dve_token_kind kind)
{
    return entries[kind].class == CLASS_KEYWORD;
}

const char *dve_token_hint(dve_token_kind kind)
{
    return entries[kind].hint;
}

void dve_lexer_init(dve_lexer *l, const char *text, const source_location *places, size_t length, uint32_t file)
{
    *l = (dve_lexer){.start = text, .places = places, .at = text, .end = text + length, .line_start = text, .file = file, .line = 1};
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool starts_with(const dve_lexer *l, const char *text)
{
    size_t length = strlen(text);
    return (size_t)(l->end - l->at) >= length && !memcmp(l->at, text, length);
}

static void skip_to(dve_lexer *l, const char *stop)
{
    for (; l->at < stop; l->at++)
        if (*l->at == '\n') {
            l->line++;
            l->line_start = l->at + 1;
        }
}

/* Moves behind blanks and comments. False at a comment that is never closed. */
static bool skip_blanks(dve_lexer *l)
{
    while (l->at < l->end) {
        if (*l->at == ' ' || *l->at == '\t' || *l->at == '\r' || *l->at == '\n' || *l->at == '\f') {
            skip_to(l, l->at + 1);
        } else if (starts_with(l, "\\\n")) {
            skip_to(l, l->at + 2);
        } else if (starts_with(l, "\\\r\n")) {
            skip_to(l, l->at + 3);
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

static void scan_number(dve_lexer *l, dve_token *t)
{
    int64_t value = 0;
    t->kind = DVE_NUMBER;
    for (; l->at < l->end && is_digit(*l->at); l->at++) {
        value = value * 10 + (*l->at - '0');
        if (value > INT32_MAX)
            t->kind = DVE_BIG_NUMBER, value = 0;
    }
    t->number = (int32_t)value;
}

static void scan_word(dve_lexer *l, dve_token *t)
{
    while (l->at < l->end && (is_letter(*l->at) || is_digit(*l->at) || *l->at == '$' || *l->at == '#'))
        l->at++;
    size_t length = (size_t)(l->at - t->text);
    t->kind = DVE_NAME;
    for (dve_token_kind k = 0; k < DVE_TOKEN_KINDS; k++)
        if (entries[k].class == CLASS_KEYWORD && strlen(entries[k].text) == length && !memcmp(entries[k].text, t->text, length))
            t->kind = k;
}

static void scan_sign(dve_lexer *l, dve_token *t)
{
    for (dve_token_kind k = 0; k < DVE_TOKEN_KINDS; k++)
        if (entries[k].class == CLASS_SIGN && starts_with(l, entries[k].text)) {
            t->kind = k;
            l->at += strlen(entries[k].text);
            return;
        }
    t->kind = DVE_ODD;
    l->at++;
    while (l->at < l->end && ((unsigned char)*l->at & 0xC0) == 0x80) /* the rest of a UTF-8 character */
        l->at++;
}

dve_token dve_lexer_next(dve_lexer *l)
{
    bool closed = skip_blanks(l);
    dve_token t = {.kind = DVE_END, .text = l->at, .where = {l->file, l->line, (uint32_t)(l->at - l->line_start) + 1}};
    if (l->places)
        t.where = l->places[l->at - l->start];
    if (!closed) {
        t.kind = DVE_OPEN_COMMENT;
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
