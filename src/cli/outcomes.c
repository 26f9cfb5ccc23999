/* outcomes.c: the commands `outcomes` and `compare`. */
#include <stdio.h>
#include <string.h>

#include "cli/check.h"
#include "cli/commands.h"
#include "cli/models.h"
#include "cli/progress.h"
#include "cli/summary.h"
#include "library/version.h"
#include "report/page.h"

/* ---- Searching ---- */
/* NULL after a message. */
static tarry_outcomes *find_finals(const options *o, tarry_options *asked, const tarry_model *m, batch_texts *made)
{
    progress shown;
    const char *why;
    progress_watch(&shown, o, asked, "");
    tarry_outcomes *found = tarry_outcomes_find(m, asked, &why);
    progress_end(&shown);
    if (!found)
        check_refuse(o, &(report_failure){.file = m->name, .why = why}, made);
    for (size_t i = 0; found && i < tarry_outcomes_violated_count(found); i++)
        fprintf(stderr, "tarry: note: %s: %s is violated in some run; `tarry check` shows it\n", m->name, tarry_outcomes_violated(found, i));
    return found;
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
    summary_add_outcomes(answer, r->question && s->report.complete ? report_outcomes_observation(r) : "-", r->state_count, r->question ? r->question->test : s->report.file, summary);
}

static int outcomes_file(const options *o, tarry_options *asked, report_look look, const char *path, batch_texts *made)
{
    (void)look;
    tarry_model *m = check_load(o, asked, path, made);
    tarry_outcomes *found = m ? find_finals(o, asked, m, made) : NULL;
    int code = EXIT_INPUT;
    if (found) {
        strbuf text = {0};
        code = check_exit_codes[found->report.verdict];
        add_summary(found, &made->summary);
        if (o->json)
            report_outcomes_json(&found->outcomes, &made->json);
        if (check_wants_text(o))
            report_outcomes_text(&found->outcomes, &text);
        print(&text);
        tarry_outcomes_free(found);
    }
    if (m)
        tarry_model_free(m);
    return code;
}

static void print_summary(const strbuf *lines)
{
    printf("\nanswer  observation states  test\n%s", strbuf_text(lines));
}

int command_outcomes(const options *o)
{
    return check_each_file(o, "outcomes", outcomes_file, print_summary);
}

/* ---- compare ---- */
enum { MODELS = 3 }; /* of a litmus test: all but slot */

/* The objects of all models, as for several files. */
static void add_objects(const strbuf *objects, size_t count, strbuf *out)
{
    report_entry entries[MODELS_MOST] = {0};
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
    memory_kind kinds[MODELS_MOST];
    size_t done = 0;
    models_all(m, kinds);
    for (; done < MODELS; done++) {
        m->model.options.memory = kinds[done];
        if (!(found[done] = find_finals(o, asked, m, made)))
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
        if (check_wants_text(o))
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
        strbuf_printf(text, i + 1 < count ? "  %-9s" : "  %s\n", machine_traits(results[i]->report.machine)->title);
    for (uint32_t i = 0; i <= properties->items.count; i++)
        add_row(results, count, properties, i, width, text);
}

/* The objects of the results, for the JSON or for the page. */
static void add_results(tarry_result *const *results, size_t count, bool for_page, strbuf *out)
{
    strbuf objects[MODELS_MOST] = {0};
    for (size_t i = 0; i < count; i++)
        for_page ? report_page_object(&results[i]->report, NULL, &objects[i]) : report_json(&results[i]->report, &objects[i]);
    add_objects(objects, count, out);
    for (size_t i = 0; i < count; i++)
        strbuf_release(&objects[i]);
}

static int compare_verdicts(const options *o, tarry_options *asked, tarry_model *m, batch_texts *made)
{
    tarry_result *results[MODELS_MOST];
    memory_kind kinds[MODELS_MOST];
    arena *memory = arena_new();
    strbuf text = {0};
    int code = EXIT_HOLDS;
    size_t done = 0, count = models_all(m, kinds);
    asked->all_errors = true;
    for (; done < count; done++) {
        const char *why;
        m->model.options.memory = kinds[done];
        results[done] = check_search(o, asked, m, &why);
        if (!results[done]) {
            code = check_refuse(o, &(report_failure){.file = m->name, .why = why}, made);
            break;
        }
        code = batch_worse(code, check_exit_codes[results[done]->report.verdict]);
    }
    if (done == count) {
        models_note_difference(memory, results, count);
        if (o->json)
            add_results(results, count, false, &made->json);
        if (o->html)
            add_results(results, count, true, &made->page);
        if (check_wants_text(o))
            write_table(results, count, m, &text);
    }
    for (size_t i = 0; i < done; i++)
        tarry_result_free(results[i]);
    print(&text);
    arena_free(memory);
    return code;
}

static int compare_file(const options *o, tarry_options *asked, report_look look, const char *path, batch_texts *made)
{
    (void)look;
    tarry_model *m = check_load(o, asked, path, made);
    if (!m)
        return EXIT_INPUT;
    bool asks_more = o->never.count || o->always.count || o->mutex.count || o->ltl.count; /* than a test asks itself */
    int code = m->model.program->question && !asks_more ? compare_outcomes(o, asked, m, made) : compare_verdicts(o, asked, m, made);
    tarry_model_free(m);
    return code;
}

int command_compare(const options *o)
{
    return check_each_file(o, "compare", compare_file, NULL);
}
