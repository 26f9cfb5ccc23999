#include "cli/batch.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/bug.h"
#include "base/clock.h"
#include "cli/check.h"
#include "cli/commands.h"
#include "cli/progress.h"
#include "cli/replace.h"
#include "cli/share.h"
#include "cli/signals.h"
#include "cli/summary.h"
#include "library/version.h"
#include "report/page.h"

enum { MAX_SPAN = 64 }; /* small files that share a process */

enum { OUTPUT, MESSAGES, JSON, PAGE, SUMMARY, RECORDS, PROGRESS, STREAMS }; /* what a child writes, each to a nameless file */
enum { LOOK_EVERY = 500000000 }; /* nanoseconds between two looks at the children, where none of them ends */
static const double LONG = 1; /* seconds after which a child keeps only the file that it is at */
static const double KEEP_EVERY = 3, KEEP_SHARE = 0.05; /* seconds between two times that what is done is written to the JSON, and the part of the time that this may take */

/* A child writes one for each file that it has done: the exit code, and where the file's part of each stream ends. */
typedef struct record {
    int code;
    off_t end[RECORDS];
} record;

typedef struct job {
    const char *path;
    const resume_answer *saved; /* by an earlier batch; NULL: none */
    bool started, ended;
    bool is_taken; /* the saved answer is still one */
    int code;
    const char *text[RECORDS]; /* what was written; NULL where nothing */
    size_t length[RECORDS];
    const char *error;         /* why there is no JSON */
} job;

