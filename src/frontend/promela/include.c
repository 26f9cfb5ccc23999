#include "frontend/promela/include.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct includer {
    include_set *set;
    arena *memory;
    const char *folder;
    const char *const *include_dirs;
    size_t include_dir_count;
    size_t total; /* bytes loaded */
    diag *diag;
} includer;

typedef struct include_line {
    const char *start;  /* of the line */
    const char *name;   /* behind the quote or bracket */
    size_t length;
    bool is_quoted;     /* "..." */
    const char *end;    /* behind the closing quote or bracket */
} include_line;

const char *include_folder_of(arena *memory, const char *path)
{
    const char *slash = strrchr(path, '/');
    if (!slash)
        return ".";
    return slash == path ? "/" : arena_strndup(memory, path, (size_t)(slash - path));
}

static const char *skip_blanks(const char *at)
{
    while (*at == ' ' || *at == '\t')
        at++;
    return at;
}

/* True when the line that starts here is an #include of a name in quotes or brackets. */
static bool is_include(const char *line, include_line *out)
{
    const char *at = skip_blanks(line);
    out->start = line;
    if (*at != '#')
        return false;
    at = skip_blanks(at + 1);
    if (strncmp(at, "include", 7))
        return false;
    at = skip_blanks(at + 7);
    if (*at != '"' && *at != '<')
        return false;
    out->is_quoted = *at == '"';
    out->name = at + 1;
    out->length = strcspn(out->name, out->is_quoted ? "\"\n" : ">\n");
    out->end = out->name + out->length;
    if (*out->end == '\n' || !*out->end)
        return false;
    out->end++;
    return true;
}

static const char *served_name(const char *name)
{
    static const char *const served[] = {"sc.h", "tso.h", "pso.h", "tarry.h"};
    const char *slash = strrchr(name, '/');
    const char *last = slash ? slash + 1 : name;
    for (size_t i = 0; i < sizeof served / sizeof *served; i++)
        if (!strcmp(last, served[i]))
            return served[i];
    return NULL;
}

static const char *served_text(arena *memory, const char *served)
{
    if (!strcmp(served, "tarry.h"))
        return "\n";
    return arena_printf(memory,
                        INCLUDE_MARK_HEADER " %.*s\n"
                        "#ifdef PROCSIZE\n" INCLUDE_MARK_PROCSIZE " (PROCSIZE)\n#endif\n"
                        "#ifdef VARSIZE\n" INCLUDE_MARK_VARSIZE " (VARSIZE)\n#endif\n"
                        "#ifdef BUFFSIZE\n" INCLUDE_MARK_BUFFSIZE " (BUFFSIZE)\n#endif\n",
                        (int)(strlen(served) - 2), served);
}

static size_t add_served(includer *in, const include_file *from, uint32_t line, const char *served)
{
    const char *text = served_text(in->memory, served);
    include_file added = {.source = from->source, .folder = ".", .is_served = true, .line = line};
    added.clean.text = text;
    added.clean.length = strlen(text);
    vec_push(&in->set->files, added);
    return in->set->files.count - 1;
}

static size_t add_failure(includer *in, source_location where, const char *text)
{
    include_failure added = {.where = where, .text = text};
    vec_push(&in->set->failures, added);
    return in->set->failures.count - 1;
}

/* Reads no more than `size`: some files of the system never end. */
static bool read_file(includer *in, const char *path, size_t size, char **text, size_t *length)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return false;
    strbuf all = {0};
    char block[16384];
    size_t got;
    while (all.length < size && all.length <= CLEAN_MAX_FILE && (got = fread(block, 1, sizeof block, file)) > 0)
        strbuf_add_bytes(&all, block, got);
    bool ok = !ferror(file);
    fclose(file);
    *length = all.length;
    *text = arena_strndup(in->memory, strbuf_text(&all), all.length);
    strbuf_release(&all);
    return ok;
}

/* The path of the included file as a user would write it, by the C preprocessor's order of search; NULL where there is none. */
static const char *find_file(includer *in, const include_file *from, const char *name, bool is_quoted)
{
    if (name[0] == '/')
        return access(name, F_OK) ? NULL : name;
    if (is_quoted) {
        const char *path = strcmp(from->folder, ".") ? arena_printf(in->memory, "%s/%s", from->folder, name) : name;
        if (!access(path, F_OK))
            return path;
    }
    for (size_t i = 0; i < in->include_dir_count; i++) {
        const char *path = arena_printf(in->memory, "%s/%s", in->include_dirs[i], name);
        if (!access(path, F_OK))
            return path;
    }
    return NULL;
}

