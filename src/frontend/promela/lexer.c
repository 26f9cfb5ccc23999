#include "frontend/promela/lexer.h"

#include <string.h>

#include "base/bug.h"
#include "base/hash.h"
#include "base/vec.h"
#include "frontend/promela/clean.h"

typedef struct kind_text {
    token_kind kind;
    const char *text;
} kind_text;

static const kind_text keywords[] = {
#define KEYWORD(name, text) {TOKEN_##name, text},
#define SIGN(name, text)
#include "frontend/promela/token.def"
#undef KEYWORD
#undef SIGN
};

static const kind_text signs[] = {
#define KEYWORD(name, text)
#define SIGN(name, text) {TOKEN_##name, text},
#include "frontend/promela/token.def"
#undef KEYWORD
#undef SIGN
};

static const char *const kind_texts[TOKEN_KINDS] = {
    [TOKEN_END] = "the end", [TOKEN_NAME] = "a name", [TOKEN_NUMBER] = "a number", [TOKEN_STRING] = "a string",
    [TOKEN_BIG_NUMBER] = "a number", [TOKEN_LONE_QUOTE] = "a quote", [TOKEN_DIRECTIVE] = "a directive", [TOKEN_ODD] = "a character",
#define KEYWORD(name, text) [TOKEN_##name] = text,
#define SIGN(name, text) [TOKEN_##name] = text,
#include "frontend/promela/token.def"
#undef KEYWORD
#undef SIGN
};

const char *token_kind_text(token_kind kind)
{
    CHECK(kind < TOKEN_KINDS);
    return kind_texts[kind];
}

/* ---- Spellings ---- */
typedef struct word_table {
    arena *memory;
    word **slots;
    size_t size, used; /* size is a power of two, at least twice `used` */
} word_table;

static word **find_slot(const word_table *t, const char *text, size_t length)
{
    size_t at = (size_t)hash_bytes(text, length) & (t->size - 1);
    while (t->slots[at] && (t->slots[at]->length != length || memcmp(t->slots[at]->text, text, length)))
        at = (at + 1) & (t->size - 1);
    return &t->slots[at];
}

static void grow(word_table *t)
{
    word_table bigger = {.memory = t->memory, .size = t->size ? 2 * t->size : 512, .used = t->used};
    bigger.slots = ARENA_ARRAY(t->memory, word *, bigger.size);
    for (size_t i = 0; i < t->size; i++)
        if (t->slots[i])
            *find_slot(&bigger, t->slots[i]->text, t->slots[i]->length) = t->slots[i];
    *t = bigger;
}

static word *word_of(word_table *t, const char *text, size_t length)
{
    if (2 * (t->used + 1) > t->size)
        grow(t);
    word **slot = find_slot(t, text, length);
    if (!*slot) {
        *slot = ARENA_NEW(t->memory, word);
        **slot = (word){.text = arena_strndup(t->memory, text, length), .length = (uint32_t)length, .kind = TOKEN_NAME};
        t->used++;
    }
    return *slot;
}

/* ---- One line ---- */
typedef struct scanner {
    word_table *words;
    placer *placer;
    const char *at, *end; /* the line */
} scanner;

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static void scan_number(scanner *s, token *t)
{
    uint64_t value = 0;
    t->kind = TOKEN_NUMBER;
    for (; s->at < s->end && is_digit(*s->at); s->at++) {
        value = value * 10 + (uint64_t)(*s->at - '0');
        if (value > UINT32_MAX)
            t->kind = TOKEN_BIG_NUMBER, value = 0;
    }
    t->number = (int32_t)(uint32_t)value; /* as SPIN: 4294967295 is -1 */
}

static void scan_character(scanner *s, token *t)
{
    char c = s->at[1];
    s->at += 3;
    if (c == '\\') {
        c = s->at[-1];
        s->at++;
        c = c == 'n' ? '\n' : c == 'r' ? '\r' : c == 't' ? '\t' : c == 'f' ? '\f' : c;
    }
    t->kind = TOKEN_NUMBER;
    t->number = (unsigned char)c;
}

static void scan_string(scanner *s, token *t)
{
    s->at++;
    while (s->at < s->end && *s->at != '"')
        s->at += *s->at == '\\' && s->at + 1 < s->end ? 2 : 1;
    t->kind = s->at < s->end ? TOKEN_STRING : TOKEN_LONE_QUOTE;
    if (s->at < s->end)
        s->at++;
}

static void scan_sign(scanner *s, token *t)
{
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        size_t length = strlen(signs[i].text);
        if ((size_t)(s->end - s->at) >= length && !memcmp(s->at, signs[i].text, length)) {
            t->kind = signs[i].kind;
            s->at += length;
            return;
        }
    }
    t->kind = *s->at == CLEAN_LONE_QUOTE || *s->at == '\'' ? TOKEN_LONE_QUOTE : *s->at == '#' ? TOKEN_DIRECTIVE : TOKEN_ODD;
    s->at++;
    while (t->kind == TOKEN_ODD && s->at < s->end && ((unsigned char)*s->at & 0xC0) == 0x80) /* the rest of a UTF-8 character */
        s->at++;
    if (t->kind == TOKEN_DIRECTIVE)
        s->at = s->end;
}

/* Moves behind blanks and behind the marks that mcpp left; no other comment is in the text. */
static bool skip_blanks(scanner *s)
{
    bool skipped = false;
    while (s->at < s->end) {
        if (*s->at == ' ' || *s->at == '\t') {
            s->at++;
            place_advance(s->placer, 1);
            skipped = true;
        } else if (s->end - s->at >= 4 && s->at[0] == '/' && s->at[1] == '*') {
            const char *mark = s->at + 2;
            const char *close = memmem(mark, (size_t)(s->end - mark), "*/", 2);
            place_mark(s->placer, mark, (size_t)((close ? close : s->end) - mark));
            s->at = close ? close + 2 : s->end;
        } else {
            break;
        }
    }
    return skipped;
}