/* Files that one child does, one after the other: places in the list of those to do. */
typedef struct span {
    size_t first, count;
    pid_t child; /* 0: not started, or ended */
    share *share;
    double start;
    size_t done;         /* files whose results are here, */
    off_t from[RECORDS]; /* and where those of the next one begin */
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
    bool is_looking; /* the first round: which of the saved answers are still such */
    VEC(job *) todo; /* in this round */
    VEC(span) waiting; /* the next one last */
    VEC(span) running;
    size_t waiting_count, ended_count, todo_ended; /* files: those that wait, all that have ended, and those that did in this round */
    double start;          /* of this round */
    double next_keep;      /* when what is done is written, */
    size_t kept_count;     /* and how much it was the last time */
    report_call call;
    report_entry *entries; /* of what is written */
    bool is_visible; /* progress, on a terminal */
    bool is_ending;  /* the children were told of a signal */
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
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* nobody would read what it writes */
    options mine = *b->options;
    mine.progress_file = b->is_visible ? s->streams[PROGRESS] : 0;
    for (uint32_t i; !signals_interrupted() && share_begin(s->share, &i);) {
        const job *j = b->todo.data[s->first + i];
        batch_texts made = {0};
        record done = {0};
        if (!strcmp(j->path, "-"))
            signals_listen_no_more();
        if (b->is_looking)
            done.code = resume_is_about(j->saved, &mine, b->asked, j->path) ? EXIT_HOLDS : EXIT_INPUT;
        else
            done.code = b->work(&mine, b->asked, b->look, j->path, &made);
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
        b->todo.data[s.first + i]->started = true;
    s.share = share_new((uint32_t)s.count);
    s.start = clock_seconds();
    s.child = fork();
    if (s.child < 0)
        out_of_memory();
    if (s.child == 0)
        child_main(b, &s);
    vec_push(&b->running, s);
}

static const char *piece(batch *b, int file, off_t from, size_t length)
{
    char *text = arena_alloc(b->memory, length + 1);
    for (size_t done = 0; done < length;) {
        ssize_t got = pread(file, text + done, length - done, from + (off_t)done);
        CHECK(got > 0 || (got < 0 && errno == EINTR));
        done += got > 0 ? (size_t)got : 0;
    }
    text[length] = 0;
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
    int number = WTERMSIG(status);
    return number == SIGKILL || number == SIGINT || number == SIGTERM || number == SIGHUP ? EXIT_UNKNOWN : EXIT_BUG;
}

/* The next file of the span has ended; what was written for it ends there. */
static void finish_job(batch *b, span *s, int code, const off_t *end)
{
    job *j = b->todo.data[s->first + s->done++];
    j->ended = true;
    b->ended_count++;
    b->todo_ended++;
    j->code = code < 0 || code > EXIT_BUG ? EXIT_BUG : code;
    for (int k = 0; k < RECORDS; k++) {
        j->length[k] = (size_t)(end[k] - s->from[k]);
        j->text[k] = j->length[k] ? piece(b, s->streams[k], s->from[k], j->length[k]) : NULL;
        s->from[k] = end[k];
    }
    if ((!j->text[JSON] && !j->text[PAGE]) || j->code == EXIT_INPUT)
        j->error = j->text[MESSAGES] ? first_error(b, j->text[MESSAGES]) : "the check was killed";
}

/* Takes what the span's child has done so far: was there anything? */
static bool collect(batch *b, span *s)
{
    record r;
    size_t before = s->done;
    while (s->done < s->count && pread(s->streams[RECORDS], &r, sizeof r, (off_t)(s->done * sizeof r)) == sizeof r)
        finish_job(b, s, r.code, r.end);
    return s->done > before;
}

static void wait_in_line(batch *b, size_t first, size_t count)
{
    for (size_t i = 0; i < count; i++)
        b->todo.data[first + i]->started = false;
    if (count)
        vec_push(&b->waiting, ((span){.first = first, .count = count}));
    b->waiting_count += count;
}

/* Takes what the span's child left. Where it ended in the middle of a file, the files after that one wait again. */
static void absorb(batch *b, span *s, int status)
{
    int code = code_of_status(status);
    collect(b, s);
    if (s->done < s->count && code) {
        off_t end[RECORDS];
        for (int k = 0; k < RECORDS; k++)
            end[k] = lseek(s->streams[k], 0, SEEK_END);
        finish_job(b, s, code, end);
    }
    wait_in_line(b, s->first + s->done, s->count - s->done);
    share_free(s->share);
    for (int k = 0; k < STREAMS; k++)
        close(s->streams[k]);
}

/* Takes what the children have done so far: was there anything? Those who wait behind a file that takes long wait for the next child instead. */
static bool look_after(batch *b)
{
    bool has_more = false;
    for (size_t i = 0; i < b->running.count; i++) {
        span *s = &b->running.data[i];
        has_more |= collect(b, s);
        if (clock_seconds() - s->start < LONG || !share_begun(s->share)) /* on a busy machine it may not have come to it yet */
            continue;
        size_t begun = share_cut(s->share), left = s->count - begun;
        s->count = begun;
        wait_in_line(b, s->first + begun, left);
    }
    return has_more;
}

/* What the files that were done took each, of those that are left; they may be longer or shorter. */
static void add_estimate(const batch *b, strbuf *line)
{
    double seconds = clock_seconds() - b->start, left = (double)(b->todo.count - b->todo_ended);
    if (!b->todo_ended || seconds < 1)
        return;
    double rest = seconds / (double)b->todo_ended * left;
    if (rest < 100)
        strbuf_printf(line, ", about %.0f s left", rest < 1 ? 1 : rest);
    else if (rest < 100 * 60)
        strbuf_printf(line, ", about %.0f min left", rest / 60);
    else
        strbuf_printf(line, ", about %.0f h left", rest / 3600);
}

/* How many files are done, and how far the first is that is not. */
static void show_progress(const batch *b)
{
    char told[PROGRESS_LINE] = "";
    strbuf line = {0};
    if (!b->is_visible)
        return;
    if (b->is_looking)
        strbuf_printf(&line, "%zu of %zu saved answers looked at", b->todo_ended, b->todo.count);
    else
        strbuf_printf(&line, "%zu of %zu files checked", b->ended_count, b->count);
    if (b->running.count > 1)
        strbuf_printf(&line, ", %zu running", b->running.count);
    add_estimate(b, &line);
    const span *first = b->running.count ? &b->running.data[0] : NULL;
    for (size_t i = 1; i < b->running.count; i++)
        first = b->running.data[i].first < first->first ? &b->running.data[i] : first;
    uint32_t begun = first ? share_begun(first->share) : 0;
    if (begun && pread(first->streams[PROGRESS], told, sizeof told - 1, 0) > 0)
        strbuf_printf(&line, "; %s: %s", b->todo.data[first->first + begun - 1]->path, told);
    progress_draw(strbuf_text(&line));
    strbuf_release(&line);
}

/* What the children wrote to one stream. */
static const report_entry *results(const batch *b, int stream)
{
    for (size_t i = 0; i < b->count; i++) {
        const job *j = &b->jobs[i];
        b->entries[i] = (report_entry){.json = j->text[stream], .file = j->path, .verdict = !j->ended || j->code == EXIT_UNKNOWN ? "unknown" : "error",
                                       .error = j->error ? j->error : "not checked yet"};
    }
    return b->entries;
}

/* Writes what is done to the JSON, from time to time: whoever kills us finds it there. That it cannot be written is told in the end. */
static void keep(batch *b)
{
    const char *path = b->options->json;
    double now = clock_seconds();
    if (!path || !strcmp(path, "-") || b->is_looking || now < b->next_keep || b->ended_count == b->kept_count || !replace_is_possible(path))
        return;
    strbuf text = {0};
    report_json_batch(TARRY_VERSION, &b->call, results(b, JSON), b->count, &text);
    replace_file(path, &text);
    strbuf_release(&text);
    double end = clock_seconds(), pause = (end - now) / KEEP_SHARE;
    b->next_keep = end + (pause > KEEP_EVERY ? pause : KEEP_EVERY);
    b->kept_count = b->ended_count;
}

/* The children's searches end too: of SIGTERM only this process hears. */
static void pass_signal_on(batch *b)
{
    for (size_t i = 0; i < b->running.count && !b->is_ending; i++)
        kill(b->running.data[i].child, SIGTERM);
    b->is_ending = true;
}

/* Waits until some child has ended, or 0: some file has, or another child can start. Meanwhile shows progress, and looks for signals. */
static pid_t wait_for_child(batch *b, int *status)
{
    sigset_t child_ends;
    sigemptyset(&child_ends);
    sigaddset(&child_ends, SIGCHLD); /* it is blocked: it waits for us to look */
    for (;;) {
        keep(b);
        pid_t child = waitpid(-1, status, WNOHANG);
        CHECK(child >= 0 || errno == EINTR);
        if (child > 0)
            return child;
        if (signals_interrupted())
            pass_signal_on(b);
        bool has_more = look_after(b);
        show_progress(b);
        if (has_more || (b->waiting_count && b->running.count < b->options->jobs && !signals_interrupted()))
            return 0;
        sigtimedwait(&child_ends, NULL, &(struct timespec){.tv_nsec = LOOK_EVERY});
    }
}

/* Takes what a child left that has ended. */
static void reap(batch *b)
{
    int status;
    pid_t child = wait_for_child(b, &status);
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
    if (j->text[OUTPUT] && !j->is_taken && j + 1 < b->jobs + b->count)
        fputc('\n', stdout);
}

/* The saved answer in place of a child's. */
static void take_over(batch *b, job *j)
{
    strbuf texts[RECORDS] = {0};
    j->code = resume_take(j->saved, b->options, j->path, &texts[JSON], &texts[SUMMARY], &texts[OUTPUT]);
    b->ended_count++;
    for (int k = 0; k < RECORDS; k++) {
        bool is_wanted = k == OUTPUT ? check_wants_text(b->options) : texts[k].length > 0;
        j->text[k] = is_wanted ? arena_strndup(b->memory, strbuf_text(&texts[k]), texts[k].length) : NULL;
        j->length[k] = is_wanted ? texts[k].length : 0;
        strbuf_release(&texts[k]);
    }
}

static void print_ended(batch *b)
{
    for (; b->next_to_print < b->count; b->next_to_print++) {
        job *j = &b->jobs[b->next_to_print];
        if (!j->ended && (j->started || !signals_interrupted()))
            break;
        print_job(b, j);
    }
    fflush(stdout);
}

static bool is_small(const batch *b, size_t which)
{
    const char *dot = strrchr(b->todo.data[which]->path, '.');
    return b->is_looking || (dot && !strcmp(dot, ".litmus"));
}

/* The next files for a child: fewer and fewer towards the end, so that all children end at about the same time. */
static span next_span(batch *b)
{
    span *from = &vec_last(&b->waiting), cut = {.first = from->first, .count = 1};
    size_t part = b->waiting_count / (2 * b->options->jobs), longest = part < MAX_SPAN ? part : MAX_SPAN;
    while (cut.count < from->count && cut.count < longest && is_small(b, cut.first + cut.count - 1) && is_small(b, cut.first + cut.count))
        cut.count++;
    from->first += cut.count;
    from->count -= cut.count;
    if (!from->count)
        b->waiting.count--;
    b->waiting_count -= cut.count;
    return cut;
}

/* Does those in the list, and prints what can be printed. */
static void run_round(batch *b)
{
    b->start = clock_seconds();
    b->todo_ended = 0;
    wait_in_line(b, 0, b->todo.count);
    while (b->running.count || (b->waiting_count && !signals_interrupted())) {
        while (b->waiting_count && b->running.count < b->options->jobs && !signals_interrupted())
            start(b, next_span(b));
        if (b->running.count)
            reap(b);
        if (b->is_visible)
            progress_erase();
        if (!b->is_looking)
            print_ended(b);
    }
}

/* Those with a saved answer that is still one have ended. */
static void take_saved(batch *b, const resume *saved)
{
    b->is_looking = true;
    for (size_t i = 0; i < b->count; i++)
        if ((b->jobs[i].saved = resume_find(saved, b->jobs[i].path)))
            vec_push(&b->todo, &b->jobs[i]);
    run_round(b);
    b->ended_count = 0;
    for (size_t i = 0; i < b->todo.count; i++) {
        job *j = b->todo.data[i];
        bool is_taken = j->ended && j->code == EXIT_HOLDS;
        *j = (job){.path = j->path, .saved = j->saved, .ended = is_taken, .is_taken = is_taken};
        if (is_taken)
            take_over(b, j);
    }
    vec_clear(&b->todo);
    vec_clear(&b->waiting);
    b->waiting_count = 0;
    b->is_looking = false;
}

int batch_worse(int a, int b)
{
    static const int badness[] = {[EXIT_HOLDS] = 0, [EXIT_UNKNOWN] = 1, [EXIT_VIOLATED] = 2, [EXIT_INPUT] = 3, [EXIT_BUG] = 4};
    return badness[a] >= badness[b] ? a : b;
}

void batch_texts_release(batch_texts *made)
{
    strbuf_release(&made->json);
    strbuf_release(&made->page);
    strbuf_release(&made->summary);
}

/* The files, from the saved answers to the last: false where the former were interrupted. */
static bool run_all(batch *b, const resume *saved)
{
    if (saved)
        take_saved(b, saved);
    if (saved && signals_interrupted())
        return false;
    for (size_t i = 0; i < b->count; i++)
        if (!b->jobs[i].ended)
            vec_push(&b->todo, &b->jobs[i]);
    b->next_keep = clock_seconds() + KEEP_EVERY;
    run_round(b);
    print_ended(b);
    return true;
}

static int gather(batch *b, batch_texts *made)
{
    const options *o = b->options;
    int code = EXIT_HOLDS;
    for (size_t i = 0; i < b->count; i++) {
        const job *j = &b->jobs[i];
        code = batch_worse(code, j->code);
        if (j->text[SUMMARY])
            strbuf_add(&made->summary, j->text[SUMMARY]);
        else if (o->command == COMMAND_CHECK && !o->dump_program)
            summary_add_failure(j->code == EXIT_UNKNOWN ? "unknown" : "error", "", j->path, &made->summary);
    }
    if (o->json)
        report_json_batch(TARRY_VERSION, &b->call, results(b, JSON), b->count, &made->json);
    if (o->html)
        report_page(TARRY_VERSION, command_table[o->command].name, results(b, PAGE), b->count, &made->page);
    return code;
}

int batch_run(const options *o, tarry_options *asked, report_look look, const text_list *files, const resume *saved, batch_work *work, batch_texts *made)
{
    batch b = {.options = o, .asked = asked, .look = look, .work = work, .memory = arena_new(), .count = files->count, .is_visible = isatty(STDERR_FILENO)};
    b.jobs = ARENA_ARRAY(b.memory, job, b.count);
    b.entries = ARENA_ARRAY(b.memory, report_entry, b.count);
    b.call = resume_call(b.memory, o);
    for (size_t i = 0; i < b.count; i++)
        b.jobs[i].path = files->data[i];
    sigset_t child_ends, before;
    sigemptyset(&child_ends);
    sigaddset(&child_ends, SIGCHLD);
    sigprocmask(SIG_BLOCK, &child_ends, &before);
    signals_listen();
    int code = EXIT_UNKNOWN;
    if (run_all(&b, saved))
        code = gather(&b, made);
    else
        fputs("tarry: interrupted before all saved answers were compared with their files: nothing was checked, and no results are written\n", stderr);
    sigprocmask(SIG_SETMASK, &before, NULL);
    vec_release(&b.todo);
    vec_release(&b.waiting);
    vec_release(&b.running);
    arena_free(b.memory);
    return code;
}
