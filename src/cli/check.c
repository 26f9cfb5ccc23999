#include "cli/check.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/batch.h"
#include "cli/commands.h"
#include "cli/graphviz.h"
#include "cli/input.h"
#include "cli/models.h"
#include "cli/progress.h"
#include "cli/replace.h"
#include "cli/resume.h"
#include "cli/signals.h"
#include "cli/summary.h"
#include "library/version.h"
#include "report/dot.h"
#include "report/page.h"
#include "report/proof.h"

const int check_exit_codes[] = {[REPORT_HOLDS] = EXIT_HOLDS, [REPORT_VIOLATED] = EXIT_VIOLATED, [REPORT_UNKNOWN] = EXIT_UNKNOWN};

/* ---- The report ---- */
int check_write_file(const char *path, const strbuf *text)
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

/* The exit code; one of a failure where there is a proof, but no certificate could be written. */
static int write_certificate(const options *o, tarry_result *r)
{
    const char *why, *proof = tarry_result_certificate(r, &why);
    if (proof)
        return check_write_file(o->certificate, &r->certificate);
    if (tarry_result_verdict(r) == TARRY_HOLDS)
        return commands_input_error("no certificate was written: %s", why);
    fflush(stdout);
    fprintf(stderr, "tarry: note: no certificate was written, since %s\n", why);
    return EXIT_HOLDS;
}

/* ---- Searching ---- */
tarry_result *check_search(const options *o, tarry_options *asked, const tarry_model *m, const char **why)
{
    progress shown;
    bool is_one = !choices_are_several(&o->memory) && o->command == COMMAND_CHECK;
    progress_watch(&shown, o, asked, is_one ? "" : memory_traits_of(m->model.options.memory)->title);
    tarry_result *r = tarry_check(m, asked, why);
    progress_end(&shown);
    return r;
}

/* ---- Pages and drawings ---- */
/* A second result with the proof, where one of so few states can be had and the first result has none; NULL otherwise. */
static tarry_result *prove_again(const options *o, tarry_options *asked, const tarry_model *m, const tarry_result *r)
{
    const char *why;
    bool draws = r->report.verdict == REPORT_HOLDS && !strcmp(r->report.engine, "events") && r->report.statistics.states_stored <= REPORT_PROOF_STATES;
    if (!draws || asked->certificate)
        return NULL;
    asked->certificate = true;
    tarry_result *proved = check_search(o, asked, m, &why);
    asked->certificate = false;
    return proved;
}

/* The drawing, as it is or as a picture. */
static int write_drawing(const char *path, bool is_picture, const strbuf *drawing)
{
    strbuf svg = {0}, error = {0};
    int code = is_picture && !graphviz_svg(drawing, &svg, &error) ? commands_input_error("%s", strbuf_text(&error)) : check_write_file(path, is_picture ? &svg : drawing);
    strbuf_release(&svg);
    strbuf_release(&error);
    return code;
}

static int write_drawings(const options *o, const tarry_result *r, const char *certificate)
{
    strbuf drawing = {0};
    const char *why;
    int code = EXIT_HOLDS;
    if (!report_dot(&r->report, certificate, &drawing, &why)) {
        fflush(stdout);
        fprintf(stderr, "tarry: note: nothing was drawn, since %s\n", why);
    } else {
        code = o->dot ? write_drawing(o->dot, false, &drawing) : EXIT_HOLDS;
        code = !code && o->svg ? write_drawing(o->svg, true, &drawing) : code;
    }
    strbuf_release(&drawing);
    return code;
}

int check_show(const options *o, tarry_options *asked, const tarry_model *m, tarry_result *r, strbuf *page)
{
    const char *why;
    if (!o->html && !o->dot && !o->svg)
        return EXIT_HOLDS;
    tarry_result *proved = prove_again(o, asked, m, r);
    const char *certificate = tarry_result_certificate(proved ? proved : r, &why);
    if (o->html)
        report_page_object(&r->report, certificate, page);
    int code = o->dot || o->svg ? write_drawings(o, r, certificate) : EXIT_HOLDS;
    if (proved)
        tarry_result_free(proved);
    return code;
}

/* ---- One model ---- */
int check_refuse(const options *o, const report_failure *f, batch_texts *made)
{
    if (f->why)
        commands_input_error("%s", f->why);
    if (o->json && (f->file || !strcmp(o->json, "-"))) /* where the call is wrong the name of the file may be what is wrong */
        report_json_failure(TARRY_VERSION, f, &made->json);
    return EXIT_INPUT;
}

