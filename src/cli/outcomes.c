/* outcomes.c: the commands `outcomes` and `compare`. */
#include <stdio.h>
#include <string.h>

#include "base/bug.h"
#include "cli/check.h"
#include "cli/commands.h"
#include "cli/progress.h"
#include "library/version.h"
#include "engine/finals.h"
#include "report/outcomes.h"

/* All final states of one model under one memory model. */
typedef struct final_search {
    const model *model;
    property_list properties; /* no more than what a search needs */
    footprints *footprints;
    observation_list observed;
    finals finals;
    engine_result result;
    report report;
    report_outcomes outcomes;
    arena *memory;
} final_search;

/* ---- Searching ---- */
static void tell_violations(const final_search *s, const char *path)
{
    for (size_t i = 0; i < s->result.violations.count; i++)
        fprintf(stderr, "tarry: note: %s: %s is violated in some run; `tarry check` shows it\n", path,
                s->properties.items.data[s->result.violations.data[i].property].name);
}

static report_verdict verdict_of(const report_outcomes *o, bool complete)
{
    if (!complete)
        return REPORT_UNKNOWN;
    if (!o->question)
        return REPORT_HOLDS;
    bool ok = o->question->quantifier == QUANTIFIER_EXISTS       ? o->positive > 0
              : o->question->quantifier == QUANTIFIER_NOT_EXISTS ? o->positive == 0
                                                                 : o->positive == o->state_count;
    return ok ? REPORT_HOLDS : REPORT_VIOLATED;
}

static void sort_states(final_search *s)
{
    uint32_t count = (uint32_t)intern_count(&s->finals.rows);
    const int32_t **rows = ARENA_ARRAY(s->memory, const int32_t *, count + 1);
    for (uint32_t i = 0; i < count; i++)
        rows[i] = intern_get(&s->finals.rows, i);
    s->outcomes = (report_outcomes){.report = &s->report, .question = s->model->program->question, .observed = s->observed.data,
                                    .observed_count = (uint32_t)s->observed.count};
    report_outcomes_sort(&s->outcomes, s->memory, rows, count);
}

/* The program to search, and what is looked at in it. */
static const program *prepare(final_search *s, const program *p)
{
    footprints *of_file = property_footprints(&s->properties, p);
    const program *searched = program_for_finals(p, footprints_deaths_matter(of_file));
    footprints_free(of_file);
    s->footprints = property_footprints(&s->properties, searched);
    return searched;
}

/* False after a message. Must be released in either case. */
static bool find_finals(final_search *s, const options *o, const model *m, const char *path)
{
    const program *p = m->program;
    *s = (final_search){.model = m, .memory = arena_new()};
    property_list_init(&s->properties, p, &m->diag, false, m->options.overflow_is_error);
    for (size_t i = 0; p->question && i < p->question->observed.count; i++)
        vec_push(&s->observed, p->question->observed.data[i]);
    if (!p->question)
        program_observe_all(p, &s->observed);
    finals_init(&s->finals, &s->observed);
    progress shown;
    progress_init(&shown);
    engine_request request = check_request_of(o, m, &shown);
    request.program = prepare(s, p);
    request.properties = &s->properties;
    request.footprints = s->footprints;
    request.finals = &s->finals;
    request.all_errors = true;
    const engine *used = check_choose_engine(o, &request);
    if (used)
        engine_run(used, &request, &s->result);
    progress_end(&shown);
    if (!used)
        return false;
    s->report = answer_report(m, path, used, &s->result);
    s->report.properties = &s->properties;
    s->report.complete = s->result.complete && s->result.exact;
    sort_states(s);
    s->report.verdict = verdict_of(&s->outcomes, s->report.complete);
    tell_violations(s, path);
    return true;
}

