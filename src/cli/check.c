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
#include "cli/progress.h"
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

/* ---- Pages and drawings ---- */
/* A second result with the proof, where one of so few states can be had and the first result has none; NULL otherwise. */
static tarry_result *prove_again(tarry_options *asked, const tarry_model *m, const tarry_result *r)
{
    const char *why;
    bool draws = r->report.verdict == REPORT_HOLDS && !strcmp(r->report.engine, "events") && r->report.statistics.states_stored <= REPORT_PROOF_STATES;
    if (!draws || asked->certificate)
        return NULL;
    asked->certificate = true;
    tarry_result *proved = tarry_check(m, asked, &why);
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

/* What one looks at. The exit code. */
static int show(const options *o, tarry_options *asked, const tarry_model *m, tarry_result *r, strbuf *page)
{
    const char *why;
    if (!o->html && !o->dot && !o->svg)
        return EXIT_HOLDS;
    tarry_result *proved = prove_again(asked, m, r);
    const char *certificate = tarry_result_certificate(proved ? proved : r, &why);
    if (o->html)
        report_page_object(&r->report, certificate, page);
    int code = o->dot || o->svg ? write_drawings(o, r, certificate) : EXIT_HOLDS;
    if (proved)
        tarry_result_free(proved);
    return code;
}

static int search(const options *o, tarry_options *asked, const tarry_model *m, report_look look, batch_texts *made)
{
    progress shown;
    const char *why;
    progress_watch(&shown, asked, o->log);
    tarry_result *r = tarry_check(m, asked, &why);
    progress_end(&shown);
    if (!r)
        return commands_input_error("%s", why);
    if (o->json)
        report_json(&r->report, &made->json);
    if (!o->json || strcmp(o->json, "-")) {
        strbuf text = {0};
        report_text(&r->report, look, &text);
        fwrite(strbuf_text(&text), 1, text.length, stdout);
        strbuf_release(&text);
    }
    int code = show(o, asked, m, r, &made->page);
    if (!code && o->certificate)
        code = write_certificate(o, r);
    code = code ? code : check_exit_codes[r->report.verdict];
    tarry_result_free(r);
    return code;
}

int check_file(const options *o, tarry_options *asked, report_look look, const char *path, batch_texts *made)
{
    tarry_model *m = request_load(path, asked);
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
static report_look choose_look(const options *o)
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
    if (o->svg && !graphviz_is_there("--svg", error))
        return false;
    return (!o->dot || can_be_written("--dot", o->dot, files, error)) &&
           (!o->svg || can_be_written("--svg", o->svg, files, error)) &&
           (!o->json || !strcmp(o->json, "-") || can_be_written("--json", o->json, files, error)) &&
           (!o->html || can_be_written("--html", o->html, files, error)) &&
           (!o->certificate || can_be_written("--certificate", o->certificate, files, error));
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

int check_each_file(const options *o, const char *name, batch_work *work, const char *summary_title)
{
    if (!o->operands.count)
        return commands_input_error("%s needs a file: tarry %s FILE...", name, name);
    arena *memory = arena_new();
    strbuf error = {0};
    batch_texts made = {0};
    text_list files = {0};
    bool has_folder;
    tarry_options *asked = NULL;
    int code;
    if (!input_expand(memory, &o->operands, &files, &has_folder, &error) || !options_fit(o, &files, &error) ||
        !(asked = request_new(o, &error)))
        code = commands_input_error("%s", strbuf_text(&error));
    else if (files.count == 1 && !has_folder)
        code = work(o, asked, choose_look(o), files.data[0], &made);
    else
        code = batch_run(o, asked, choose_look(o), &files, work, &made);
    if (files.count > 1 && made.summary.length && !(o->json && !strcmp(o->json, "-")))
        printf("\n%s%s", summary_title, strbuf_text(&made.summary));
    int written = made.json.length ? check_write_file(o->json, &made.json) : EXIT_HOLDS;
    if (!written && made.page.length)
        written = write_page(o, files.count > 1 || has_folder, &made);
    code = written ? written : code;
    if (asked)
        tarry_options_free(asked);
    vec_release(&files);
    strbuf_release(&error);
    batch_texts_release(&made);
    arena_free(memory);
    return code;
}

int command_check(const options *o)
{
    return check_each_file(o, "check", check_file, "");
}