tarry_model *check_load(const options *o, const tarry_options *asked, const char *path, batch_texts *made)
{
    tarry_model *m = tarry_load_file(path, asked);
    request_print_messages(&m->model.diag);
    if (tarry_model_is_good(m))
        return m;
    check_refuse(o, &(report_failure){.file = path, .messages = &m->model.diag}, made);
    tarry_model_free(m);
    return NULL;
}

bool check_wants_text(const options *o)
{
    return !o->json || strcmp(o->json, "-") != 0;
}

void check_print_report(const options *o, const report *r, report_look look)
{
    strbuf text = {0};
    if (!check_wants_text(o))
        return;
    report_text(r, look, &text);
    fwrite(strbuf_text(&text), 1, text.length, stdout);
    strbuf_release(&text);
}

static int search(const options *o, tarry_options *asked, const tarry_model *m, report_look look, batch_texts *made)
{
    const char *why;
    tarry_result *r = check_search(o, asked, m, &why);
    if (!r)
        return check_refuse(o, &(report_failure){.file = m->name, .why = why}, made);
    if (o->json)
        report_json(&r->report, &made->json);
    check_print_report(o, &r->report, look);
    summary_add(&r->report, &made->summary);
    int code = check_show(o, asked, m, r, &made->page);
    if (!code && o->certificate)
        code = write_certificate(o, r);
    code = code ? code : check_exit_codes[r->report.verdict];
    tarry_result_free(r);
    return code;
}

int check_file(const options *o, tarry_options *asked, report_look look, const char *path, batch_texts *made)
{
    if (choices_are_several(&o->memory))
        return models_check(o, asked, look, path, made);
    tarry_model *m = check_load(o, asked, path, made);
    if (!m)
        return EXIT_INPUT;
    int code = EXIT_HOLDS;
    if (o->dump_program) {
        strbuf text = {0};
        program_print(m->model.program, &m->model.diag, &text);
        fwrite(strbuf_text(&text), 1, text.length, stdout);
        strbuf_release(&text);
    } else {
        code = search(o, asked, m, look, made);
    }
    tarry_model_free(m);
    return code;
}

/* ---- The command ---- */
report_look check_choose_look(const options *o)
{
    report_look look = {.width = (uint32_t)o->width, .full = o->full};
    const char *columns = getenv("COLUMNS");
    if (!look.width && columns)
        look.width = (uint32_t)strtoul(columns, NULL, 10);
    if (!isatty(STDOUT_FILENO))
        return look;
    const char *no_colour = getenv("NO_COLOR"), *terminal = getenv("TERM");
    look.colour = !(no_colour && *no_colour) && !(terminal && !strcmp(terminal, "dumb"));
    struct winsize size;
    if (!o->width && !ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) && size.ws_col)
        look.width = size.ws_col;
    return look;
}

bool check_can_be_written(const char *option, const char *path, const text_list *files, strbuf *error)
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
    if (o->dump_program && (o->json || o->html || o->dot || o->svg)) {
        strbuf_printf(error, "--dump-program prints the program and checks nothing: it cannot be combined with --%s", o->json ? "json" : o->html ? "html" : o->dot ? "dot" : "svg");
        return false;
    }
    const char *const looked_at[][2] = {{"html", o->html}, {"dot", o->dot}, {"svg", o->svg}};
    for (size_t i = 0; i < sizeof looked_at / sizeof *looked_at; i++)
        if (looked_at[i][1] && !strcmp(looked_at[i][1], "-")) {
            strbuf_printf(error, "--%s needs the name of a file", looked_at[i][0]);
            return false;
        }
    if (o->certificate && (o->dump_program || !strcmp(o->certificate, "-"))) {
        strbuf_add(error, o->dump_program ? "--dump-program checks nothing: it cannot be combined with --certificate" : "--certificate needs the name of a file");
        return false;
    }
    if ((o->certificate || o->dot || o->svg) && files->count != 1) {
        strbuf_printf(error, "--%s takes one model at a time", o->certificate ? "certificate" : o->dot ? "dot" : "svg");
        return false;
    }
    if ((o->certificate || o->dot || o->svg || o->dump_program) && choices_are_several(&o->memory)) {
        strbuf_printf(error, "--%s takes one memory model at a time", o->certificate ? "certificate" : o->dot ? "dot" : o->svg ? "svg" : "dump-program");
        return false;
    }
    if (o->resume.count && (o->html || o->certificate || o->dot || o->svg || o->dump_program)) {
        strbuf_printf(error, "--resume takes over what the JSON has: it cannot be combined with --%s", o->html ? "html" : o->certificate ? "certificate" : o->dot ? "dot" : o->svg ? "svg" : "dump-program");
        return false;
    }
    if (o->svg && !graphviz_is_there("--svg", error))
        return false;
    return (!o->dot || check_can_be_written("--dot", o->dot, files, error)) &&
           (!o->svg || check_can_be_written("--svg", o->svg, files, error)) &&
           (!o->json || !strcmp(o->json, "-") || check_can_be_written("--json", o->json, files, error)) &&
           (!o->html || check_can_be_written("--html", o->html, files, error)) &&
           (!o->certificate || check_can_be_written("--certificate", o->certificate, files, error));
}

