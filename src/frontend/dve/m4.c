/* m4.c: m4 is run as a child, within limits, and without what lets a text run commands or write files. */
#include "frontend/dve/m4.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { M4_SECONDS = 10, M4_MAX_WAIT = 120, M4_MAX_OUTPUT = 64 << 20, M4_NOT_FOUND = 127 };

/* default(N, 2): N is 2 unless it is defined. forloop(i, 0, 3, `text'): the text for i = 0, 1, 2, 3. */
static const char prelude[] =
    "undefine(`syscmd')undefine(`esyscmd')undefine(`mkstemp')undefine(`maketemp')undefine(`debugfile')undefine(`builtin')undefine(`indir')dnl\n"
    "define(`default',`ifdef(`$1',,`define(`$1',`$2')')')dnl\n"
    "define(`forloop',`ifelse(eval(($2)<=($3)),1,`pushdef(`$1',eval($2))_forloop(`$1',eval($3),`$4')popdef(`$1')')')dnl\n"
    "define(`_forloop',`$3`'ifelse($1,`$2',,`define(`$1',incr($1))_forloop(`$1',`$2',`$3')')')dnl\n";

typedef struct m4_files {
    FILE *in, *out, *complaints;
} m4_files;

static _Noreturn void be_child(const m4_files *files, char *const *line)
{
    struct rlimit size = {M4_MAX_OUTPUT, M4_MAX_OUTPUT}, core = {0, 0}, cpu = {M4_SECONDS, M4_SECONDS + 1};
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    signal(SIGALRM, SIG_DFL);
    setrlimit(RLIMIT_FSIZE, &size);
    setrlimit(RLIMIT_CPU, &cpu);
    setrlimit(RLIMIT_CORE, &core);
    if (dup2(fileno(files->in), STDIN_FILENO) < 0 || dup2(fileno(files->out), STDOUT_FILENO) < 0 || dup2(fileno(files->complaints), STDERR_FILENO) < 0)
        _exit(1);
    alarm(M4_MAX_WAIT);
    execvp(line[0], line);
    _exit(M4_NOT_FOUND);
}

static void read_whole(FILE *from, strbuf *out)
{
    char block[16384];
    size_t got;
    rewind(from);
    while ((got = fread(block, 1, sizeof block, from)) > 0)
        strbuf_add_bytes(out, block, got);
}

/* NULL, or why there is no text. */
static const char *reason(int status)
{
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXFSZ)
        return "the text after m4 is longer than 64 MB";
    if (WIFSIGNALED(status))
        return "m4 took too long on this template";
    if (WEXITSTATUS(status) == M4_NOT_FOUND)
        return "m4 is not installed, and templates (.mdve) need it; install the package m4";
    return WEXITSTATUS(status) ? "m4 failed on this template" : NULL;
}

static const char *run(const m4_files *files, char *const *line)
{
    pid_t child = fork(), ended;
    int status = 0;
    if (child < 0)
        return "no process could be started for m4";
    if (child == 0)
        be_child(files, line);
    do
        ended = waitpid(child, &status, 0);
    while (ended < 0 && errno == EINTR);
    return ended == child ? reason(status) : "m4 failed on this template";
}

/* -P is not given: the macros of templates have the plain names of m4. */
static char *const *command_line(arena *memory, const frontend_input *input)
{
    char **line = ARENA_ARRAY(memory, char *, input->define_count + input->include_dir_count + 3);
    size_t n = 0;
    line[n++] = arena_strdup(memory, "m4");
    for (size_t i = 0; i < input->define_count; i++)
        line[n++] = arena_printf(memory, "-D%s", input->defines[i]);
    for (size_t i = 0; i < input->include_dir_count; i++)
        line[n++] = arena_printf(memory, "-I%s", input->include_dirs[i]);
    line[n++] = arena_strdup(memory, "-");
    return line;
}

static bool give_input(FILE *to, const frontend_input *input)
{
    bool ok = fwrite(prelude, 1, strlen(prelude), to) == strlen(prelude) && fwrite(input->text, 1, input->length, to) == input->length;
    ok = ok && !fflush(to);
    rewind(to);
    return ok && lseek(fileno(to), 0, SEEK_SET) == 0;
}

/* m4 complains with "m4:stdin:LINE: what"; lines of the prelude count. */
static void tell_complaints(const char *text, const frontend_input *input, diag *d)
{
    uint32_t file = diag_add_source(d, input->file_name, input->text, input->length), before = 0;
    for (const char *c = prelude; *c; c++)
        before += *c == '\n';
    while (*text) {
        size_t length = strcspn(text, "\n");
        unsigned line = 0;
        int skipped = 0;
        if (sscanf(text, "m4:%*[^:]:%u: %n", &line, &skipped) >= 1 && skipped && line > before)
            diag_error(d, (source_location){file, line - before, 1}, "m4: %.*s", (int)length - skipped, text + skipped);
        else if (length)
            diag_error(d, (source_location){0}, "%.*s", (int)length, text);
        text += length + (text[length] == '\n');
    }
}

bool dve_m4_expand(const frontend_input *input, diag *d, strbuf *out)
{
    arena *memory = arena_new();
    m4_files files = {tmpfile(), tmpfile(), tmpfile()};
    strbuf complaints = {0};
    const char *why = "no file could be made for m4";
    if (files.in && files.out && files.complaints && give_input(files.in, input))
        why = run(&files, command_line(memory, input));
    if (files.complaints)
        read_whole(files.complaints, &complaints);
    if (complaints.length)
        tell_complaints(strbuf_text(&complaints), input, d);
    if (why && !diag_has_errors(d))
        diag_error(d, (source_location){0}, "%s", why);
    if (!why)
        read_whole(files.out, out);
    FILE *all[] = {files.in, files.out, files.complaints};
    for (size_t i = 0; i < 3; i++)
        if (all[i])
            fclose(all[i]);
    strbuf_release(&complaints);
    arena_free(memory);
    return !why && !diag_has_errors(d);
}