/* Loads the file at `path`, which exists, unless it is known. On failure says why in *why. */
static bool load(includer *in, const char *path, size_t *number, const char **why)
{
    char resolved[PATH_MAX];
    struct stat info;
    if (!realpath(path, resolved) || stat(resolved, &info)) {
        *why = arena_printf(in->memory, "the included file %s cannot be read: %s", path, strerror(errno));
        return false;
    }
    for (size_t i = 0; i < in->set->files.count; i++)
        if (in->set->files.data[i].path && !strcmp(in->set->files.data[i].path, resolved)) {
            *number = i;
            return true;
        }
    if (!S_ISREG(info.st_mode)) {
        *why = arena_printf(in->memory, "%s cannot be included: it is %s", path, S_ISDIR(info.st_mode) ? "a folder" : "not a regular file");
        return false;
    }
    char *text;
    size_t length;
    if (!read_file(in, resolved, (size_t)info.st_size, &text, &length)) {
        *why = arena_printf(in->memory, "the included file %s cannot be read: %s", path, strerror(errno));
        return false;
    }
    in->total += length;
    include_file added = {.folder = include_folder_of(in->memory, path), .path = arena_strdup(in->memory, resolved)};
    clean_source(in->memory, text, length, &added.clean);
    added.source = diag_add_source(in->diag, path, added.clean.is_binary ? NULL : text, length);
    vec_push(&in->set->files, added);
    *number = in->set->files.count - 1;
    return true;
}

/* What stands for the #include line in the text given to the preprocessor. */
static void replace_include(includer *in, size_t from, uint32_t line, const include_line *include, strbuf *out)
{
    include_file file = in->set->files.data[from];
    const char *name = arena_strndup(in->memory, include->name, include->length);
    source_location where = {file.source, line, (uint32_t)(include->name - include->start)};
    const char *served = served_name(name), *path = NULL, *why = NULL;
    size_t number = 0;
    if (in->set->files.count >= INCLUDE_MAX_FILES || in->total > CLEAN_MAX_FILE)
        why = arena_printf(in->memory, "too much is included: at most %d files with 64 MB together", INCLUDE_MAX_FILES);
    else if (served)
        number = add_served(in, &file, line, served);
    else if (!(path = find_file(in, &file, name, include->is_quoted)))
        why = arena_printf(in->memory, "there is no file %s to include; name the folder that holds it with -I", name);
    else if (load(in, path, &number, &why) && in->set->files.data[number].clean.fault) {
        const include_file *bad = &in->set->files.data[number];
        why = bad->clean.fault;
        where = (source_location){bad->source, bad->clean.fault_line, bad->clean.fault_column};
    }
    if (why)
        strbuf_printf(out, "#error " INCLUDE_FAILURE " %zu", add_failure(in, where, why));
    else
        strbuf_printf(out, "#include \"%s/%zu\"", in->folder, number);
}

static bool write_file(const char *path, const strbuf *text)
{
    FILE *file = fopen(path, "wb");
    if (!file)
        return false;
    bool ok = !text->length || fwrite(text->text, 1, text->length, file) == text->length;
    return !fclose(file) && ok;
}

/* Writes file `number`; the files that it includes are added to the set. */
static bool write_one(includer *in, size_t number)
{
    clean_text clean = in->set->files.data[number].clean;
    strbuf out = {0};
    uint32_t line = 1;
    for (const char *at = clean.text; *at; line++) {
        include_line include;
        size_t length = strcspn(at, "\n");
        const char *rest = at;
        if (!in->set->files.data[number].is_served && is_include(at, &include)) {
            replace_include(in, number, line, &include, &out);
            rest = include.end;
        }
        strbuf_add_bytes(&out, rest, (size_t)(at + length - rest));
        strbuf_add_char(&out, '\n');
        at += length + (at[length] == '\n');
    }
    bool ok = write_file(arena_printf(in->memory, "%s/%zu", in->folder, number), &out);
    strbuf_release(&out);
    return ok;
}

bool include_all(include_set *set, arena *memory, const char *folder, const char *const *include_dirs, size_t include_dir_count,
                 diag *d)
{
    includer in = {set, memory, folder, include_dirs, include_dir_count, 0, d};
    for (size_t i = 0; i < set->files.count; i++)
        if (!set->files.data[i].clean.fault && !write_one(&in, i))
            return false;
    return true;
}

void include_release(include_set *set, const char *folder)
{
    strbuf path = {0};
    for (size_t i = 0; i < set->files.count; i++) {
        strbuf_clear(&path);
        strbuf_printf(&path, "%s/%zu", folder, i);
        unlink(path.text);
    }
    static const char *const results[] = {"text", "marked", "complaints"};
    for (size_t i = 0; i < sizeof results / sizeof *results; i++) {
        strbuf_clear(&path);
        strbuf_printf(&path, "%s/%s", folder, results[i]);
        unlink(path.text);
    }
    rmdir(folder);
    strbuf_release(&path);
    vec_release(&set->files);
    vec_release(&set->failures);
}