static bool is_character_constant(const scanner *s)
{
    ptrdiff_t left = s->end - s->at;
    if (*s->at != '\'' || left < 3)
        return false;
    return s->at[1] == '\\' ? left >= 4 && s->at[3] == '\'' : s->at[2] == '\'';
}

static void scan_kind(scanner *s, token *t)
{
    if (is_letter(*s->at)) {
        while (s->at < s->end && (is_letter(*s->at) || is_digit(*s->at)))
            s->at++;
        t->word = word_of(s->words, t->text, (size_t)(s->at - t->text));
        t->kind = t->word->kind;
    } else if (is_digit(*s->at)) {
        scan_number(s, t);
    } else if (*s->at == '"') {
        scan_string(s, t);
    } else if (is_character_constant(s)) {
        scan_character(s, t);
    } else {
        scan_sign(s, t);
    }
}

/* The next token of the line; false at its end. */
static bool scan(scanner *s, token *t)
{
    bool space_before = skip_blanks(s);
    if (s->at >= s->end)
        return false;
    *t = (token){.text = s->at, .space_before = space_before, .order = s->placer->count};
    scan_kind(s, t);
    t->length = (uint32_t)(s->at - t->text);
    t->where = place_token(s->placer, t->text, t->length, &t->call);
    place_advance(s->placer, t->length);
    return true;
}

typedef VEC(token) token_vec;

static void scan_line(word_table *words, placer *places, const char *text, size_t length, token_vec *out)
{
    scanner s = {.words = words, .placer = places, .at = text, .end = text + length};
    size_t first = out->count;
    for (token t; scan(&s, &t);) {
        t.starts_line = out->count == first;
        vec_push(out, t);
    }
}

static token_list tokens_of(arena *memory, const preprocessed *text)
{
    word_table words = {.memory = memory};
    for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++)
        word_of(&words, keywords[i].text, strlen(keywords[i].text))->kind = keywords[i].kind;
    token_vec tokens = {0};
    placer places = {.memory = memory};
    const char *at = text->text, *end = text->text + text->length;
    source_location start = {0};
    for (size_t i = 0; i < text->line_count && at < end; i++) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        size_t length = (size_t)((newline ? newline : end) - at);
        start = (source_location){text->lines[i].file, text->lines[i].line, 1};
        place_start_line(&places, &text->lines[i]);
        scan_line(&words, &places, at, length, &tokens);
        at += length + 1;
    }
    place_release(&places);
    token last = {.kind = TOKEN_END, .starts_line = true, .where = start, .text = ""};
    if (tokens.count)
        last.where = vec_last(&tokens).where;
    vec_push(&tokens, last);
    token_list list = {.data = ARENA_ARRAY(memory, token, tokens.count), .count = tokens.count - 1};
    memcpy(list.data, tokens.data, tokens.count * sizeof *list.data);
    vec_release(&tokens);
    return list;
}

static bool are_same(const token_list *a, const token_list *b)
{
    if (a->count != b->count)
        return false;
    for (size_t i = 0; i < a->count; i++) {
        const token *x = &a->data[i], *y = &b->data[i];
        if (x->kind != y->kind || x->starts_line != y->starts_line || x->length != y->length || memcmp(x->text, y->text, x->length))
            return false;
    }
    return true;
}

static uint64_t hash_tokens(const token_list *list)
{
    uint64_t hash = list->count;
    for (size_t i = 0; i < list->count; i++)
        hash = hash_fingerprint(hash + list->data[i].where.line, list->data[i].text, list->data[i].length);
    return hash;
}

token_list lexer_tokens(arena *memory, const preprocessed *text)
{
    token_list plain = tokens_of(memory, text);
    plain.hash = hash_tokens(&plain);
    if (!text->marked)
        return plain;
    token_list marked = tokens_of(memory, text->marked);
    marked.hash = plain.hash; /* does not depend on the marks, which may be missing */
    return are_same(&plain, &marked) ? marked : plain;
}

/* The outermost macro call whose first token this is, whose tokens are all among these, and whose text is known. */
static const macro_call *whole_call(const token *tokens, size_t count)
{
    const macro_call *best = NULL;
    for (const macro_call *c = tokens[0].call; c && c->first == tokens[0].order && c->count <= count; c = c->outer) {
        size_t run = 1;
        while (run < c->count && tokens[run].order == c->first + run)
            run++;
        if (run == c->count && c->written)
            best = c;
    }
    return best;
}

/* Adds the text with runs of blanks as one. */
static void add_folded(strbuf *out, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if ((text[i] != ' ' && text[i] != '\t') || (i && text[i - 1] != ' ' && text[i - 1] != '\t'))
            strbuf_add_char(out, text[i] == '\t' ? ' ' : text[i]);
}

void token_text(const token *tokens, size_t count, size_t limit, strbuf *out)
{
    size_t start = out->length;
    for (size_t i = 0; i < count && out->length - start <= limit;) {
        const macro_call *call = whole_call(tokens + i, count - i);
        if (i && (tokens[i].space_before || tokens[i].starts_line))
            strbuf_add_char(out, ' ');
        if (call)
            add_folded(out, call->written, call->written_length);
        else
            strbuf_add_bytes(out, tokens[i].text, tokens[i].length);
        i += call ? call->count : 1;
    }
    if (out->length - start <= limit)
        return;
    size_t cut = start + limit;
    while (cut > start && ((unsigned char)out->text[cut] & 0xC0) == 0x80)
        cut--;
    out->length = cut;
    out->text[cut] = 0;
    strbuf_add(out, "...");
}
