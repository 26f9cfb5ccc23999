/* preprocess.c: calls libmcpp where a source needs it, and reads what it answers.
 *
 * A source without directives, -D and predefined names skips the preprocessor. Otherwise include.c lays out all files in a private
 * temporary folder, a child process runs mcpp over them, and its #line markers and its complaints are translated back to
 * the user's files. Nothing is ever written beside the user's files. */
#include "frontend/promela/preprocess.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "frontend/frontend.h"
#include "frontend/promela/clean.h"
#include "frontend/promela/include.h"
#include "frontend/promela/mcpp_child.h"

typedef struct line_table {
    const char **starts; /* NULL until wanted */
    size_t count;
} line_table;

typedef struct work {
    arena *memory;
    diag *diag;
    const char *folder;
    include_set set;
    line_table *tables; /* one for each file of the set */
} work;

static const source_location nowhere = {0};

static const char **line_starts(arena *memory, const char *text, size_t *count)
{
    size_t n = 1;
    for (const char *at = text; *at; at++)
        n += *at == '\n';
    const char **starts = ARENA_ARRAY(memory, const char *, n);
    starts[0] = text;
    size_t i = 1;
    for (const char *at = text; *at; at++)
        if (*at == '\n')
            starts[i++] = at + 1;
    *count = n;
    return starts;
}

static origin origin_of(work *w, size_t file, uint32_t line)
{
    const include_file *f = &w->set.files.data[file];
    origin o = {.file = f->source, .line = f->is_served ? f->line : line};
    line_table *table = &w->tables[file];
    if (f->is_served || f->clean.fault)
        return o;
    if (!table->starts)
        table->starts = line_starts(w->memory, f->clean.text, &table->count);
    if (line >= 1 && line <= table->count) {
        o.written = table->starts[line - 1];
        o.written_length = (uint32_t)strcspn(o.written, "\n");
    }
    return o;
}

/* The number of the file of the set that mcpp calls by this path; false where it is none. */
static bool file_number(const work *w, const char *path, size_t length, size_t *number)
{
    size_t folder_length = strlen(w->folder);
    if (length <= folder_length + 1 || strncmp(path, w->folder, folder_length) || path[folder_length] != '/')
        return false;
    size_t value = 0;
    for (size_t i = folder_length + 1; i < length; i++) {
        if (!isdigit((unsigned char)path[i]) || value > INCLUDE_MAX_FILES)
            return false;
        value = value * 10 + (size_t)(path[i] - '0');
    }
    *number = value;
    return value < w->set.files.count;
}

/* `#line 12 "path"`: moves *at behind it and says which line comes next; a path that is not ours was named by the user's own #line. */
static bool is_line_marker(work *w, const char *line, size_t length, size_t *file, origin *foreign, uint32_t *number)
{
    if (strncmp(line, "#line ", 6))
        return false;
    char *after;
    unsigned long value = strtoul(line + 6, &after, 10);
    const char *end = line + length;
    if (after >= end || after[0] != ' ' || after[1] != '"')
        return false;
    const char *path = after + 2;
    const char *quote = memchr(path, '"', (size_t)(end - path));
    if (!quote)
        return false;
    *number = value > INT32_MAX ? 1 : (uint32_t)value;
    *foreign = (origin){0};
    if (!file_number(w, path, (size_t)(quote - path), file)) {
        const char *name = arena_strndup(w->memory, path, (size_t)(quote - path));
        *foreign = (origin){.file = diag_add_source(w->diag, name, NULL, 0), .line = 1};
    }
    return true;
}

/* Takes the markers out of mcpp's text and notes for each remaining line where it is from. */
static void read_markers(work *w, const strbuf *text, preprocessed *out)
{
    strbuf kept = {0};
    VEC(origin) lines = {0};
    size_t file = 0;
    uint32_t number = 1;
    origin foreign = {0};
    const char *end = strbuf_text(text) + text->length;
    for (const char *at = strbuf_text(text), *next; at < end; at = next) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        size_t length = (size_t)((newline ? newline : end) - at);
        next = newline ? newline + 1 : end;
        if (is_line_marker(w, at, length, &file, &foreign, &number))
            continue;
        strbuf_add_bytes(&kept, at, length);
        strbuf_add_char(&kept, '\n');
        origin here = foreign.line ? (origin){.file = foreign.file, .line = number} : origin_of(w, file, number);
        vec_push(&lines, here);
        number++;
    }
    *out = (preprocessed){.length = kept.length, .line_count = lines.count};
    out->text = arena_strndup(w->memory, strbuf_text(&kept), kept.length);
    origin *copy = ARENA_ARRAY(w->memory, origin, lines.count + 1);
    if (lines.count)
        memcpy(copy, lines.data, lines.count * sizeof *copy);
    out->lines = copy;
    strbuf_release(&kept);
    vec_release(&lines);
}

