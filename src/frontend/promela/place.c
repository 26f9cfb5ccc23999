#include "frontend/promela/place.h"

#include <stdlib.h>
#include <string.h>

void place_start_line(placer *p, const origin *line)
{
    p->line = line;
    p->column = 1;
    vec_clear(&p->open);
    vec_clear(&p->arguments);
}

void place_release(placer *p)
{
    vec_release(&p->open);
    vec_release(&p->arguments);
}

void place_advance(placer *p, size_t length)
{
    if (!p->open.count)
        p->column += (uint32_t)length;
}

/* ---- Marks ---- */

static bool read_number(const char **at, const char *end, char stop, uint32_t *out)
{
    uint32_t value = 0;
    const char *start = *at;
    for (; *at < end && **at >= '0' && **at <= '9' && value < 100000000; (*at)++)
        value = value * 10 + (uint32_t)(**at - '0');
    *out = value;
    if (*at == start)
        return false;
    if (!stop)
        return *at == end;
    return *at < end && *(*at)++ == stop;
}

/* "12:3-13:14" */
static source_range read_range(const char *at, const char *end)
{
    source_range r = {0};
    r.is_known = at < end && read_number(&at, end, ':', &r.line) && read_number(&at, end, '-', &r.column) &&
                 read_number(&at, end, ':', &r.end_line) && read_number(&at, end, 0, &r.end_column) && r.column && r.end_column;
    return r;
}

/* What the user's line holds in that range, where it is all on this line. */
static const char *written_in(const placer *p, const source_range *r, uint32_t *length)
{
    const origin *o = p->line;
    if (!r->is_known || !o->written || r->line != o->line || r->end_line != o->line)
        return NULL;
    if (r->end_column <= r->column || r->end_column > o->written_length + 1)
        return NULL;
    *length = r->end_column - r->column;
    return o->written + r->column - 1;
}

static macro_call *innermost_call(const placer *p)
{
    for (size_t i = p->open.count; i-- > 0;)
        if (p->open.data[i].call)
            return p->open.data[i].call;
    return NULL;
}

static void open_call(placer *p, const char *name, size_t name_length, source_range range)
{
    macro_call *call = ARENA_NEW(p->memory, macro_call);
    call->outer = innermost_call(p);
    call->first = p->count;
    call->written = written_in(p, &range, &call->written_length);
    if (!range.is_known) { /* a name in the text of another macro */
        call->written = name;
        call->written_length = (uint32_t)name_length;
    }
    opening o = {.call = call, .range = range};
    vec_push(&p->open, o);
}

static void open_argument(placer *p, const char *name, size_t name_length)
{
    opening o = {0};
    for (size_t i = p->arguments.count; i-- > 0 && !o.range.is_known;)
        if (p->arguments.data[i].length == name_length && !memcmp(p->arguments.data[i].name, name, name_length))
            o.range = p->arguments.data[i].range;
    o.cursor = o.range.column;
    vec_push(&p->open, o);
}

static void close_innermost(placer *p)
{
    if (!p->open.count)
        return;
    opening o = vec_pop(&p->open);
    if (o.call)
        o.call->count = p->count - o.call->first;
    if (!p->open.count && o.range.is_known && o.range.end_line == p->line->line)
        p->column = o.range.end_column;
}

/* "<name range" a call; "<name" a call inside a macro's text; "<name:n-i" an argument; "!name:n-i range" where an argument stands;
 * ">" the end of a call or argument; others speak of directives. */
void place_mark(placer *p, const char *mark, size_t length)
{
    const char *end = mark + length, *name = mark + 1;
    if (!length)
        return;
    const char *blank = memchr(mark, ' ', length);
    const char *name_end = blank ? blank : end;
    size_t name_length = name_end > name ? (size_t)(name_end - name) : 0;
    bool is_argument = name_length && memchr(name, ':', name_length);
    source_range range = blank ? read_range(blank + 1, end) : (source_range){0};
    if (*mark == '>') {
        close_innermost(p);
    } else if (*mark == '<' && is_argument) {
        open_argument(p, name, name_length);
    } else if (*mark == '<') {
        open_call(p, name, name_length, range);
    } else if (*mark == '!' && is_argument) {
        argument_range a = {name, name_length, range};
        macro_call *call = innermost_call(p);
        vec_push(&p->arguments, a);
        if (call && p->open.count && !vec_last(&p->open).range.is_known)
            call->written = NULL; /* its name alone would not say what it was called with */
    }
}

/* ---- Tokens ---- */

/* Column of the text in the user's line, from a column on and before another; 0 where it is not there. */
static uint32_t find_in_line(const origin *o, uint32_t from, uint32_t before, const char *text, size_t length)
{
    if (!o->written || !from || from > o->written_length)
        return 0;
    uint32_t end = before - 1 < o->written_length ? before - 1 : o->written_length;
    if (end < from - 1)
        return 0;
    const char *found = memmem(o->written + from - 1, end - (from - 1), text, length);
    return found ? (uint32_t)(found - o->written) + 1 : 0;
}

static uint32_t column_outside(placer *p, const char *text, size_t length)
{
    const origin *o = p->line;
    if (!o->written)
        return p->column;
    bool is_there = p->column - 1 + length <= o->written_length && !memcmp(o->written + p->column - 1, text, length);
    uint32_t found = is_there ? p->column : find_in_line(o, p->column, UINT32_MAX, text, length);
    if (found)
        p->column = found;
    return p->column <= o->written_length ? p->column : o->written_length + 1;
}

source_location place_token(placer *p, const char *text, size_t length, const macro_call **call)
{
    source_location where = {p->line->file, p->line->line, 1};
    *call = innermost_call(p);
    p->count++;
    if (!p->open.count) {
        where.column = column_outside(p, text, length);
        return where;
    }
    for (size_t i = p->open.count; i-- > 0;) {
        opening *o = &p->open.data[i];
        if (!o->range.is_known)
            continue;
        where.line = o->range.line;
        where.column = o->range.column;
        uint32_t before = o->range.end_line == o->range.line ? o->range.end_column : UINT32_MAX;
        uint32_t found = !o->call && o->range.line == p->line->line ? find_in_line(p->line, o->cursor, before, text, length) : 0;
        if (found) {
            where.column = found;
            o->cursor = found + (uint32_t)length;
        }
        break;
    }
    return where;
}
