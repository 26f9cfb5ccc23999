#include "report/wrap.h"

#include <stdbool.h>
#include <string.h>

static bool starts_character(char c)
{
    return ((unsigned char)c & 0xC0) != 0x80;
}

uint32_t report_columns(const char *text)
{
    uint32_t columns = 0;
    for (; *text; text++)
        columns += starts_character(*text);
    return columns;
}

/* How many bytes of the text go into a line: up to the last blank or comma that lets them fit, else up to an opening bracket, else as many as do. */
static size_t line_length(const char *text, uint32_t width)
{
    size_t good = 0, bracket = 0, at = 0;
    for (uint32_t columns = 0; text[at]; at++) {
        if (starts_character(text[at]) && columns++ == width) {
            if (text[at] == ' ')
                good = at;
            break;
        }
        if (at && (text[at] == ' ' || text[at - 1] == ','))
            good = at;
        if (at && (text[at - 1] == '(' || text[at - 1] == '['))
            bracket = at;
    }
    return !text[at] ? at : good ? good : bracket ? bracket : at;
}

/* The next line of the text, filled up with blanks. */
static void take_line(const char **text, uint32_t width, strbuf *out)
{
    size_t length = line_length(*text, width);
    uint32_t columns = 0;
    for (size_t i = 0; i < length; i++) {
        columns += starts_character((*text)[i]);
        strbuf_add_char(out, (unsigned char)(*text)[i] < 32 ? ' ' : (*text)[i]);
    }
    for (; columns < width; columns++)
        strbuf_add_char(out, ' ');
    *text += length;
    *text += **text == ' ';
}

static void trim(strbuf *out)
{
    while (out->length && out->text[out->length - 1] == ' ')
        out->text[--out->length] = 0;
}

void report_add_row(const char *lead, const wrap_cell *cells, size_t count, uint32_t gap, strbuf *out)
{
    enum { MOST = 300 };
    const char *left[MOST];
    bool more = true;
    count = count > MOST ? MOST : count;
    for (size_t i = 0; i < count; i++)
        left[i] = cells[i].text;
    for (bool first = true; more; first = false) {
        more = false;
        strbuf_printf(out, "%*s", (int)report_columns(lead), first ? lead : "");
        for (size_t i = 0; i < count; i++) {
            strbuf_printf(out, "%*s", (int)gap, "");
            take_line(&left[i], cells[i].width, out);
            more |= *left[i] != 0;
        }
        trim(out);
        strbuf_add_char(out, '\n');
    }
}

/* Colours take none. */
static uint32_t word_columns(const char *word, size_t length)
{
    uint32_t columns = 0;
    for (size_t i = 0; i < length; i++) {
        while (i < length && word[i] == '\x1b')
            i += strcspn(word + i, "m") + 1;
        columns += i < length && starts_character(word[i]);
    }
    return columns;
}

void report_add_paragraph(const char *text, uint32_t indent, uint32_t width, strbuf *out)
{
    uint32_t at = 0;
    while (*text) {
        size_t length = strcspn(text, " \n");
        uint32_t columns = word_columns(text, length);
        if (at && at + 1 + columns > width) {
            strbuf_add_char(out, '\n');
            at = 0;
        }
        if (at)
            strbuf_add_char(out, ' ');
        else
            strbuf_printf(out, "%*s", (int)indent, "");
        strbuf_add_bytes(out, text, length);
        at = (at ? at + 1 : indent) + columns;
        text += length;
        text += strspn(text, " \n");
    }
    strbuf_add_char(out, '\n');
}