/* Column of the name that the complaint quotes, or of the line's first word. */
static uint32_t complaint_column(const origin *o, const char *message)
{
    if (!o->written)
        return 1;
    const char *quote = strchr(message, '"'), *close = quote ? strchr(quote + 1, '"') : NULL;
    if (close && close > quote + 1) {
        const char *found = memmem(o->written, o->written_length, quote + 1, (size_t)(close - quote - 1));
        if (found)
            return (uint32_t)(found - o->written) + 1;
    }
    uint32_t column = 0;
    while (column < o->written_length && isblank((unsigned char)o->written[column]))
        column++;
    return column + 1;
}

static void translate(work *w, const origin *o, const char *message)
{
    source_location where = {o->file, o->line, complaint_column(o, message)};
    const char *started = strstr(message, "started at line ");
    size_t failure;
    if (sscanf(message, "#error " INCLUDE_FAILURE " %zu", &failure) == 1 && failure < w->set.failures.count) {
        const include_failure *f = &w->set.failures.data[failure];
        diag_error(w->diag, f->where, "%s", f->text);
    } else if (started) {
        where = (source_location){o->file, (uint32_t)strtoul(started + 16, NULL, 10), 1};
        bool in_call = strstr(message, "macro call");
        diag_error(w->diag, where, "%s",
                   in_call ? "this line calls a macro whose ')' is missing" : "this #if is never closed; an #endif is missing");
    } else if (!strncmp(message, "#error", 6)) {
        diag_error(w->diag, where, "#error:%s", message + 6);
    } else if (!strcmp(message, "Unknown #directive \"warning\"")) { /* no error for the C preprocessor that SPIN calls */
        const char *text = o->written ? memmem(o->written, o->written_length, "warning", 7) : NULL;
        int length = text ? (int)(o->written_length - (uint32_t)(text + 7 - o->written)) : 0;
        diag_warning(w->diag, where, "#warning:%.*s", length, length ? text + 7 : "");
    } else if (!strncmp(message, "Excessive token sequence", 24)) {
        diag_warning(w->diag, where, "the text behind this directive is ignored");
    } else if (!strncmp(message, "Can't open include file", 23)) {
        diag_error(w->diag, where, "#include needs a file's name in quotes or in < >; a name made by a macro is not supported");
    } else if (strstr(message, "nesting of #include")) {
        diag_error(w->diag, where, "#include is nested too deeply; does a file include itself?");
    } else {
        diag_error(w->diag, where, "preprocessing: %c%s", tolower((unsigned char)message[0]), message + (message[0] != 0));
    }
}

