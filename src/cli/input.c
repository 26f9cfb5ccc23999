#include "cli/input.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "frontend/frontend.h"

static bool read_all(int file, const char *name, strbuf *text, strbuf *error)
{
    const size_t limit = (size_t)INPUT_MAX_MEGABYTES << 20;
    char block[1 << 16];
    for (;;) {
        ssize_t got = read(file, block, sizeof block);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0) {
            strbuf_printf(error, "cannot read %s: %s", name, strerror(errno));
            return false;
        }
        if (got == 0)
            return true;
        if (text->length + (size_t)got > limit) {
            strbuf_printf(error, "%s is larger than %d MB, too large for a model", name, INPUT_MAX_MEGABYTES);
            return false;
        }
        strbuf_add_bytes(text, block, (size_t)got);
    }
}

bool input_read(const char *path, strbuf *text, strbuf *error)
{
    if (!strcmp(path, "-"))
        return read_all(STDIN_FILENO, "standard input", text, error);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        strbuf_printf(error, "cannot open '%s': %s", path, strerror(errno));
        return false;
    }
    struct stat status;
    bool ok = false;
    if (!fstat(file, &status) && S_ISREG(status.st_mode) && status.st_size > (off_t)INPUT_MAX_MEGABYTES << 20)
        strbuf_printf(error, "%s is larger than %d MB, too large for a model", path, INPUT_MAX_MEGABYTES);
    else
        ok = read_all(file, path, text, error);
    close(file);
    return ok;
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static bool expand_folder(arena *memory, const char *folder, text_list *files, strbuf *error)
{
    DIR *entries = opendir(folder);
    if (!entries) {
        strbuf_printf(error, "cannot read the folder %s: %s", folder, strerror(errno));
        return false;
    }
    size_t first = files->count;
    const char *separator = folder[strlen(folder) - 1] == '/' ? "" : "/";
    for (struct dirent *entry; (entry = readdir(entries));) {
        const char *path = arena_printf(memory, "%s%s%s", folder, separator, entry->d_name);
        struct stat status;
        if (frontend_find(NULL, entry->d_name) && !(!stat(path, &status) && S_ISDIR(status.st_mode)))
            vec_push(files, path);
    }
    closedir(entries);
    if (files->count == first) {
        strbuf_printf(error, "the folder %s holds no model (a file ending in", folder);
        for (const frontend *const *f = frontends; *f; f++)
            for (const char *const *extension = (*f)->extensions; *extension; extension++)
                strbuf_printf(error, " %s", *extension);
        strbuf_add(error, ")");
        return false;
    }
    qsort(files->data + first, files->count - first, sizeof *files->data, compare_names);
    return true;
}

bool input_expand(arena *memory, const text_list *operands, text_list *files, bool *has_folder, strbuf *error)
{
    *has_folder = false;
    bool has_standard_input = false;
    for (size_t i = 0; i < operands->count; i++) {
        const char *path = operands->data[i];
        struct stat status;
        if (!strcmp(path, "-")) {
            if (has_standard_input) {
                strbuf_add(error, "standard input (-) can be read once only");
                return false;
            }
            has_standard_input = true;
        } else if (!stat(path, &status) && S_ISDIR(status.st_mode)) {
            *has_folder = true;
            if (!expand_folder(memory, path, files, error))
                return false;
            continue;
        }
        vec_push(files, path);
    }
    return true;
}
