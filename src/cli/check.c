#include "cli/check.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/bug.h"
#include "cli/batch.h"
#include "cli/commands.h"
#include "cli/input.h"
#include "cli/progress.h"
#include "library/version.h"
#include "engine/registry.h"
#include "trace/complete.h"

const int check_exit_codes[] = {[REPORT_HOLDS] = EXIT_HOLDS, [REPORT_VIOLATED] = EXIT_VIOLATED, [REPORT_UNKNOWN] = EXIT_UNKNOWN};

/* ---- The engine ---- */
const engine *check_choose_engine(const options *o, const engine_request *request)
{
    strbuf name = {0};
    option_choice_text(OPTION_engine, o->engine, &name);
    const engine *chosen = engine_named(strbuf_text(&name));
    bool certifies = !o->certificate || chosen == &engine_events || chosen == &engine_auto;
    if (o->certificate)
        chosen = &engine_events;
    const char *why = chosen->refuses(request);
    if (!certifies || (why && o->certificate))
        commands_input_error("--certificate needs the events engine%s%s", certifies ? ", which cannot check this: " : "", certifies ? why : "");
    else if (why)
        commands_input_error("--engine %s cannot check this: %s", strbuf_text(&name), why);
    strbuf_release(&name);
    return certifies && !why ? chosen : NULL;
}

uint64_t check_memory_limit(const options *o)
{
    long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    if (o->memory_limit || pages <= 0 || size <= 0)
        return o->memory_limit * 1000000;
    return (uint64_t)pages * (uint64_t)size / 4 * 3;
}

engine_request check_request_of(const options *o, const model *m, progress *shown)
{
    return (engine_request){
        .program = m->program,
        .properties = &m->safety,
        .footprints = m->footprints,
        .machine = model_machine(m),
        .search = (search_order)o->search,
        .ties_lifo = o->ties == 1,
        .reduction = (reduction_kind)o->reduction,
        .acceleration = o->acceleration == 0 ? ACCELERATION_SINGLE : ACCELERATION_INTERLEAVED,
        .all_errors = o->errors == 1,
        .max_states = o->max_states,
        .memory_limit = check_memory_limit(o),
        .time_limit = o->time_limit,
        .progress = progress_report,
        .progress_data = shown,
        .log = o->log ? progress_log : NULL,
        .log_data = shown,
    };
}

/* ---- The report ---- */
static int write_file(const char *path, const strbuf *text)
{
    if (!strcmp(path, "-")) {
        fwrite(strbuf_text(text), 1, text->length, stdout);
        return EXIT_HOLDS;
    }
    FILE *file = fopen(path, "w");
    bool written = file && fwrite(strbuf_text(text), 1, text->length, file) == text->length;
    if (file && fclose(file))
        written = false;
    return written ? EXIT_HOLDS : commands_input_error("cannot write %s: %s", path, strerror(errno));
}

/* The exit code; one of a failure where the certificate could not be written. */
static int write_certificate(const options *o, const report *r, const strbuf *proof)
{
    if (r->verdict != REPORT_HOLDS) {
        fflush(stdout);
        fprintf(stderr, "tarry: note: no certificate was written, since the verdict is not `holds`\n");
        return EXIT_HOLDS;
    }
    strbuf text = {0};
    report_certificate(r, strbuf_text(proof), &text);
    int code = write_file(o->certificate, &text);
    strbuf_release(&text);
    return code;
}

static int search(const options *o, const model *m, report_look look, const char *path, strbuf *json)
{
    progress shown;
    progress_init(&shown);
    strbuf proof = {0};
    engine_request request = check_request_of(o, m, &shown);
    request.certificate = o->certificate ? &proof : NULL;
    const engine *chosen = check_choose_engine(o, &request);
    if (!chosen)
        return EXIT_INPUT;
    engine_result result;
    arena *memory = arena_new();
    report r = answer_find(chosen, &request, m, path, memory, &result);
    progress_end(&shown);
    if (o->json)
        report_json(&r, json);
    if (!o->json || strcmp(o->json, "-")) {
        strbuf text = {0};
        report_text(&r, look, &text);
        fwrite(strbuf_text(&text), 1, text.length, stdout);
        strbuf_release(&text);
    }
    int code = o->certificate ? write_certificate(o, &r, &proof) : EXIT_HOLDS;
    strbuf_release(&proof);
    arena_free(memory);
    engine_result_release(&result);
    return code ? code : check_exit_codes[r.verdict];
}