/* Complaints read `path:line: error: Message`; the lines below one that explain it are indented. */
static void read_complaints(work *w, const strbuf *complaints)
{
    char *save = NULL;
    char *copy = arena_strdup(w->memory, strbuf_text(complaints));
    for (char *line = strtok_r(copy, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
        char *message = strstr(line, " error: ");
        char *colon = message ? memchr(line, ':', (size_t)(message - line)) : NULL;
        size_t file;
        if (!colon || line[0] == ' ' || line[0] == '\t' || !file_number(w, line, (size_t)(colon - line), &file))
            continue;
        unsigned long number = strtoul(colon + 1, NULL, 10);
        origin o = origin_of(w, file, number > INT32_MAX ? 1 : (uint32_t)number);
        translate(w, &o, message + 8);
    }
}

static const char *new_folder(arena *memory)
{
    const char *parent = getenv("TMPDIR");
    char *name = arena_printf(memory, "%s/tarry-XXXXXX", parent && *parent ? parent : "/tmp");
    char resolved[PATH_MAX];
    if (!mkdtemp(name))
        return NULL;
    return realpath(name, resolved) ? arena_strdup(memory, resolved) : name;
}

static bool defines_are_valid(const frontend_input *input, diag *d)
{
    enum { MAX_LENGTH = 4000 };
    bool ok = true;
    for (size_t i = 0; i < input->define_count; i++) {
        const char *define = input->defines[i];
        size_t name = 0;
        while (isalnum((unsigned char)define[name]) || define[name] == '_')
            name++;
        bool named = name && !isdigit((unsigned char)define[0]) && (!define[name] || define[name] == '=' || define[name] == '(');
        if (!named || strchr(define, '\n') || strlen(define) > MAX_LENGTH) {
            diag_error(d, nowhere, "-D %.60s does not define a macro; write -D NAME or -D NAME=VALUE", define);
            ok = false;
        }
    }
    return ok;
}

static bool run_preprocessor(work *w, const frontend_input *input, preprocessed *out)
{
    w->folder = new_folder(w->memory);
    if (!w->folder) {
        diag_error(w->diag, nowhere, "no temporary folder can be made (%s); set TMPDIR to a folder that can be written", strerror(errno));
        vec_release(&w->set.files);
        return false;
    }
    strbuf text = {0}, marked = {0}, complaints = {0};
    const char *why = "the preprocessor's files cannot be written; is the disk full? TMPDIR names another folder";
    if (include_all(&w->set, w->memory, w->folder, input->include_dirs, input->include_dir_count, w->diag))
        why = mcpp_child_run(w->memory, w->folder, input->defines, input->define_count, &text, &marked, &complaints);
    w->tables = ARENA_ARRAY(w->memory, line_table, w->set.files.count);
    unsigned errors = w->diag->error_count;
    if (why)
        diag_error(w->diag, (source_location){w->set.files.data[0].source, 1, 1}, "%s", why);
    else
        read_complaints(w, &complaints);
    bool ok = errors == w->diag->error_count;
    if (ok) {
        preprocessed *with_marks = ARENA_NEW(w->memory, preprocessed);
        read_markers(w, &text, out);
        read_markers(w, &marked, with_marks);
        out->marked = with_marks;
    }
    strbuf_release(&text);
    strbuf_release(&marked);
    strbuf_release(&complaints);
    include_release(&w->set, w->folder);
    return ok;
}

static void take_as_it_is(arena *memory, uint32_t file, const clean_text *clean, preprocessed *out)
{
    size_t count;
    const char **starts = line_starts(memory, clean->text, &count);
    origin *lines = ARENA_ARRAY(memory, origin, count);
    for (size_t i = 0; i < count; i++)
        lines[i] = (origin){file, (uint32_t)i + 1, starts[i], (uint32_t)strcspn(starts[i], "\n")};
    *out = (preprocessed){.text = clean->text, .length = clean->length, .lines = lines, .line_count = count};
}

static bool mentions_predefined(const char *text)
{
    return strstr(text, "__TARRY__") || strstr(text, "__LINE__") || strstr(text, "__FILE__");
}

bool preprocess(arena *memory, const frontend_input *input, diag *d, preprocessed *out)
{
    bool is_stdin = !strcmp(input->file_name, "-");
    const char *name = is_stdin ? "<stdin>" : input->file_name;
    clean_text clean;
    clean_source(memory, input->text, input->length, &clean);
    uint32_t file = diag_add_source(d, name, clean.is_binary ? NULL : input->text, input->length);
    if (clean.fault) {
        diag_error(d, (source_location){file, clean.fault_line, clean.fault_column}, "%s", clean.fault);
        return false;
    }
    if (!defines_are_valid(input, d))
        return false;
    if (!clean.has_directives && !input->define_count && !mentions_predefined(clean.text)) {
        take_as_it_is(memory, file, &clean, out);
        return true;
    }
    work w = {.memory = memory, .diag = d};
    char resolved[PATH_MAX];
    include_file first = {.source = file, .folder = include_folder_of(memory, is_stdin ? "-" : name), .clean = clean};
    if (!is_stdin && realpath(name, resolved))
        first.path = arena_strdup(memory, resolved);
    vec_push(&w.set.files, first);
    return run_preprocessor(&w, input, out);
}

bool preprocess_nothing(arena *memory, uint32_t file, const char *text, diag *d, preprocessed *out)
{
    clean_text clean;
    clean_source(memory, text, strlen(text), &clean);
    if (clean.fault) {
        diag_error(d, (source_location){file, clean.fault_line, clean.fault_column}, "%s", clean.fault);
        return false;
    }
    take_as_it_is(memory, file, &clean, out);
    return true;
}
