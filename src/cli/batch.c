#include "cli/batch.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/bug.h"
#include "cli/commands.h"
#include "cli/signals.h"
#include "library/version.h"
#include "report/page.h"

enum { MAX_SPAN = 64 }; /* small files that share a process */

enum { OUTPUT, MESSAGES, JSON, PAGE, SUMMARY, RECORDS, STREAMS }; /* what a child writes, each to a nameless file */

/* A child writes one for each file that it has done: the exit code, and where the file's part of each stream ends. */
typedef struct record {
    int code;
    off_t end[RECORDS];
} record;

typedef struct job {
    const char *path;
    bool started, ended;
    int code;
    const char *text[RECORDS]; /* what was written; NULL where nothing */
    size_t length[RECORDS];
    const char *error;         /* why there is no JSON */
} job;

/* The files that one child does. */
typedef struct span {
    size_t first, count;
    pid_t child; /* 0: not started, or ended */
    int streams[STREAMS];
} span;

typedef struct batch {
    const options *options;
    tarry_options *asked;
    report_look look;
    batch_work *work;
    arena *memory;
    size_t count, next_to_print;
    job *jobs;
    VEC(span) waiting; /* the next one last */
    VEC(span) running;
} batch;

/* ---- In the child ---- */
static void append(int file, const strbuf *text)
{
    for (size_t done = 0; done < text->length;) {
        ssize_t wrote = write(file, text->text + done, text->length - done);
        if (wrote < 0 && errno != EINTR)
            out_of_memory(); /* the nameless files live in memory */
        done += wrote > 0 ? (size_t)wrote : 0;
    }
}

static _Noreturn void child_main(const batch *b, const span *s)
{
    if (dup2(s->streams[OUTPUT], STDOUT_FILENO) < 0 || dup2(s->streams[MESSAGES], STDERR_FILENO) < 0)
        _exit(EXIT_BUG);
    for (size_t i = 0; i < s->count && !signals_interrupted(); i++) {
        batch_texts made = {0};
        record done = {.code = b->work(b->options, b->asked, b->look, b->jobs[s->first + i].path, &made)};
        if (fflush(stdout))
            out_of_memory();
        append(s->streams[JSON], &made.json);
        append(s->streams[PAGE], &made.page);
        append(s->streams[SUMMARY], &made.summary);
        for (int k = 0; k < RECORDS; k++)
            done.end[k] = lseek(s->streams[k], 0, SEEK_CUR);
        if (write(s->streams[RECORDS], &done, sizeof done) != sizeof done)
            out_of_memory();
        batch_texts_release(&made);
    }
    _exit(0);
}

/* ---- In the parent ---- */
static void start(batch *b, span s)
{
    fflush(NULL);
    for (int i = 0; i < STREAMS; i++) {
        s.streams[i] = memfd_create("tarry", MFD_CLOEXEC);
        if (s.streams[i] < 0)
            out_of_memory();
    }
    for (size_t i = 0; i < s.count; i++)
        b->jobs[s.first + i].started = true;
    s.child = fork();
    if (s.child < 0)
        out_of_memory();
    if (s.child == 0)
        child_main(b, &s);
    vec_push(&b->running, s);
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

/* The job gets what was written from `from` to `end`. */
static void finish_job(batch *b, job *j, int code, const char *const *texts, const size_t *from, const size_t *end)
{
    j->ended = true;
    j->code = code < 0 || code > EXIT_BUG ? EXIT_BUG : code;
    for (int k = 0; k < RECORDS; k++) {
        j->length[k] = end[k] - from[k];
        j->text[k] = j->length[k] ? arena_strndup(b->memory, texts[k] + from[k], j->length[k]) : NULL;
    }
    if (!j->text[JSON] && !j->text[PAGE])
        j->error = j->text[MESSAGES] ? first_error(b, j->text[MESSAGES]) : "the check was killed";
}

/* Takes what the span's child left. Where it ended in the middle of a file, the files after that one wait again. */
static void absorb(batch *b, const span *s, int status)
{
    const char *texts[STREAMS];
    size_t lengths[STREAMS], from[RECORDS] = {0};
    for (int k = 0; k < STREAMS; k++)
        texts[k] = stream_text(b, s->streams[k], &lengths[k]);
    size_t done = lengths[RECORDS] / sizeof(record);
    for (size_t i = 0; i < done && i < s->count; i++) {
        record r;
        size_t end[RECORDS];
        memcpy(&r, texts[RECORDS] + i * sizeof r, sizeof r);
        for (int k = 0; k < RECORDS; k++)
            end[k] = (size_t)r.end[k];
        finish_job(b, &b->jobs[s->first + i], r.code, texts, from, end);
        memcpy(from, end, sizeof from);
    }
    int code = code_of_status(status);
    if (done < s->count && code) {
        finish_job(b, &b->jobs[s->first + done], code, texts, from, lengths);
        done++;
    }
    for (size_t i = done; i < s->count; i++)
        b->jobs[s->first + i].started = false;
    if (done < s->count)
        vec_push(&b->waiting, ((span){.first = s->first + done, .count = s->count - done}));
    for (int k = 0; k < STREAMS; k++)
        close(s->streams[k]);
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
    for (size_t i = 0; i < b->running.count; i++)
        if (b->running.data[i].child == child) {
            span ended = b->running.data[i];
            b->running.data[i] = vec_last(&b->running);
            b->running.count--;
            absorb(b, &ended, status);
            return;
        }
}

/* Prints what was written for the file, standard output and standard error apart. */
static void print_job(const batch *b, job *j)
{
    if (!j->ended) {
        j->code = EXIT_UNKNOWN;
        j->error = "interrupted before it was checked";
        fprintf(stderr, "tarry: %s: %s\n", j->path, j->error);
        return;
    }
    if (j->text[MESSAGES]) {
        fflush(stdout);
        fwrite(j->text[MESSAGES], 1, j->length[MESSAGES], stderr);
    }
    if (j->text[OUTPUT])
        fwrite(j->text[OUTPUT], 1, j->length[OUTPUT], stdout);
    if (j->text[OUTPUT] && j + 1 < b->jobs + b->count)
        fputc('\n', stdout);
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
        while (b->waiting.count && b->running.count < b->options->jobs && !signals_interrupted())
            start(b, vec_pop(&b->waiting));
        show_progress(b, visible);
        if (b->running.count)
            reap(b);
        if (visible)
            fputs("\r\033[K", stderr);
        for (; b->next_to_print < b->count; b->next_to_print++) {
            job *j = &b->jobs[b->next_to_print];
            if (!j->ended && (j->started || !signals_interrupted()))
                break;
            print_job(b, j);
        }
        fflush(stdout);
    }
}

