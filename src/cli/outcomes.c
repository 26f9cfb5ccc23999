/* outcomes.c: the commands `outcomes` and `compare`. */
#include <stdio.h>
#include <string.h>

#include "cli/check.h"
#include "cli/commands.h"
#include "cli/progress.h"
#include "library/version.h"
#include "report/page.h"

/* ---- Searching ---- */
/* NULL after a message. */
static tarry_outcomes *find_finals(const options *o, tarry_options *asked, const tarry_model *m)
{
    progress shown;
    const char *why;
    progress_watch(&shown, asked, o->log);
    tarry_outcomes *found = tarry_outcomes_find(m, asked, &why);
    progress_end(&shown);
    if (!found)
        commands_input_error("%s", why);
    for (size_t i = 0; found && i < tarry_outcomes_violated_count(found); i++)
        fprintf(stderr, "tarry: note: %s: %s is violated in some run; `tarry check` shows it\n", m->name, tarry_outcomes_violated(found, i));
    return found;
}

static bool wants_text(const options *o)
{
    return !o->json || strcmp(o->json, "-") != 0;
}

static void print(strbuf *text)
{
    fwrite(strbuf_text(text), 1, text->length, stdout);
    strbuf_release(text);
}

/* ---- outcomes ---- */
static void add_summary(const tarry_outcomes *s, strbuf *summary)
{
    const report_outcomes *r = &s->outcomes;
    const char *answer = !s->report.complete ? "unknown" : !r->question ? "-" : s->report.verdict == REPORT_HOLDS ? "Ok" : "No";
    strbuf_printf(summary, "%-8s%-11s%8u  %s\n", answer, r->question && s->report.complete ? report_outcomes_observation(r) : "-", r->state_count,
                  r->question ? r->question->test : s->report.file);
}

static int outcomes_file(const options *o, tarry_options *asked, report_look look, const char *path, batch_texts *made)
{
    (void)look;
    tarry_model *m = request_load(path, asked);
    tarry_outcomes *found = m ? find_finals(o, asked, m) : NULL;
    int code = EXIT_INPUT;
    if (found) {
        strbuf text = {0};
        code = check_exit_codes[found->report.verdict];
        add_summary(found, &made->summary);
        if (o->json)
            report_outcomes_json(&found->outcomes, &made->json);
        if (wants_text(o))
            report_outcomes_text(&found->outcomes, &text);
        print(&text);
        tarry_outcomes_free(found);
    }
    if (m)
        tarry_model_free(m);
    return code;
}

int command_outcomes(const options *o)
{
    return check_each_file(o, "outcomes", outcomes_file, "answer  observation states  test\n");
}

/* ---- compare ---- */
static const memory_kind models[] = {MEMORY_SC, MEMORY_TSO, MEMORY_PSO, MEMORY_SLOT}; /* strongest first; the last is for DVE, whose thesis has it */
enum { MODELS = 3, MOST_MODELS = sizeof models / sizeof *models };

/* The objects of all models, as for several files. */
static void add_objects(const strbuf *objects, size_t count, strbuf *out)
{
    report_entry entries[MOST_MODELS];
    for (size_t i = 0; i < count; i++)
        entries[i] = (report_entry){.json = strbuf_text(&objects[i])};
    report_json_several(TARRY_VERSION, entries, count, out);
}

static int compare_outcomes(const options *o, tarry_options *asked, tarry_model *m, batch_texts *made)
{
    tarry_outcomes *found[MODELS];
    report_outcomes outcomes[MODELS];
    strbuf objects[MODELS] = {0}, text = {0};
    bool wants_objects = o->json || o->html;
    int code = EXIT_HOLDS;
    size_t done = 0;
    for (; done < MODELS; done++) {
        m->model.options.memory = models[done];
        if (!(found[done] = find_finals(o, asked, m)))
            break;
        outcomes[done] = found[done]->outcomes;
        code = batch_worse(code, check_exit_codes[found[done]->report.verdict]);
        if (wants_objects)
            report_outcomes_json(&outcomes[done], &objects[done]);
    }
    if (done == MODELS) {
        if (o->json)
            add_objects(objects, MODELS, &made->json);
        if (o->html)
            add_objects(objects, MODELS, &made->page);
        if (wants_text(o))
            report_outcomes_compare(outcomes, MODELS, &text);
    } else {
        code = EXIT_INPUT;
    }
    for (size_t i = 0; i < done; i++) {
        tarry_outcomes_free(found[i]);
        strbuf_release(&objects[i]);
    }
    print(&text);
    return code;
}

