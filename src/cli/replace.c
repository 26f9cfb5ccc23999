#include "cli/replace.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool replace_is_possible(const char *path)
{
    struct stat status;
    if (lstat(path, &status) && errno != ENOENT)
        return false;
    if (!lstat(path, &status) && (stat(path, &status) || !S_ISREG(status.st_mode)))
        return false;
    const char *slash = strrchr(path, '/');
    char *folder = slash ? strndup(path, (size_t)(slash - path) + 1) : strdup(".");
    bool may_create = folder && !access(folder, W_OK);
    free(folder);
    return may_create;
}

static bool write_all(int file, const strbuf *text)
{
    for (size_t done = 0; done < text->length;) {
        ssize_t wrote = write(file, text->text + done, text->length - done);
        if (wrote < 0 && errno != EINTR)
            return false;
        done += wrote > 0 ? (size_t)wrote : 0;
    }
    return !fsync(file);
}

/* As readable as the old file was. */
static bool write_beside(const char *target, const char *beside, const strbuf *text)
{
    struct stat old;
    int file = open(beside, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (file < 0)
        return false;
    bool written = (stat(target, &old) || !fchmod(file, old.st_mode & 07777)) && write_all(file, text);
    int why = errno;
    if (close(file) && written) {
        why = errno;
        written = false;
    }
    errno = why;
    return written;
}

bool replace_file(const char *path, const strbuf *text)
{
    char *real = realpath(path, NULL); /* a link stays one */
    const char *target = real ? real : path;
    strbuf beside = {0};
    strbuf_printf(&beside, "%s.%ld.tmp", target, (long)getpid());
    bool done = write_beside(target, strbuf_text(&beside), text) && !rename(strbuf_text(&beside), target);
    int why = errno;
    if (!done)
        unlink(strbuf_text(&beside));
    strbuf_release(&beside);
    free(real);
    errno = why;
    return done;
}
