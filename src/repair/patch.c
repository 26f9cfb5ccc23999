#include "repair/patch.h"

#include <stdlib.h>
#include <string.h>

#include "base/vec.h"

/* A line of the text, its end included, and what becomes of it. */
typedef struct patch_line {
    const char *text;
    size_t length;
    bool changed;
    strbuf before; /* whole lines that are put in front of it */
    strbuf now;    /* changed: the line */
} patch_line;

typedef struct patching {
    VEC(patch_line) lines;
    VEC(const source_edit *) edits; /* in the order of the text */
} patching;

/* ---- Edits ---- */

static int by_place(const void *a, const void *b)
{
    const source_edit *x = *(const source_edit *const *)a, *y = *(const source_edit *const *)b;
    if (x->where.line != y->where.line)
        return x->where.line < y->where.line ? -1 : 1;
    if (x->where.column != y->where.column)
        return x->where.column < y->where.column ? -1 : 1;
    return x < y ? -1 : x > y;
}

static void collect(patching *p, const program *full, const bool *wanted)
{
    for (size_t i = 0; i < full->candidates.count; i++) {
        const candidate_info *c = &full->candidates.data[i];
        for (uint32_t k = 0; k < c->edit_count && wanted[i] != c->is_there; k++)
            vec_push(&p->edits, &c->edits[k]);
    }
    if (p->edits.count)
        qsort(p->edits.data, p->edits.count, sizeof *p->edits.data, by_place);
}

static void split(patching *p, const char *text, size_t length)
{
    for (size_t at = 0; at < length;) {
        const char *end = memchr(text + at, '\n', length - at);
        size_t size = end ? (size_t)(end - (text + at)) + 1 : length - at;
        vec_push(&p->lines, ((patch_line){.text = text + at, .length = size}));
        at += size;
    }
}

static size_t indent_of(const patch_line *line)
{
    size_t blanks = 0;
    while (blanks < line->length && (line->text[blanks] == ' ' || line->text[blanks] == '\t'))
        blanks++;
    return blanks;
}

static const char *ending_of(const patch_line *line)
{
    return line->length > 1 && line->text[line->length - 2] == '\r' ? "\r\n" : "\n";
}

/* A statement in front of the first one of a line gets a line of its own. */
static bool is_line(const source_edit *e, const patch_line *line)
{
    size_t length = strlen(e->inserted);
    bool has_end = length && e->inserted[length - 1] == '\n';
    return has_end || (!e->removed && length && e->inserted[length - 1] == ';' && e->where.column == indent_of(line) + 1);
}

static void insert_line(const source_edit *e, patch_line *line)
{
    if (e->inserted[strlen(e->inserted) - 1] == '\n') {
        strbuf_add(&line->before, e->inserted);
        return;
    }
    strbuf_add_bytes(&line->before, line->text, indent_of(line));
    strbuf_printf(&line->before, "%s%s", e->inserted, ending_of(line));
}

static void change_line(patching *p, size_t *next, uint32_t number, patch_line *line)
{
    size_t at = 0;
    for (; *next < p->edits.count && p->edits.data[*next]->where.line == number; (*next)++) {
        const source_edit *e = p->edits.data[*next];
        size_t column = e->where.column - 1;
        if (is_line(e, line)) {
            insert_line(e, line);
            continue;
        }
        column = column > line->length ? line->length : column;
        line->changed = true;
        strbuf_add_bytes(&line->now, line->text + at, column - at);
        strbuf_add(&line->now, e->inserted);
        if (!e->removed && e->inserted[strlen(e->inserted) - 1] == ';')
            strbuf_add_char(&line->now, ' ');
        at = column + e->removed;
    }
    if (line->changed)
        strbuf_add_bytes(&line->now, line->text + at, line->length - at);
}

static void patching_init(patching *p, const program *full, const bool *wanted, const char *text, size_t length)
{
    size_t next = 0;
    *p = (patching){0};
    split(p, text, length);
    collect(p, full, wanted);
    for (size_t i = 0; i < p->lines.count; i++)
        change_line(p, &next, (uint32_t)i + 1, &p->lines.data[i]);
}

