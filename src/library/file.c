#include "library/file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool read_all(int file, const char *name, strbuf *text, strbuf *error)
{
    const size_t limit = (size_t)FILE_MAX_MEGABYTES << 20;
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
            strbuf_printf(error, "%s is larger than %d MB, which is the most that is read", name, FILE_MAX_MEGABYTES);
            return false;
        }
        strbuf_add_bytes(text, block, (size_t)got);
    }
}

bool file_read(const char *path, strbuf *text, strbuf *error)
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
    if (!fstat(file, &status) && S_ISREG(status.st_mode) && status.st_size > (off_t)FILE_MAX_MEGABYTES << 20)
        strbuf_printf(error, "%s is larger than %d MB, which is the most that is read", path, FILE_MAX_MEGABYTES);
    else
        ok = read_all(file, path, text, error);
    close(file);
    return ok;
}