/* A page for one file: its object is that of the file, unless the command has made more of it. */
static int write_page(const options *o, bool is_whole, batch_texts *made)
{
    strbuf page = {0};
    if (!is_whole)
        report_page(TARRY_VERSION, command_table[o->command].name, &(report_entry){.json = strbuf_text(&made->page)}, 1, &page);
    int code = check_write_file(o->html, is_whole ? &made->page : &page);
    strbuf_release(&page);
    return code;
}

/* Results of many files are never on the disk in part. */
static int write_results(const char *path, const strbuf *json)
{
    if (!strcmp(path, "-") || !replace_is_possible(path))
        return check_write_file(path, json);
    return replace_file(path, json) ? EXIT_HOLDS : commands_input_error("cannot write %s: %s", path, strerror(errno));
}

/* The objects of one file under several memory models, as those of several files. */
static void make_several(strbuf *json)
{
    strbuf objects = *json;
    *json = (strbuf){0};
    if (objects.length)
        report_json_several(TARRY_VERSION, &(report_entry){.json = strbuf_text(&objects)}, 1, json);
    strbuf_release(&objects);
}

/* What a command does with each of its files. */
typedef struct errand {
    const options *options;
    const char *name;
    batch_work *work;
    text_list files;
    bool is_one; /* its report stands alone */
    tarry_options *asked;
    resume *saved; /* NULL: nothing is taken over */
} errand;

/* False with a sentence in `error`. */
static bool prepare(errand *e, arena *memory, strbuf *error)
{
    const options *o = e->options;
    bool has_folder;
    if (!o->operands.count)
        strbuf_printf(error, "%s needs a file: tarry %s FILE...", e->name, e->name);
    if (!o->operands.count || !input_expand(memory, &o->operands, &e->files, &has_folder, error) || !options_fit(o, &e->files, error) || !(e->asked = request_new(o, error)))
        return false;
    e->is_one = e->files.count == 1 && !has_folder && !o->shard && !o->resume.count;
    return (!o->shard || input_take_shard(o->shard, &e->files, error)) && (!o->resume.count || (e->saved = resume_read(o, error)));
}

static int perform(const errand *e, batch_texts *made)
{
    const options *o = e->options;
    report_look look = check_choose_look(o);
    if (!e->is_one)
        return batch_run(o, e->asked, look, &e->files, e->saved, e->work, made);
    if (strcmp(e->files.data[0], "-") != 0) /* who waits for input is ended at once */
        signals_listen();
    int code = e->work(o, e->asked, look, e->files.data[0], made);
    if (choices_are_several(&o->memory))
        make_several(&made->json);
    return code;
}

int check_each_file(const options *o, const char *name, batch_work *work, summary_printer *print_summary)
{
    arena *memory = arena_new();
    strbuf error = {0};
    batch_texts made = {0};
    errand e = {.options = o, .name = name, .work = work};
    int code = prepare(&e, memory, &error) ? perform(&e, &made) : check_refuse(o, &(report_failure){.why = strbuf_text(&error)}, &made);
    if (e.files.count > 1 && made.summary.length && check_wants_text(o))
        print_summary(&made.summary);
    int written = !made.json.length ? EXIT_HOLDS : e.is_one ? check_write_file(o->json, &made.json) : write_results(o->json, &made.json);
    if (!written && made.page.length)
        written = write_page(o, !e.is_one, &made);
    code = written ? written : code;
    if (e.saved)
        resume_free(e.saved);
    if (e.asked)
        tarry_options_free(e.asked);
    vec_release(&e.files);
    strbuf_release(&error);
    batch_texts_release(&made);
    arena_free(memory);
    return code;
}

int command_check(const options *o)
{
    return check_each_file(o, "check", check_file, summary_print);
}
