#include "frontend/promela/clean.h"

#include <string.h>

typedef struct cleaner {
    const char *in, *end;
    char *out;
    bool at_line_start, in_directive;
    clean_text *result;
    const char *line_start;
    uint32_t line;
} cleaner;

static void fault(cleaner *c, const char *at, const char *text)
{
    if (c->result->fault)
        return;
    c->result->fault = text;
    c->result->fault_line = c->line;
    c->result->fault_column = (uint32_t)(at - c->line_start) + 1;
}

/* Copies a line end. A directive goes on after a comment with line ends in it, or after a backslash. */
static void newline(cleaner *c, bool directive_goes_on)
{
    if (c->in_directive && directive_goes_on)
        *c->out++ = '\\';
    else
        c->in_directive = false;
    *c->out++ = '\n';
    c->in++;
    c->line++;
    c->line_start = c->in;
    c->at_line_start = !c->in_directive;
}

/* Length of a backslash and line end here; 0 where there is none. */
static size_t splice_length(const cleaner *c)
{
    if (c->in[0] != '\\')
        return 0;
    if (c->end - c->in > 1 && c->in[1] == '\n')
        return 2;
    return c->end - c->in > 2 && c->in[1] == '\r' && c->in[2] == '\n' ? 3 : 0;
}

static void splice(cleaner *c)
{
    size_t length = splice_length(c);
    c->in += length - 1;
    if (!c->in_directive)
        *c->out++ = ' ';
    newline(c, true);
}

static void blank(cleaner *c)
{
    *c->out++ = ' ';
    c->in++;
}

static void line_comment(cleaner *c)
{
    while (c->in < c->end && *c->in != '\n')
        if (splice_length(c))
            splice(c);
        else
            blank(c);
}

static void block_comment(cleaner *c)
{
    cleaner start = *c;
    blank(c);
    blank(c);
    while (c->end - c->in >= 2 && !(c->in[0] == '*' && c->in[1] == '/'))
        if (*c->in == '\n')
            newline(c, true);
        else
            blank(c);
    if (c->end - c->in < 2) {
        fault(&start, start.in, "this comment is never closed; end it with */");
        c->in = c->end;
        return;
    }
    blank(c);
    blank(c);
}

/* Length of the string or character constant here, quotes included; 0 where its line does not close it. */
static size_t constant_length(const cleaner *c)
{
    const char *at = c->in + 1;
    if (*c->in == '\'') {
        size_t inner = at < c->end && *at == '\\' ? 2 : 1;
        return (size_t)(c->end - at) > inner && at[inner] == '\'' && at[0] != '\n' && at[inner - 1] != '\n' ? inner + 2 : 0;
    }
    for (; at < c->end && *at != '\n'; at++)
        if (*at == '"')
            return (size_t)(at - c->in) + 1;
        else if (*at == '\\' && at + 1 < c->end && at[1] != '\n')
            at++;
    return 0;
}

static void constant(cleaner *c)
{
    size_t length = constant_length(c);
    if (!length) {
        *c->out++ = CLEAN_LONE_QUOTE;
        c->in++;
        return;
    }
    memcpy(c->out, c->in, length);
    c->out += length;
    c->in += length;
}

static void clean_one(cleaner *c)
{
    char at = *c->in;
    if (at == '\n') {
        newline(c, false);
    } else if (splice_length(c)) {
        splice(c);
    } else if (at == '/' && c->end - c->in > 1 && c->in[1] == '/') {
        line_comment(c);
    } else if (at == '/' && c->end - c->in > 1 && c->in[1] == '*') {
        block_comment(c);
    } else if (at == ' ' || at == '\t') {
        *c->out++ = at;
        c->in++;
    } else if (at == '\r' || at == '\f' || at == '\v') {
        blank(c);
    } else {
        if (at == '#' && c->at_line_start)
            c->in_directive = c->result->has_directives = true;
        c->at_line_start = false;
        if (at == '"' || at == '\'') {
            constant(c);
        } else {
            *c->out++ = at;
            c->in++;
        }
    }
}

/* The preprocessor has buffers of fixed size and stops reading a line at a zero byte: such texts never reach it. */
static bool is_usable(cleaner *c)
{
    if (c->end - c->in > CLEAN_MAX_FILE) {
        fault(c, c->in, "this file is too long: a source has at most 64 MB");
        return false;
    }
    for (const char *at = c->in; at < c->end; at++) {
        unsigned char byte = (unsigned char)*at;
        if (byte == '\n') {
            c->line++;
            c->line_start = at + 1;
        } else if ((byte < 32 && !(byte >= '\t' && byte <= '\r')) || byte == 127) {
            c->result->is_binary = true;
            fault(c, at, "this is not a text file: it holds control characters");
        } else if (at - c->line_start >= CLEAN_MAX_LINE) {
            fault(c, at, "this line is too long: a line has at most 60000 characters; break it");
        }
        if (c->result->fault)
            return false;
    }
    return true;
}

void clean_source(arena *memory, const char *text, size_t length, clean_text *out)
{
    *out = (clean_text){0};
    cleaner c = {.in = text, .end = text + length, .at_line_start = true, .result = out, .line_start = text, .line = 1};
    if (!is_usable(&c))
        return;
    if (length >= 3 && !memcmp(text, "\xEF\xBB\xBF", 3)) { /* a byte order mark: keep the columns */
        c.in += 3;
    }
    char *cleaned = arena_alloc(memory, 2 * length + 4); /* a line end within a directive may take two bytes */
    c.out = cleaned;
    for (const char *at = text; at < c.in; at++)
        *c.out++ = ' ';
    c.line = 1;
    c.line_start = text;
    while (c.in < c.end)
        clean_one(&c);
    if (out->fault)
        return;
    out->text = cleaned;
    out->length = (size_t)(c.out - cleaned);
}