static void add_row(tarry_result *const *results, size_t count, const property_list *properties, uint32_t row, int width, strbuf *text)
{
    strbuf_printf(text, "%-*s", width, row < properties->items.count ? properties->items.data[row].name : "all");
    for (size_t i = 0; i < count; i++) {
        const report *r = &results[i]->report;
        report_verdict v = row < properties->items.count ? report_property_verdict(r, (property_ref){row}) : r->verdict;
        strbuf_printf(text, i + 1 < count ? "  %-9s" : "  %s\n", report_verdict_name(v));
    }
}

static int widest_name(const property_list *properties, const char *title)
{
    size_t width = strlen(title);
    for (size_t i = 0; i < properties->items.count; i++)
        width = strlen(properties->items.data[i].name) > width ? strlen(properties->items.data[i].name) : width;
    return (int)width;
}

static void write_table(tarry_result *const *results, size_t count, const tarry_model *m, strbuf *text)
{
    const property_list *properties = &m->model.properties;
    int width = widest_name(properties, m->name);
    strbuf_printf(text, "%-*s", width, m->name);
    for (size_t i = 0; i < count; i++)
        strbuf_printf(text, i + 1 < count ? "  %-9s" : "  %s\n", memory_traits_of(models[i])->title);
    for (uint32_t i = 0; i <= properties->items.count; i++)
        add_row(results, count, properties, i, width, text);
}

static int compare_verdicts(const options *o, tarry_options *asked, tarry_model *m, batch_texts *made)
{
    tarry_result *results[MOST_MODELS];
    strbuf objects[MOST_MODELS] = {0}, pages[MOST_MODELS] = {0}, text = {0};
    int code = EXIT_HOLDS;
    size_t done = 0, count = !strcmp(m->model.program->language, "dve") && !m->model.options.buffer ? MOST_MODELS : MODELS;
    asked->all_errors = true;
    for (; done < count; done++) {
        progress shown;
        const char *why;
        m->model.options.memory = models[done];
        progress_watch(&shown, asked, o->log);
        results[done] = tarry_check(m, asked, &why);
        progress_end(&shown);
        if (!results[done]) {
            commands_input_error("%s", why);
            break;
        }
        code = batch_worse(code, check_exit_codes[results[done]->report.verdict]);
        if (o->json)
            report_json(&results[done]->report, &objects[done]);
        if (o->html)
            report_page_object(&results[done]->report, NULL, &pages[done]);
    }
    if (done == count && o->json)
        add_objects(objects, count, &made->json);
    if (done == count && o->html)
        add_objects(pages, count, &made->page);
    if (done < count)
        code = EXIT_INPUT;
    if (done == count && wants_text(o))
        write_table(results, count, m, &text);
    for (size_t i = 0; i < done; i++) {
        tarry_result_free(results[i]);
        strbuf_release(&objects[i]);
        strbuf_release(&pages[i]);
    }
    print(&text);
    return code;
}

static int compare_file(const options *o, tarry_options *asked, report_look look, const char *path, batch_texts *made)
{
    (void)look;
    tarry_model *m = request_load(path, asked);
    if (!m)
        return EXIT_INPUT;
    bool asks_more = o->never.count || o->always.count || o->mutex.count || o->ltl.count; /* than a test asks itself */
    int code = m->model.program->question && !asks_more ? compare_outcomes(o, asked, m, made) : compare_verdicts(o, asked, m, made);
    tarry_model_free(m);
    return code;
}

int command_compare(const options *o)
{
    return check_each_file(o, "compare", compare_file, "");
}
