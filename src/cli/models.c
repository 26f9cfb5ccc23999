#include "cli/models.h"

#include <stdio.h>
#include <string.h>

#include "cli/check.h"
#include "cli/commands.h"
#include "cli/summary.h"
#include "library/file.h"
#include "library/version.h"
#include "report/difference.h"
#include "report/wrap.h"

size_t models_all(const tarry_model *m, memory_kind *kinds)
{
    static const memory_kind all[] = {MEMORY_SC, MEMORY_TSO, MEMORY_PSO, MEMORY_SLOT};
    bool has_slots = m->model.program && !strcmp(m->model.program->language, "dve") && !m->model.options.buffer;
    size_t count = sizeof all / sizeof *all - !has_slots;
    memcpy(kinds, all, count * sizeof *kinds);
    return count;
}

const char *models_note_difference(arena *memory, tarry_result *const *results, size_t count)
{
    const report *reports[MODELS_MOST];
    const char *text;
    size_t which;
    for (size_t i = 0; i < count; i++)
        reports[i] = results[i] ? &results[i]->report : NULL;
    if (!report_find_difference(memory, reports, count, &which, &text))
        return NULL;
    results[which]->report.difference = text;
    return text;
}

/* ---- check ---- */
typedef struct several {
    const options *options;
    tarry_options *asked;
    report_look look;
    const char *path;
    strbuf text;  /* of the file */
    strbuf told;  /* the messages of the last model */
    arena *memory;
    size_t count; /* of memory models */
    memory_kind kinds[MODELS_MOST];
    tarry_model *models[MODELS_MOST];   /* what a front-end makes of the text may depend on the memory model */
    tarry_result *results[MODELS_MOST]; /* NULL: it could not be checked; `failed` says why */
    strbuf failed[MODELS_MOST];         /* an object */
    int code;
} several;

static void choose_models(several *s)
{
    const choice_list *asked = &s->options->memory;
    for (; s->count < asked->count; s->count++) {
        strbuf name = {0};
        option_choice_text(OPTION_memory, asked->items[s->count], &name);
        memory_kind_find(strbuf_text(&name), &s->kinds[s->count]);
        strbuf_release(&name);
    }
    if (!asked->all)
        return;
    tarry_model *m = tarry_load_text(s->path, strbuf_text(&s->text), s->text.length, s->asked);
    s->count = models_all(m, s->kinds);
    tarry_model_free(m);
}

static void fail(several *s, size_t at, const diag *messages, const char *why)
{
    const char *memory = memory_traits_of(s->kinds[at])->name;
    batch_texts made = {0};
    s->code = batch_worse(s->code, check_refuse(s->options, &(report_failure){.file = s->path, .memory = memory, .messages = messages, .why = why}, &made));
    s->failed[at] = made.json;
}

/* Warnings, and errors that come again, are told once. */
static bool load(several *s, size_t at)
{
    tarry_options_set(s->asked, "memory", memory_traits_of(s->kinds[at])->name);
    tarry_model *m = s->models[at] = tarry_load_text(s->path, strbuf_text(&s->text), s->text.length, s->asked);
    bool is_good = tarry_model_is_good(m);
    strbuf messages = {0};
    diag_print(&m->model.diag, &messages);
    if ((!at || !is_good) && strcmp(strbuf_text(&messages), strbuf_text(&s->told)) != 0)
        request_print(strbuf_text(&messages));
    strbuf_release(&s->told);
    s->told = messages;
    if (!is_good)
        fail(s, at, &m->model.diag, NULL);
    return is_good;
}

static void check_one(several *s, size_t at, strbuf *summary)
{
    const char *why;
    if (!load(s, at) || !(s->results[at] = check_search(s->options, s->asked, s->models[at], &why))) {
        if (!s->failed[at].length && tarry_model_is_good(s->models[at]))
            fail(s, at, NULL, why);
        summary_add_failure("error", memory_traits_of(s->kinds[at])->name, s->path, summary);
        return;
    }
    const report *r = &s->results[at]->report;
    s->code = batch_worse(s->code, check_exit_codes[r->verdict]);
    check_print_report(s->options, r, s->look);
    if (check_wants_text(s->options))
        putchar('\n');
    summary_add(r, summary);
}

