/* fence.c: the command `fence`. */
#include <stdio.h>
#include <string.h>

#include "cli/check.h"
#include "cli/commands.h"
#include "cli/progress.h"
#include "cli/request.h"
#include "library/file.h"
#include "library/handles.h"
#include "library/thesis.h"
#include "library/version.h"
#include "report/page.h"

static bool is_stdout(const char *path)
{
    return path && !strcmp(path, "-");
}

/* One report; the exit code of a failure to write it. */
static int write_report(const char *path, const char *text)
{
    if (!path)
        return EXIT_HOLDS;
    if (!text)
        return EXIT_HOLDS;
    strbuf copy = {0};
    strbuf_add(&copy, text);
    int code = check_write_file(path, &copy);
    strbuf_release(&copy);
    return code;
}

static int write_page(const options *o, tarry_repair *r, const strbuf *text)
{
    strbuf object = {0}, page = {0};
    VEC(const char *) repaired = {0};
    for (size_t i = 0; i < tarry_repair_count(r); i++)
        vec_push(&repaired, tarry_repair_model(r, i));
    const model *m = &r->model->model;
    const char *list = !m->program->binds_barriers ? NULL : m->options.atomic ? m->options.atomic : "";
    report_page_repair(tarry_repair_json(r), o->operands.data[0], strbuf_text(text), list, repaired.data, repaired.count, &object);
    report_page(TARRY_VERSION, command_table[o->command].name, &(report_entry){.json = strbuf_text(&object)}, 1, &page);
    int code = check_write_file(o->html, &page);
    vec_release(&repaired);
    strbuf_release(&object);
    strbuf_release(&page);
    return code;
}

static int write_reports(const options *o, tarry_repair *r, const strbuf *text)
{
    int code = EXIT_HOLDS;
    if (!is_stdout(o->json) && !is_stdout(o->patch))
        fputs(tarry_repair_text(r), stdout);
    if (o->json)
        code = write_report(o->json, tarry_repair_json(r));
    if (o->html && !code)
        code = write_page(o, r, text);
    if (o->patch && !code)
        code = write_report(o->patch, tarry_repair_patch(r));
    if (o->certificate && !code)
        code = write_report(o->certificate, tarry_repair_proof(r));
    return code;
}

/* The object that says why, where JSON is wanted; the messages were printed. */
static int write_failure(const options *o, const report_failure *f)
{
    batch_texts made = {0};
    int code = check_refuse(o, f, &made), written = made.json.length ? check_write_file(o->json, &made.json) : EXIT_HOLDS;
    batch_texts_release(&made);
    return written ? written : code;
}

/* The model is read once more, for its messages; where it has no errors, an engine refused it. */
static int refuse(const options *o, tarry_options *asked, const char *path, const strbuf *text)
{
    if (!o->json)
        return EXIT_INPUT;
    tarry_model *m = tarry_load_text(path, strbuf_text(text), text->length, asked);
    const char *why = NULL;
    if (tarry_model_is_good(m)) {
        engine_request request = options_engine_request(asked, &m->model);
        options_choose_engine(asked, &request, &why);
        diag_error(&m->model.diag, (source_location){0}, "%s", why ? why : "the model cannot be repaired");
    }
    int code = write_failure(o, &(report_failure){.file = path, .messages = &m->model.diag});
    tarry_model_free(m);
    return code;
}

/* Each repairs the model in its own way: the exit code. In the order of --repair. */
typedef int repair(const options *o, tarry_options *asked, const char *path, const strbuf *text);

static int optimal(const options *o, tarry_options *asked, const char *path, const strbuf *text)
{
    static const int codes[] = {[TARRY_REPAIRED] = EXIT_HOLDS, [TARRY_IRREPARABLE] = EXIT_VIOLATED, [TARRY_NOT_REPAIRED] = EXIT_UNKNOWN};
    progress shown;
    char *messages;
    progress_watch(&shown, o, asked, "");
    tarry_repair *r = tarry_fence(path, strbuf_text(text), text->length, asked, &messages);
    progress_end(&shown);
    request_print(messages);
    tarry_text_free(messages);
    if (!r)
        return refuse(o, asked, path, text);
    int code = write_reports(o, r, text);
    code = code ? code : codes[tarry_repair_outcome(r)];
    tarry_repair_free(r);
    return code;
}

