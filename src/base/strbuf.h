/* strbuf.h: text that grows. The text is always ended by a zero byte. */
#ifndef BASE_STRBUF_H
#define BASE_STRBUF_H

#include <stdarg.h>
#include <stddef.h>

typedef struct strbuf {
    char *text; /* NULL while nothing was ever added */
    size_t length, capacity;
} strbuf;

void strbuf_add(strbuf *s, const char *text);
void strbuf_add_bytes(strbuf *s, const char *bytes, size_t length);
void strbuf_add_char(strbuf *s, char c);
void strbuf_printf(strbuf *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
void strbuf_vprintf(strbuf *s, const char *format, va_list arguments) __attribute__((format(printf, 2, 0)));
/* Between double quotes, as Graphviz wants it. */
void strbuf_add_quoted(strbuf *s, const char *text);
void strbuf_clear(strbuf *s);
void strbuf_release(strbuf *s);

/* The text, "" where nothing was added. */
const char *strbuf_text(const strbuf *s);

#endif
