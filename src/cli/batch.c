#include "cli/batch.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/bug.h"
#include "cli/check.h"
#include "cli/commands.h"
#include "cli/signals.h"
#include "cli/version.h"

enum { OUTPUT, MESSAGES, JSON, STREAMS }; /* what a child writes, each to a nameless file */

typedef struct job {
    const char *path;
    pid_t child;      /* 0: not started, or ended */
    bool started, ended;
    int streams[STREAMS];
    int code;
    const char *json;  /* the object; NULL where the child wrote none */
    const char *error; /* why there is none */
} job;

typedef struct batch {
    const options *options;
    const model_request *request;
    report_look look;
    arena *memory;
    size_t count, running, next_to_start, next_to_print;
    job *jobs;
} batch;

/* ---- In the child ---- */
static _Noreturn void child_main(const batch *b, const job *j)
{
    if (dup2(j->streams[OUTPUT], STDOUT_FILENO) < 0 || dup2(j->streams[MESSAGES], STDERR_FILENO) < 0)
        _exit(EXIT_BUG);
    strbuf json = {0};
    int code = check_file(b->options, b->request, b->look, j->path, &json);
    FILE *file = fdopen(j->streams[JSON], "w");
    if (fflush(stdout) || !file || fwrite(strbuf_text(&json), 1, json.length, file) != json.length || fflush(file))
        out_of_memory(); /* the nameless files live in memory */
    _exit(code);
}

/* ---- In the parent ---- */
static void start(batch *b, job *j)
{
    j->started = true;
    fflush(NULL);
    for (int i = 0; i < STREAMS; i++) {
        j->streams[i] = memfd_create("tarry", MFD_CLOEXEC);
        if (j->streams[i] < 0)
            out_of_memory();
    }
    j->child = fork();
    if (j->child < 0)
        out_of_memory();
    if (j->child == 0)
        child_main(b, j);
    b->running++;
}

static const char *stream_text(batch *b, int file, size_t *length)
{
    off_t size = lseek(file, 0, SEEK_END);
    CHECK(size >= 0);
    char *text = arena_alloc(b->memory, (size_t)size + 1);
    ssize_t got = pread(file, text, (size_t)size, 0);
    *length = got > 0 ? (size_t)got : 0;
    return text;
}

/* What the first error message says; the whole of a last line where none calls itself an error. */
static const char *first_error(batch *b, const char *messages)
{
    static const char mark[] = "error: ";
    const char *found = strstr(messages, mark);
    const char *text = found ? found + sizeof mark - 1 : messages;
    return arena_strndup(b->memory, text, strcspn(text, "\n"));
}

static int code_of_status(int status)
{
    if (WIFEXITED(status))
        return WEXITSTATUS(status);
    return WTERMSIG(status) == SIGKILL || WTERMSIG(status) == SIGINT ? EXIT_UNKNOWN : EXIT_BUG;
}

/* Waits until some child has ended. */
static void reap(batch *b)
{
    int status;
    pid_t child;
    do
        child = waitpid(-1, &status, 0);
    while (child < 0 && errno == EINTR);
    CHECK(child > 0);
    for (size_t i = 0; i < b->count; i++)
        if (b->jobs[i].child == child) {
            b->jobs[i].child = 0;
            b->jobs[i].ended = true;
            b->jobs[i].code = code_of_status(status);
            b->running--;
        }
}

/* Prints what a child left, standard output and standard error apart, and keeps its JSON. */
static void print_job(batch *b, job *j)
{
    size_t length, message_length, json_length;
    if (!j->started) {
        j->code = EXIT_UNKNOWN;
        j->error = "interrupted before it was checked";
        fprintf(stderr, "tarry: %s: %s\n", j->path, j->error);
        return;
    }
    const char *messages = stream_text(b, j->streams[MESSAGES], &message_length);
    fwrite(messages, 1, message_length, stderr);
    const char *output = stream_text(b, j->streams[OUTPUT], &length);
    fwrite(output, 1, length, stdout);
    if (length && j + 1 < b->jobs + b->count)
        fputc('\n', stdout);
    fflush(stdout);
    const char *json = stream_text(b, j->streams[JSON], &json_length);
    if (json_length)
        j->json = json;
    else
        j->error = message_length ? first_error(b, messages) : "the check was killed";
    for (int i = 0; i < STREAMS; i++)
        close(j->streams[i]);
}

static void show_progress(const batch *b, bool visible)
{
    if (visible)
        fprintf(stderr, "\r%zu of %zu files checked\033[K", b->next_to_print, b->count);
}

static void run_all(batch *b)
{
    bool visible = isatty(STDERR_FILENO);
    while (b->next_to_print < b->count) {
        while (b->next_to_start < b->count && b->running < b->options->jobs && !signals_interrupted())
            start(b, &b->jobs[b->next_to_start++]);
        show_progress(b, visible);
        if (b->running)
            reap(b);
        if (visible)
            fputs("\r\033[K", stderr);
        while (b->next_to_print < b->count) {
            job *j = &b->jobs[b->next_to_print];
            if (!j->ended && (j->started || !signals_interrupted()))
                break;
            print_job(b, j);
            b->next_to_print++;
        }
    }
}

static int worse(int a, int b)
{
    static const int badness[] = {[EXIT_HOLDS] = 0, [EXIT_UNKNOWN] = 1, [EXIT_VIOLATED] = 2, [EXIT_INPUT] = 3, [EXIT_BUG] = 4};
    return badness[a] >= badness[b] ? a : b;
}

static void write_results(const batch *b, strbuf *json)
{
    report_entry *entries = ARENA_ARRAY(b->memory, report_entry, b->count);
    for (size_t i = 0; i < b->count; i++) {
        const job *j = &b->jobs[i];
        entries[i] = (report_entry){.json = j->json, .file = j->path, .verdict = j->code == EXIT_UNKNOWN ? "unknown" : "error", .error = j->error};
    }
    report_json_several(TARRY_VERSION, entries, b->count, json);
}

int batch_check(const options *o, const model_request *request, report_look look, const text_list *files, strbuf *json)
{
    batch b = {.options = o, .request = request, .look = look, .memory = arena_new(), .count = files->count};
    b.jobs = ARENA_ARRAY(b.memory, job, b.count);
    for (size_t i = 0; i < b.count; i++)
        b.jobs[i].path = files->data[i];
    run_all(&b);
    int code = EXIT_HOLDS;
    for (size_t i = 0; i < b.count; i++)
        code = worse(code, b.jobs[i].code < 0 || b.jobs[i].code > EXIT_BUG ? EXIT_BUG : b.jobs[i].code);
    if (o->json)
        write_results(&b, json);
    arena_free(b.memory);
    return code;
}