static void patching_release(patching *p)
{
    for (size_t i = 0; i < p->lines.count; i++) {
        strbuf_release(&p->lines.data[i].before);
        strbuf_release(&p->lines.data[i].now);
    }
    vec_release(&p->lines);
    vec_release(&p->edits);
}

void patch_text(const program *full, const bool *wanted, const char *text, size_t length, strbuf *out)
{
    patching p;
    patching_init(&p, full, wanted, text, length);
    for (size_t i = 0; i < p.lines.count; i++) {
        const patch_line *line = &p.lines.data[i];
        strbuf_add_bytes(out, strbuf_text(&line->before), line->before.length);
        if (line->changed)
            strbuf_add_bytes(out, strbuf_text(&line->now), line->now.length);
        else
            strbuf_add_bytes(out, line->text, line->length);
    }
    patching_release(&p);
}

/* ---- The difference ---- */

enum { CONTEXT = 3 };

static bool differs(const patch_line *line)
{
    return line->changed || line->before.length;
}

static size_t count_lines(const strbuf *text)
{
    size_t count = 0;
    for (size_t i = 0; i < text->length; i++)
        count += text->text[i] == '\n';
    return count;
}

static void write_line(char sign, const char *text, size_t length, strbuf *out)
{
    strbuf_add_char(out, sign);
    strbuf_add_bytes(out, text, length);
    if (!length || text[length - 1] != '\n')
        strbuf_add(out, "\n\\ No newline at end of file\n");
}

static void write_added(const strbuf *lines, strbuf *out)
{
    for (size_t at = 0; at < lines->length;) {
        size_t size = (size_t)((const char *)memchr(lines->text + at, '\n', lines->length - at) - (lines->text + at)) + 1;
        write_line('+', lines->text + at, size, out);
        at += size;
    }
}

/* Lines first..end-1 as one hunk; `shift` more lines are in the new text before it. */
static void write_hunk(const patching *p, size_t first, size_t end, size_t *shift, strbuf *out)
{
    size_t added = 0;
    for (size_t i = first; i < end; i++)
        added += count_lines(&p->lines.data[i].before);
    strbuf_printf(out, "@@ -%zu,%zu +%zu,%zu @@\n", first + 1, end - first, first + 1 + *shift, end - first + added);
    *shift += added;
    for (size_t i = first; i < end; i++) {
        const patch_line *line = &p->lines.data[i];
        write_added(&line->before, out);
        if (!line->changed) {
            write_line(' ', line->text, line->length, out);
            continue;
        }
        write_line('-', line->text, line->length, out);
        write_line('+', strbuf_text(&line->now), line->now.length, out);
    }
}

void patch_diff(const program *full, const bool *wanted, const char *name, const char *text, size_t length, strbuf *out)
{
    patching p;
    size_t shift = 0, shown = 0; /* lines before `shown` are done with */
    patching_init(&p, full, wanted, text, length);
    if (p.edits.count)
        strbuf_printf(out, "--- %s\n+++ %s\n", name, name);
    for (size_t i = 0; i < p.lines.count; i++) {
        if (!differs(&p.lines.data[i]))
            continue;
        size_t first = i > shown + CONTEXT ? i - CONTEXT : shown, last = i;
        for (size_t k = i; k < p.lines.count && k <= last + 2 * CONTEXT; k++)
            if (differs(&p.lines.data[k]))
                last = k;
        size_t end = last + 1 + CONTEXT < p.lines.count ? last + 1 + CONTEXT : p.lines.count;
        write_hunk(&p, first, end, &shift, out);
        shown = end;
        i = end - 1;
    }
    patching_release(&p);
}

void patch_list(const program *full, const bool *wanted, const char *given, strbuf *out)
{
    strbuf_add(out, given ? given : "");
    if (out->length && out->text[out->length - 1] != '\n')
        strbuf_add_char(out, '\n');
    for (size_t i = 0; i < full->candidates.count; i++)
        if (wanted[i])
            strbuf_printf(out, "%s\n", full->candidates.data[i].line);
}