/* The verdicts in one line, and what differs first. */
static void tell_difference(const several *s, const char *difference)
{
    enum { USUAL_WIDTH = 100 };
    const report *reports[MODELS_MOST];
    strbuf text = {0}, lines = {0};
    uint32_t width = s->look.width ? s->look.width : USUAL_WIDTH;
    size_t known = 0;
    for (size_t i = 0; i < s->count; i++) {
        reports[i] = s->results[i] ? &s->results[i]->report : NULL;
        known += reports[i] != NULL;
    }
    if (!known || !check_wants_text(s->options))
        return;
    strbuf_printf(&text, "%s: ", s->path);
    report_add_verdicts(reports, s->count, &text);
    report_add_paragraph(strbuf_text(&text), 0, width, &lines);
    strbuf_clear(&text);
    strbuf_printf(&text, "%s%s", difference ? "First difference: " : "No property is known to hold under one of them and not under another.", difference ? difference : "");
    report_add_paragraph(strbuf_text(&text), 0, width, &lines);
    fwrite(strbuf_text(&lines), 1, lines.length, stdout);
    strbuf_release(&text);
    strbuf_release(&lines);
}

/* Objects with commas between them: they stand in a list. */
static void add_objects(several *s, strbuf *json)
{
    for (size_t i = 0; i < s->count && s->options->json; i++) {
        if (json->length)
            json->length--; /* the end of the line */
        strbuf_add(json, i ? ",\n" : "");
        if (s->results[i])
            report_json(&s->results[i]->report, json);
        else
            strbuf_add(json, strbuf_text(&s->failed[i]));
    }
}

static void add_page(several *s, strbuf *page)
{
    report_entry entries[MODELS_MOST];
    strbuf objects[MODELS_MOST] = {0};
    for (size_t i = 0; i < s->count; i++) {
        if (s->results[i])
            check_show(s->options, s->asked, s->models[i], s->results[i], &objects[i]);
        else
            report_json_failure(TARRY_VERSION, &(report_failure){.file = s->path, .memory = memory_traits_of(s->kinds[i])->name, .messages = &s->models[i]->model.diag}, &objects[i]);
        entries[i] = (report_entry){.json = strbuf_text(&objects[i])};
    }
    report_json_several(TARRY_VERSION, entries, s->count, page);
    for (size_t i = 0; i < s->count; i++)
        strbuf_release(&objects[i]);
}

static void release(several *s)
{
    for (size_t i = 0; i < s->count; i++) {
        if (s->results[i])
            tarry_result_free(s->results[i]);
        if (s->models[i])
            tarry_model_free(s->models[i]);
        strbuf_release(&s->failed[i]);
    }
    strbuf_release(&s->text);
    strbuf_release(&s->told);
    arena_free(s->memory);
}

int models_check(const options *o, tarry_options *asked, report_look look, const char *path, batch_texts *made)
{
    strbuf error = {0};
    several s = {.options = o, .asked = asked, .look = look, .path = path, .memory = arena_new(), .code = EXIT_HOLDS};
    if (file_read(path, &s.text, &error)) {
        choose_models(&s);
        for (size_t i = 0; i < s.count; i++)
            check_one(&s, i, &made->summary);
        tell_difference(&s, models_note_difference(s.memory, s.results, s.count));
        add_objects(&s, &made->json);
        if (o->html)
            add_page(&s, &made->page);
    } else {
        s.code = check_refuse(o, &(report_failure){.file = path, .why = strbuf_text(&error)}, made);
    }
    release(&s);
    strbuf_release(&error);
    return s.code;
}