int check_file(const options *o, const model_request *request, report_look look, const char *path, strbuf *json, strbuf *summary)
{
    (void)summary;
    model m;
    int code = EXIT_HOLDS;
    if (!model_load(&m, path, request)) {
        code = EXIT_INPUT;
    } else if (o->dump_program) {
        strbuf text = {0};
        program_print(m.program, &m.diag, &text);
        fwrite(strbuf_text(&text), 1, text.length, stdout);
        strbuf_release(&text);
    } else {
        code = search(o, &m, look, path, json);
    }
    model_release(&m);
    return code;
}

/* ---- The command ---- */
static report_look choose_look(void)
{
    report_look look = {0};
    if (!isatty(STDOUT_FILENO))
        return look;
    const char *no_colour = getenv("NO_COLOR"), *terminal = getenv("TERM");
    look.colour = !(no_colour && *no_colour) && !(terminal && !strcmp(terminal, "dumb"));
    struct winsize size;
    if (!ioctl(STDOUT_FILENO, TIOCGWINSZ, &size))
        look.width = size.ws_col;
    return look;
}

/* Asked before the search, which may take hours. */
static bool can_be_written(const char *option, const char *path, const text_list *files, strbuf *error)
{
    struct stat target, file;
    if (stat(path, &target)) {
        const char *slash = strrchr(path, '/');
        char *folder = slash ? strndup(path, (size_t)(slash - path) + 1) : strdup(".");
        bool may_create = folder && !access(folder, W_OK);
        if (!may_create)
            strbuf_printf(error, "cannot write %s: %s", path, strerror(errno));
        free(folder);
        return may_create;
    }
    for (size_t i = 0; i < files->count; i++)
        if (!stat(files->data[i], &file) && file.st_dev == target.st_dev && file.st_ino == target.st_ino) {
            strbuf_printf(error, "%s %s would overwrite the model", option, path);
            return false;
        }
    if (S_ISDIR(target.st_mode) || access(path, W_OK)) {
        strbuf_printf(error, "cannot write %s: %s", path, strerror(S_ISDIR(target.st_mode) ? EISDIR : errno));
        return false;
    }
    return true;
}

static bool options_fit(const options *o, const text_list *files, strbuf *error)
{
    if (o->dump_program && o->json) {
        strbuf_add(error, "--dump-program prints the program and checks nothing: it cannot be combined with --json");
        return false;
    }
    if (o->certificate && (o->dump_program || !strcmp(o->certificate, "-"))) {
        strbuf_add(error, o->dump_program ? "--dump-program checks nothing: it cannot be combined with --certificate" : "--certificate needs the name of a file");
        return false;
    }
    if (o->certificate && files->count != 1) {
        strbuf_add(error, "--certificate takes one model at a time");
        return false;
    }
    return (!o->json || !strcmp(o->json, "-") || can_be_written("--json", o->json, files, error)) &&
           (!o->certificate || can_be_written("--certificate", o->certificate, files, error));
}

int check_each_file(const options *o, const char *name, batch_work *work, const char *summary_title)
{
    if (!o->operands.count)
        return commands_input_error("%s needs a file: tarry %s FILE...", name, name);
    arena *memory = arena_new();
    strbuf error = {0}, json = {0}, summary = {0};
    text_list files = {0};
    bool has_folder;
    model_request request;
    int code;
    if (!input_expand(memory, &o->operands, &files, &has_folder, &error) || !options_fit(o, &files, &error) ||
        !model_request_init(&request, o, memory, &error))
        code = commands_input_error("%s", strbuf_text(&error));
    else if (files.count == 1 && !has_folder)
        code = work(o, &request, choose_look(), files.data[0], &json, &summary);
    else
        code = batch_run(o, &request, choose_look(), &files, work, &json, &summary);
    if (files.count > 1 && summary.length && !(o->json && !strcmp(o->json, "-")))
        printf("\n%s%s", summary_title, strbuf_text(&summary));
    if (json.length) {
        int written = write_file(o->json, &json);
        code = written ? written : code;
    }
    vec_release(&files);
    strbuf_release(&error);
    strbuf_release(&json);
    strbuf_release(&summary);
    arena_free(memory);
    return code;
}

int command_check(const options *o)
{
    return check_each_file(o, "check", check_file, "");
}
