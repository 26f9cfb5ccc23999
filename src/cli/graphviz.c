#include "cli/graphviz.h"

#include <errno.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/bug.h"

extern char **environ;

bool graphviz_is_there(const char *option, strbuf *error)
{
    const char *path = getenv("PATH");
    strbuf program = {0};
    bool found = false;
    for (const char *folder = path ? path : ""; !found; folder++) {
        size_t length = strcspn(folder, ":");
        strbuf_clear(&program);
        strbuf_add_bytes(&program, folder, length);
        strbuf_add(&program, "/dot");
        found = !access(strbuf_text(&program), X_OK);
        folder += length;
        if (!*folder)
            break;
    }
    strbuf_release(&program);
    if (!found)
        strbuf_printf(error, "%s needs the program dot of Graphviz, which is not installed (Debian package graphviz)", option);
    return found;
}

/* A nameless file; what is in it is read from the start. */
static int new_file(const strbuf *content)
{
    int file = memfd_create("tarry", MFD_CLOEXEC);
    if (file < 0)
        out_of_memory();
    for (size_t done = 0; content && done < content->length;) {
        ssize_t wrote = write(file, content->text + done, content->length - done);
        if (wrote < 0 && errno != EINTR)
            out_of_memory();
        done += wrote > 0 ? (size_t)wrote : 0;
    }
    lseek(file, 0, SEEK_SET);
    return file;
}

static void read_all(int file, strbuf *out)
{
    char block[1 << 16];
    ssize_t got;
    lseek(file, 0, SEEK_SET);
    while ((got = read(file, block, sizeof block)) > 0)
        strbuf_add_bytes(out, block, (size_t)got);
}

static int run_dot(int from, int to, int messages)
{
    char *const arguments[] = {"dot", "-Tsvg", NULL};
    posix_spawn_file_actions_t files;
    pid_t child;
    int status = 0;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, from, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&files, to, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&files, messages, STDERR_FILENO);
    int failed = posix_spawnp(&child, "dot", &files, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&files);
    if (failed)
        return failed;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

bool graphviz_svg(const strbuf *drawing, strbuf *svg, strbuf *error)
{
    int from = new_file(drawing), to = new_file(NULL), messages = new_file(NULL);
    int failed = run_dot(from, to, messages);
    if (failed) {
        strbuf said = {0};
        read_all(messages, &said);
        strbuf_printf(error, "Graphviz cannot draw this: %.*s", (int)strcspn(strbuf_text(&said), "\n"), strbuf_text(&said));
        strbuf_release(&said);
    } else {
        read_all(to, svg);
    }
    close(from);
    close(to);
    close(messages);
    return !failed;
}
