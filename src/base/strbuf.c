#include "base/strbuf.h"

#include <stdio.h>
#include <string.h>

#include "base/bug.h"
#include "base/vec.h"

static void reserve(strbuf *s, size_t more)
{
    size_t wanted = s->length + more + 1;
    if (wanted > s->capacity)
        s->text = vec_grow(s->text, &s->capacity, wanted, 1);
}

void strbuf_add_bytes(strbuf *s, const char *bytes, size_t length)
{
    reserve(s, length);
    memcpy(s->text + s->length, bytes, length);
    s->length += length;
    s->text[s->length] = 0;
}

void strbuf_add(strbuf *s, const char *text)
{
    strbuf_add_bytes(s, text, strlen(text));
}

void strbuf_add_char(strbuf *s, char c)
{
    strbuf_add_bytes(s, &c, 1);
}

void strbuf_vprintf(strbuf *s, const char *format, va_list arguments)
{
    va_list again;
    CHECK(format);
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    CHECK(length >= 0);
    reserve(s, (size_t)length);
    vsnprintf(s->text + s->length, (size_t)length + 1, format, again);
    s->length += (size_t)length;
    va_end(again);
}

void strbuf_printf(strbuf *s, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    strbuf_vprintf(s, format, arguments);
    va_end(arguments);
}

void strbuf_add_quoted(strbuf *s, const char *text)
{
    strbuf_add_char(s, '"');
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            strbuf_add_char(s, '\\');
        if (*text == '\n')
            strbuf_add(s, "\\n");
        else
            strbuf_add_char(s, *text);
    }
    strbuf_add_char(s, '"');
}

void strbuf_clear(strbuf *s)
{
    s->length = 0;
    if (s->text)
        s->text[0] = 0;
}

void strbuf_release(strbuf *s)
{
    vec_free_data(s->text);
    *s = (strbuf){0};
}

const char *strbuf_text(const strbuf *s)
{
    return s->text ? s->text : "";
}
