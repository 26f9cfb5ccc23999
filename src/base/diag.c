#include "base/diag.h"

#include <string.h>

void diag_init(diag *d)
{
    *d = (diag){.memory = arena_new()};
}

void diag_release(diag *d)
{
    vec_release(&d->sources);
    vec_release(&d->messages);
    arena_free(d->memory);
    *d = (diag){0};
}

uint32_t diag_add_source(diag *d, const char *name, const char *text, size_t length)
{
    for (size_t i = 0; i < d->sources.count; i++)
        if (!strcmp(d->sources.data[i].name, name)) {
            if (!d->sources.data[i].text && text) {
                d->sources.data[i].text = arena_strndup(d->memory, text, length);
                d->sources.data[i].length = length;
            }
            return (uint32_t)i;
        }
    source added = {.name = arena_strdup(d->memory, name)};
    if (text) {
        added.text = arena_strndup(d->memory, text, length);
        added.length = length;
    }
    vec_push(&d->sources, added);
    return (uint32_t)(d->sources.count - 1);
}

uint32_t diag_add_text(diag *d, const char *name, const char *text)
{
    const char *candidate = name;
    for (unsigned n = 2;; n++) {
        bool used = false;
        for (size_t i = 0; i < d->sources.count; i++)
            used = used || !strcmp(d->sources.data[i].name, candidate);
        if (!used)
            return diag_add_source(d, candidate, text, strlen(text));
        candidate = arena_printf(d->memory, "%s (%u)", name, n);
    }
}

static void add_message(diag *d, diag_severity severity, source_location where, const char *format, va_list arguments)
{
    bool drop = d->error_count >= DIAG_MAX_ERRORS;
    if (severity == DIAG_ERROR)
        d->error_count++;
    if (drop)
        return;
    diag_message m = {.severity = severity, .where = where, .text = arena_vprintf(d->memory, format, arguments)};
    vec_push(&d->messages, m);
}

void diag_error(diag *d, source_location where, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    add_message(d, DIAG_ERROR, where, format, arguments);
    va_end(arguments);
}

void diag_warning(diag *d, source_location where, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    add_message(d, DIAG_WARNING, where, format, arguments);
    va_end(arguments);
}

void diag_note(diag *d, source_location where, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    add_message(d, DIAG_NOTE, where, format, arguments);
    va_end(arguments);
}

bool diag_has_errors(const diag *d)
{
    return d->error_count > 0;
}

const char *diag_file_name(const diag *d, source_location where)
{
    return where.line && where.file < d->sources.count ? d->sources.data[where.file].name : "";
}

/* The line's first byte and its length; false where the text is unknown or has fewer lines. */
static bool find_line(const source *s, uint32_t line, const char **start, size_t *length)
{
    const char *at = s->text, *end = s->text + s->length;
    for (uint32_t n = 1; at && n < line; n++) {
        at = memchr(at, '\n', (size_t)(end - at));
        if (at)
            at++;
    }
    if (!at || at >= end)
        return false;
    const char *stop = memchr(at, '\n', (size_t)(end - at));
    *start = at;
    *length = (size_t)((stop ? stop : end) - at);
    return true;
}

static void add_plain(const char *bytes, size_t length, strbuf *out)
{
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)bytes[i];
        strbuf_add_char(out, c == '\t' ? ' ' : (c < 32 || c == 127) ? '?' : (char)c);
    }
}

bool diag_add_line(const diag *d, source_location where, strbuf *out)
{
    const char *line;
    size_t length;
    if (!where.line || where.file >= d->sources.count || !d->sources.data[where.file].text || !find_line(&d->sources.data[where.file], where.line, &line, &length))
        return false;
    add_plain(line, length, out);
    return true;
}

/* The source line, and the caret below the column of the message. */
static void print_excerpt(const source *s, source_location where, strbuf *out)
{
    enum { WIDTH = 100 };
    const char *line;
    size_t length;
    if (!s->text || !find_line(s, where.line, &line, &length))
        return;
    size_t column = where.column ? where.column - 1 : 0;
    if (column > length)
        column = length;
    size_t first = column > WIDTH - 20 ? column - (WIDTH - 20) : 0;
    size_t stop = length - first > WIDTH ? first + WIDTH : length;
    strbuf_printf(out, "%5u | %s", where.line, first ? "..." : "");
    add_plain(line + first, stop - first, out);
    strbuf_printf(out, "%s\n      | %s", stop < length ? "..." : "", first ? "   " : "");
    for (size_t i = first; i < column; i++)
        if (((unsigned char)line[i] & 0xC0) != 0x80) /* a UTF-8 character takes one column */
            strbuf_add_char(out, ' ');
    strbuf_add(out, "^\n");
}

const char *diag_severity_name(diag_severity severity)
{
    static const char *const names[] = {"note", "warning", "error"}; /* ORDER diag_severity */
    return names[severity];
}

void diag_print(const diag *d, strbuf *out)
{
    for (size_t i = 0; i < d->messages.count; i++) {
        const diag_message *m = &d->messages.data[i];
        bool placed = m->where.line && m->where.file < d->sources.count;
        if (placed)
            strbuf_printf(out, "%s:%u:%u: ", d->sources.data[m->where.file].name, m->where.line, m->where.column);
        else
            strbuf_add(out, "tarry: ");
        strbuf_printf(out, "%s: %s\n", diag_severity_name(m->severity), m->text);
        if (placed)
            print_excerpt(&d->sources.data[m->where.file], m->where, out);
    }
    if (d->error_count > DIAG_MAX_ERRORS)
        strbuf_printf(out, "tarry: note: %u further errors are not shown\n", d->error_count - DIAG_MAX_ERRORS);
}