static void release(final_search *s)
{
    if (s->result.memory)
        engine_result_release(&s->result);
    finals_release(&s->finals);
    vec_release(&s->observed);
    footprints_free(s->footprints);
    property_list_release(&s->properties);
    arena_free(s->memory);
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
static void add_summary(const final_search *s, strbuf *summary)
{
    const report_outcomes *r = &s->outcomes;
    const char *answer = !s->report.complete ? "unknown" : !r->question ? "-" : s->report.verdict == REPORT_HOLDS ? "Ok" : "No";
    strbuf_printf(summary, "%-8s%-11s%8u  %s\n", answer, r->question && s->report.complete ? report_outcomes_observation(r) : "-", r->state_count,
                  r->question ? r->question->test : s->report.file);
}

static int outcomes_file(const options *o, const model_request *request, report_look look, const char *path, strbuf *json, strbuf *summary)
{
    (void)look;
    model m;
    final_search s;
    strbuf text = {0};
    int code = EXIT_INPUT;
    if (model_load(&m, path, request)) {
        if (find_finals(&s, o, &m, path)) {
            code = check_exit_codes[s.report.verdict];
            add_summary(&s, summary);
            if (o->json)
                report_outcomes_json(&s.outcomes, json);
            if (wants_text(o))
                report_outcomes_text(&s.outcomes, &text);
        }
        release(&s);
    }
    print(&text);
    model_release(&m);
    return code;
}

int command_outcomes(const options *o)
{
    return check_each_file(o, "outcomes", outcomes_file, "answer  observation states  test\n");
}

/* ---- compare ---- */
static const memory_kind models[] = {MEMORY_SC, MEMORY_TSO, MEMORY_PSO}; /* strongest first */
enum { MODELS = sizeof models / sizeof *models };

/* The objects of all models, as for several files. */
static void add_json(const options *o, const strbuf *objects, strbuf *json)
{
    report_entry entries[MODELS];
    for (size_t i = 0; i < MODELS; i++)
        entries[i] = (report_entry){.json = strbuf_text(&objects[i])};
    if (o->json)
        report_json_several(TARRY_VERSION, entries, MODELS, json);
}

static int compare_outcomes(const options *o, model *m, const char *path, strbuf *json)
{
    final_search searches[MODELS];
    report_outcomes outcomes[MODELS];
    report_options under[MODELS];
    strbuf objects[MODELS] = {0}, text = {0};
    int code = EXIT_HOLDS;
    size_t done = 0;
    for (; done < MODELS && code != EXIT_INPUT; done++) {
        final_search *s = &searches[done];
        m->options.memory = models[done];
        if (!find_finals(s, o, m, path)) {
            code = EXIT_INPUT;
            continue;
        }
        under[done] = m->options;
        s->report.options = &under[done];
        outcomes[done] = s->outcomes;
        code = batch_worse(code, check_exit_codes[s->report.verdict]);
        if (o->json)
            report_outcomes_json(&s->outcomes, &objects[done]);
    }
    if (code != EXIT_INPUT) {
        add_json(o, objects, json);
        if (wants_text(o))
            report_outcomes_compare(outcomes, MODELS, &text);
    }
    for (size_t i = 0; i < done; i++) {
        release(&searches[i]);
        strbuf_release(&objects[i]);
    }
    print(&text);
    return code;
}

static void add_row(const report *reports, const property_list *properties, uint32_t row, int width, strbuf *text)
{
    strbuf_printf(text, "%-*s", width, row < properties->items.count ? properties->items.data[row].name : "all");
    for (size_t i = 0; i < MODELS; i++) {
        report_verdict v = row < properties->items.count ? report_property_verdict(&reports[i], row) : reports[i].verdict;
        strbuf_printf(text, i + 1 < MODELS ? "  %-9s" : "  %s\n", report_verdict_name(v));
    }
}

static int widest_name(const property_list *properties, const char *title)
{
    size_t width = strlen(title);
    for (size_t i = 0; i < properties->items.count; i++)
        width = strlen(properties->items.data[i].name) > width ? strlen(properties->items.data[i].name) : width;
    return (int)width;
}

static int compare_verdicts(const options *o, model *m, const char *path, strbuf *json)
{
    report reports[MODELS];
    engine_result results[MODELS];
    report_options under[MODELS];
    strbuf objects[MODELS] = {0}, text = {0};
    arena *memory = arena_new();
    int code = EXIT_HOLDS;
    size_t done = 0;
    for (; done < MODELS; done++) {
        progress shown;
        progress_init(&shown);
        m->options.memory = models[done];
        engine_request request = check_request_of(o, m, &shown);
        request.all_errors = true;
        const engine *used = check_choose_engine(o, &request);
        if (!used)
            break;
        reports[done] = answer_find(used, &request, m, path, memory, &results[done]);
        progress_end(&shown);
        under[done] = m->options;
        reports[done].options = &under[done];
        code = batch_worse(code, check_exit_codes[reports[done].verdict]);
        if (o->json)
            report_json(&reports[done], &objects[done]);
    }
    if (done == MODELS) {
        add_json(o, objects, json);
        int width = widest_name(&m->properties, path);
        strbuf_printf(&text, "%-*s  SC         TSO        PSO\n", width, path);
        for (uint32_t i = 0; i <= m->properties.items.count; i++)
            add_row(reports, &m->properties, i, width, &text);
    } else {
        code = EXIT_INPUT;
    }
    for (size_t i = 0; i < done; i++) {
        engine_result_release(&results[i]);
        strbuf_release(&objects[i]);
    }
    arena_free(memory);
    if (!wants_text(o))
        strbuf_clear(&text);
    print(&text);
    return code;
}

static int compare_file(const options *o, const model_request *request, report_look look, const char *path, strbuf *json, strbuf *summary)
{
    (void)look, (void)summary;
    model m;
    int code = EXIT_INPUT;
    if (model_load(&m, path, request))
        code = m.program->question ? compare_outcomes(o, &m, path, json) : compare_verdicts(o, &m, path, json);
    model_release(&m);
    return code;
}

int command_compare(const options *o)
{
    return check_each_file(o, "compare", compare_file, "");
}
