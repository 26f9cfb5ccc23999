#include "cli/input.h"

#include <dirent.h>
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "frontend/frontend.h"

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

/* A number from 1 on, and what follows it. */
static bool read_number(const char **at, size_t *number)
{
    char *end;
    errno = 0;
    unsigned long long value = strtoull(*at, &end, 10);
    if (**at < '0' || **at > '9' || errno || value < 1 || value > SIZE_MAX)
        return false;
    *number = (size_t)value;
    *at = end;
    return true;
}

bool input_take_shard(const char *shard, text_list *files, strbuf *error)
{
    const char *at = shard;
    size_t which, of, kept = 0;
    if (!read_number(&at, &which) || *at++ != '/' || !read_number(&at, &of) || *at || which > of) {
        strbuf_printf(error, "--shard takes K/N, the K-th of N parts, as 1/8 to 8/8, not '%s'", shard);
        return false;
    }
    for (size_t i = 0; i < files->count; i++)
        if (i % of == which - 1)
            files->data[kept++] = files->data[i];
    files->count = kept;
    return true;
}
