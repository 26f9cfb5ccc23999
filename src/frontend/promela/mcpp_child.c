#include "frontend/promela/mcpp_child.h"

#include <errno.h>
#include <fcntl.h>
#include <mcpp_lib.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/vec.h"

typedef struct command {
    int count;
    char **line;
} command;

static command command_line(arena *memory, const char *folder, const char *const *defines, size_t define_count, bool marks)
{
    /* No predefined names of its own, no system folders, blanks kept, no source lines in messages, bytes taken as they are, variadic
     * macros as in C99. Warnings are off: a redefined macro is no error for the C preprocessor that SPIN calls either. */
    static const char *const fixed[] = {"mcpp", "-N", "-I-", "-W0", "-k", "-j", "-ec", "-V199901L", "-D__TARRY__=1"};
    size_t fixed_count = sizeof fixed / sizeof *fixed;
    char **line = ARENA_ARRAY(memory, char *, fixed_count + define_count + 4);
    size_t n = 0;
    for (size_t i = 0; i < fixed_count; i++)
        line[n++] = arena_strdup(memory, fixed[i]);
    for (size_t i = 0; i < define_count; i++)
        line[n++] = arena_printf(memory, "-D%s", defines[i]);
    if (marks)
        line[n++] = arena_strdup(memory, "-K");
    line[n++] = arena_printf(memory, "%s/0", folder);
    line[n++] = arena_printf(memory, marks ? "%s/marked" : "%s/text", folder);
    return (command){(int)n, line};
}

static void redirect_stderr(const char *path)
{
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (file < 0 || dup2(file, STDERR_FILENO) < 0)
        _exit(1);
    close(file);
}

static _Noreturn void be_child(const char *complaints, const command *run)
{
    static const int fatal_signals[] = {SIGALRM, SIGXCPU, SIGXFSZ, SIGSEGV, SIGBUS, SIGFPE, SIGABRT, SIGILL};
    for (size_t i = 0; i < sizeof fatal_signals / sizeof *fatal_signals; i++)
        signal(fatal_signals[i], SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    /* Time of the processor, not of the clock: a loaded machine must not change the answer. */
    struct rlimit size = {MCPP_MAX_OUTPUT, MCPP_MAX_OUTPUT}, core = {0, 0}, cpu = {MCPP_SECONDS, MCPP_SECONDS + 1};
    setrlimit(RLIMIT_FSIZE, &size);
    setrlimit(RLIMIT_CPU, &cpu);
    setrlimit(RLIMIT_CORE, &core);
    /* The library guesses a multi-byte encoding from these variables and complains about most encodings. */
    unsetenv("LC_ALL");
    unsetenv("LC_CTYPE");
    unsetenv("LANG");
    redirect_stderr(complaints);
    alarm(MCPP_MAX_WAIT);
    mcpp_lib_main(run->count, run->line);
    _exit(0);
}

static bool read_whole(const char *path, strbuf *out)
{
    int file = open(path, O_RDONLY);
    if (file < 0)
        return false;
    char block[16384];
    ssize_t got;
    while ((got = read(file, block, sizeof block)) > 0)
        strbuf_add_bytes(out, block, (size_t)got);
    close(file);
    return got == 0;
}

static const char *reason(arena *memory, int status)
{
    if (WIFSIGNALED(status) && (WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGALRM))
        return arena_printf(memory, "preprocessing took longer than %d seconds", MCPP_SECONDS);
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXFSZ)
        return "the text after preprocessing is longer than 64 MB";
    if (!WIFEXITED(status) || WEXITSTATUS(status))
        return "the preprocessor failed on this file";
    return NULL;
}

/* NULL, or why the run failed. */
static const char *run_child(arena *memory, const char *complaints, const command *run)
{
    pid_t child = fork();
    if (child < 0)
        return "no process could be started for the preprocessor";
    if (child == 0)
        be_child(complaints, run);
    int status = 0;
    pid_t ended;
    do
        ended = waitpid(child, &status, 0);
    while (ended < 0 && errno == EINTR);
    return ended == child ? reason(memory, status) : "the preprocessor failed on this file";
}

const char *mcpp_child_run(arena *memory, const char *folder, const char *const *defines, size_t define_count, strbuf *text,
                           strbuf *marked, strbuf *complaints)
{
    command plain = command_line(memory, folder, defines, define_count, false);
    command marking = command_line(memory, folder, defines, define_count, true);
    const char *complaints_path = arena_printf(memory, "%s/complaints", folder);
    const char *why = run_child(memory, complaints_path, &plain);
    if (why)
        return why;
    /* Places inside macros come from a run of its own, and the library is not to be trusted with a second one in the same process: where it fails, the
     * plain text is complete all the same. */
    if (run_child(memory, "/dev/null", &marking) || !read_whole(marking.line[marking.count - 1], marked))
        strbuf_clear(marked);
    bool ok = read_whole(plain.line[plain.count - 1], text) && read_whole(complaints_path, complaints);
    return ok ? NULL : "the preprocessor failed on this file";
}