static void tell_thesis(const thesis_repair *r, const char *path)
{
    static const char *const outcomes[] = {[THESIS_REPAIRED] = "holds", [THESIS_HOPELESS] = "no atomic write helps", [THESIS_UNKNOWN] = "unknown"};
    printf("%s: %s", path, outcomes[r->outcome]);
    if (r->writes)
        printf(" with %u of %u writes atomic", r->atomic, r->writes);
    printf("%s%s\n", r->reason ? ": " : "", r->reason ? r->reason : "");
    if (r->told.length)
        printf("\nround  made atomic\n%s", strbuf_text(&r->told));
    printf("\n%u check%s, %.0f states stored in all.%s\n", r->rounds, r->rounds == 1 ? "" : "s", r->states,
           r->outcome == THESIS_REPAIRED && r->atomic ? " Fewer writes may do: see --repair optimal --with atomic" : "");
}

/* What it does not do is not left out in silence. */
static const char *misuse_of_thesis(const options *o)
{
    if (o->json)
        return "--repair thesis writes no JSON: it has no proof to show";
    if (o->certificate)
        return "--repair thesis writes no certificate: it has no proof to show";
    if (o->html)
        return "--repair thesis writes no page: leave out --html, or --repair";
    if (o->given[OPTION_with] || o->given[OPTION_cost] || o->all || o->keep)
        return "--repair thesis chooses atomic writes one after the other: --with, --cost, --all and --keep are for --repair optimal";
    return NULL;
}

/* The thesis's memory model and fairness, unless others are asked for. Short runs have few accesses that have nothing to do with the error. */
static int thesis(const options *o, tarry_options *asked, const char *path, const strbuf *text)
{
    static const int codes[] = {[THESIS_REPAIRED] = EXIT_HOLDS, [THESIS_HOPELESS] = EXIT_VIOLATED, [THESIS_UNKNOWN] = EXIT_UNKNOWN};
    progress shown;
    char *messages;
    thesis_repair r;
    const char *wrong = misuse_of_thesis(o);
    if (wrong)
        return commands_input_error("%s", wrong);
    if (!o->given[OPTION_memory])
        tarry_options_set(asked, "memory", "slot");
    if (!o->given[OPTION_fairness])
        tarry_options_set(asked, "fairness", "memory");
    tarry_options_set(asked, "search", "bfs");
    progress_watch(&shown, o, asked, "");
    bool good = thesis_repair_find(path, strbuf_text(text), text->length, asked, &r, &messages);
    progress_end(&shown);
    request_print(messages);
    tarry_text_free(messages);
    int code = good ? codes[r.outcome] : EXIT_INPUT;
    if (good && !is_stdout(o->patch))
        tell_thesis(&r, path);
    if (good && o->patch && r.outcome == THESIS_REPAIRED && write_report(o->patch, strbuf_text(&r.list)))
        code = EXIT_INPUT;
    thesis_repair_release(&r);
    return code;
}

static const char *misuse(const options *o)
{
    if (o->operands.count != 1)
        return "fence needs one file: tarry fence FILE";
    if (is_stdout(o->html))
        return "--html needs the name of a file";
    if (is_stdout(o->certificate))
        return "--certificate needs the name of a file";
    if (is_stdout(o->json) && is_stdout(o->patch))
        return "--json and --patch cannot both have standard output";
    return NULL;
}

int command_fence(const options *o)
{
    static repair *const repairs[] = {optimal, thesis};
    const char *wrong = misuse(o);
    if (wrong)
        return write_failure(o, &(report_failure){.why = wrong});
    strbuf error = {0}, text = {0};
    int code;
    tarry_options *asked = request_new(o, &error);
    if (!asked || !file_read(o->operands.data[0], &text, &error))
        code = write_failure(o, &(report_failure){.file = asked ? o->operands.data[0] : NULL, .why = strbuf_text(&error)});
    else
        code = repairs[o->repair](o, asked, o->operands.data[0], &text);
    if (asked)
        tarry_options_free(asked);
    strbuf_release(&error);
    strbuf_release(&text);
    return code;
}