static bool is_small(const char *path)
{
    const char *dot = strrchr(path, '.');
    return dot && !strcmp(dot, ".litmus");
}

/* Cuts the files into spans, so that each job has some. */
static void plan(batch *b)
{
    size_t share = b->count / (2 * b->options->jobs) + 1, longest = share < MAX_SPAN ? share : MAX_SPAN;
    for (size_t end = b->count; end > 0;) {
        size_t first = end - 1;
        while (first > 0 && end - first < longest && is_small(b->jobs[first].path) && is_small(b->jobs[first - 1].path))
            first--;
        vec_push(&b->waiting, ((span){.first = first, .count = end - first}));
        end = first;
    }
}

int batch_worse(int a, int b)
{
    static const int badness[] = {[EXIT_HOLDS] = 0, [EXIT_UNKNOWN] = 1, [EXIT_VIOLATED] = 2, [EXIT_INPUT] = 3, [EXIT_BUG] = 4};
    return badness[a] >= badness[b] ? a : b;
}

/* What the children wrote to one stream. */
static const report_entry *results(const batch *b, int stream)
{
    report_entry *entries = ARENA_ARRAY(b->memory, report_entry, b->count);
    for (size_t i = 0; i < b->count; i++) {
        const job *j = &b->jobs[i];
        entries[i] = (report_entry){.json = j->text[stream], .file = j->path, .verdict = j->code == EXIT_UNKNOWN ? "unknown" : "error", .error = j->error};
    }
    return entries;
}

void batch_texts_release(batch_texts *made)
{
    strbuf_release(&made->json);
    strbuf_release(&made->page);
    strbuf_release(&made->summary);
}

int batch_run(const options *o, tarry_options *asked, report_look look, const text_list *files, batch_work *work, batch_texts *made)
{
    batch b = {.options = o, .asked = asked, .look = look, .work = work, .memory = arena_new(), .count = files->count};
    b.jobs = ARENA_ARRAY(b.memory, job, b.count);
    for (size_t i = 0; i < b.count; i++)
        b.jobs[i].path = files->data[i];
    plan(&b);
    run_all(&b);
    int code = EXIT_HOLDS;
    for (size_t i = 0; i < b.count; i++) {
        code = batch_worse(code, b.jobs[i].code);
        strbuf_add(&made->summary, b.jobs[i].text[SUMMARY] ? b.jobs[i].text[SUMMARY] : "");
    }
    if (o->json)
        report_json_several(TARRY_VERSION, results(&b, JSON), b.count, &made->json);
    if (o->html)
        report_page(TARRY_VERSION, command_table[o->command].name, results(&b, PAGE), b.count, &made->page);
    vec_release(&b.waiting);
    vec_release(&b.running);
    arena_free(b.memory);
    return code;
}
