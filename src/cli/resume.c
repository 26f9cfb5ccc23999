#include "cli/resume.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/bug.h"
#include "base/json.h"
#include "base/limits.h"
#include "cli/batch.h"
#include "cli/check.h"
#include "cli/commands.h"
#include "cli/summary.h"
#include "library/file.h"
#include "library/version.h"
#include "report/json.h"
#include "trace/trace_json.h"

struct resume_answer {
    json_t *reports;   /* an array */
    bool is_nested;    /* they are one entry of the results: those of `compare` */
    const char *from;  /* the file of --resume */
};

struct resume {
    arena *memory;
    json_t *places; /* by the name of the file, where in `answers` */
    VEC(resume_answer) answers;
};

/* ---- What was asked ---- */
static const option_id limit_ids[] = {OPTION_time_limit, OPTION_memory_limit, OPTION_max_states};

/* Which files are done when, and what is written beside the JSON. */
static const option_id other_ids[] = {OPTION_json, OPTION_html, OPTION_dot,  OPTION_svg,  OPTION_certificate, OPTION_width,
                                      OPTION_full, OPTION_log,  OPTION_threads, OPTION_jobs, OPTION_shard, OPTION_resume,      OPTION_dump_program};

static bool is_among(const option_id *ids, size_t count, option_id id)
{
    for (size_t i = 0; i < count; i++)
        if (ids[i] == id)
            return true;
    return false;
}

report_call resume_call(arena *memory, const options *o)
{
    enum { LIMITS = sizeof limit_ids / sizeof *limit_ids, OTHERS = sizeof other_ids / sizeof *other_ids };
    strbuf asked = {0}, bounds = {0};
    strbuf_add(&asked, command_table[o->command].name);
    for (unsigned i = 0; i < OPTION_COUNT; i++)
        if (is_among(limit_ids, LIMITS, (option_id)i))
            option_add_given(o, (option_id)i, &bounds);
        else if (!is_among(other_ids, OTHERS, (option_id)i))
            option_add_given(o, (option_id)i, &asked);
    const char *told = strbuf_text(&bounds);
    report_call call = {.asked = arena_strdup(memory, strbuf_text(&asked)), .limits = arena_strdup(memory, *told ? told + 1 : told)};
    strbuf_release(&asked);
    strbuf_release(&bounds);
    return call;
}

/* ---- Which reports are answers ---- */
static const char *member(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

static bool was_interrupted(const json_t *object)
{
    return strstr(member(object, "reason"), limits_interrupted) != NULL;
}

/* With `is_final`, one that does not depend on the limits either. */
static bool is_answer(const json_t *saved, const options *o, bool is_final)
{
    const char *word = member(saved, "verdict");
    const json_t *properties = json_object_get(saved, "properties");
    bool is_whole = strcmp(word, "unknown") != 0, goes_on = o->command == COMMAND_COMPARE || o->errors; /* past the first violation */
    bool was_cut = was_interrupted(saved);
    for (size_t i = 0; i < json_array_size(properties); i++) {
        const json_t *p = json_array_get(properties, i);
        was_cut |= was_interrupted(p);
        is_whole = is_whole && !(goes_on && !strcmp(member(p, "verdict"), "unknown"));
    }
    return (!strcmp(word, "holds") || !strcmp(word, "violated") || !strcmp(word, "unknown")) && json_is_string(json_object_get(saved, "input_hash")) &&
           json_is_object(json_object_get(saved, "options")) && !was_cut && (is_whole || !is_final);
}

static bool are_answers(const json_t *reports, const options *o, bool is_final)
{
    size_t wanted = choices_are_several(&o->memory) ? o->memory.count : o->command == COMMAND_COMPARE ? 0 : 1; /* 0: it depends on the file */
    size_t count = json_array_size(reports);
    for (size_t i = 0; i < count; i++)
        if (!is_answer(json_array_get(reports, i), o, is_final))
            return false;
    return wanted ? count == wanted : count > 0;
}

/* The reports of one file from the at-th entry on: one for each memory model. */
static json_t *reports_at(const json_t *results, size_t *at)
{
    const json_t *first = json_array_get(results, (*at)++);
    const char *file = member(first, "file");
    json_t *inner = json_object_get(first, "results"), *reports = json_array();
    if (json_is_array(inner)) {
        json_decref(reports);
        return json_incref(inner);
    }
    json_push(reports, json_incref((json_t *)first));
    for (; *at < json_array_size(results); ++*at) {
        json_t *next = json_array_get(results, *at);
        if (strcmp(member(next, "file"), file) != 0)
            return reports;
        for (size_t i = 0; i < json_array_size(reports); i++)
            if (!strcmp(member(json_array_get(reports, i), "memory"), member(next, "memory")))
                return reports; /* the same file was given twice */
        json_push(reports, json_incref(next));
    }
    return reports;
}

/* ---- Reading ---- */
static json_t *load(const char *path, strbuf *error)
{
    json_error_t why;
    FILE *file = fopen(path, "r");
    if (!file) {
        strbuf_printf(error, "--resume: cannot open '%s': %s", path, strerror(errno));
        return NULL;
    }
    json_t *loaded = json_loadf(file, JSON_REJECT_DUPLICATES, &why);
    if (!loaded && json_error_code(&why) == json_error_out_of_memory)
        out_of_memory();
    if (!loaded)
        strbuf_printf(error, "--resume: %s is no JSON, or not all of it: line %d: %s", path, why.line, why.text);
    fclose(file);
    return loaded;
}

static bool is_for_this_call(const json_t *loaded, const char *path, const report_call *call, strbuf *error)
{
    if (strcmp(member(loaded, "tool"), "tarry") != 0 || !json_is_array(json_object_get(loaded, "results")) || !*member(loaded, "asked"))
        strbuf_printf(error, "--resume: %s is no report on several files that --json wrote", path);
    else if (strcmp(member(loaded, "version"), TARRY_VERSION) != 0)
        strbuf_printf(error, "--resume: %s was written by version %s, and this is version %s: its answers may differ", path, member(loaded, "version"), TARRY_VERSION);
    else if (strcmp(member(loaded, "asked"), call->asked) != 0)
        strbuf_printf(error, "--resume: %s answers another question: `tarry %s`, and not `tarry %s`", path, member(loaded, "asked"), call->asked);
    return !error->length;
}

static void add_answers(resume *r, const options *o, const json_t *loaded, const char *from, bool same_limits)
{
    const json_t *results = json_object_get(loaded, "results");
    for (size_t at = 0; at < json_array_size(results);) {
        bool is_nested = json_is_array(json_object_get(json_array_get(results, at), "results"));
        json_t *reports = reports_at(results, &at);
        const char *file = member(json_array_get(reports, 0), "file");
        if (*file && !json_object_get(r->places, file) && are_answers(reports, o, !same_limits)) {
            json_put(r->places, file, json_integer((json_int_t)r->answers.count));
            vec_push(&r->answers, ((resume_answer){.reports = json_incref(reports), .is_nested = is_nested, .from = from}));
        }
        json_decref(reports);
    }
}

static bool read_one(resume *r, const options *o, const report_call *call, const char *path, strbuf *error)
{
    if (o->json && !strcmp(o->json, path) && access(path, F_OK) && errno == ENOENT)
        return true; /* the first run of a call that can be repeated as it is */
    json_t *loaded = load(path, error);
    if (!loaded)
        return false;
    bool is_good = is_for_this_call(loaded, path, call, error);
    if (is_good)
        add_answers(r, o, loaded, path, !strcmp(member(loaded, "limits"), call->limits));
    json_decref(loaded);
    return is_good;
}

resume *resume_read(const options *o, strbuf *error)
{
    resume *r = calloc(1, sizeof *r);
    if (!r)
        out_of_memory();
    r->memory = arena_new();
    r->places = json_object();
    report_call call = resume_call(r->memory, o);
    for (size_t i = 0; i < o->resume.count; i++)
        if (!read_one(r, o, &call, o->resume.data[i], error)) {
            resume_free(r);
            return NULL;
        }
    return r;
}

void resume_free(resume *r)
{
    for (size_t i = 0; i < r->answers.count; i++)
        json_decref(r->answers.data[i].reports);
    vec_release(&r->answers);
    json_decref(r->places);
    arena_free(r->memory);
    free(r);
}

const resume_answer *resume_find(const resume *r, const char *path)
{
    const json_t *found = strcmp(path, "-") ? json_object_get(r->places, path) : NULL; /* standard input can be read once only */
    return found ? &r->answers.data[json_integer_value(found)] : NULL;
}

/* ---- Comparing ---- */
static bool is_about(const json_t *saved, const tarry_model *m)
{
    json_t *now = report_options_json(&m->model.options);
    bool same = trace_json_is_for(saved, m->model.program) && json_equal(json_object_get(saved, "options"), now);
    json_decref(now);
    return same;
}

bool resume_is_about(const resume_answer *a, const options *o, tarry_options *asked, const char *path)
{
    strbuf text = {0}, error = {0};
    bool same = file_read(path, &text, &error);
    for (size_t i = 0; i < json_array_size(a->reports) && same; i++) {
        const json_t *saved = json_array_get(a->reports, i);
        const char *memory = member(json_object_get(saved, "options"), "memory");
        if (choices_are_several(&o->memory))
            same = !tarry_options_set(asked, "memory", memory);
        tarry_model *m = tarry_load_text(path, strbuf_text(&text), text.length, asked);
        if (o->command == COMMAND_COMPARE)
            same = same && memory_kind_find(memory, &m->model.options.memory);
        same = same && tarry_model_is_good(m) && is_about(saved, m);
        tarry_model_free(m);
    }
    strbuf_release(&text);
    strbuf_release(&error);
    return same;
}

/* ---- Taking over ---- */
static int code_of(const char *word)
{
    report_verdict v = !strcmp(word, "holds") ? REPORT_HOLDS : !strcmp(word, "violated") ? REPORT_VIOLATED : REPORT_UNKNOWN;
    return check_exit_codes[v];
}

static void add_outcomes(const json_t *saved, const char *path, strbuf *summary)
{
    const char *word = member(saved, "verdict");
    bool is_test = json_object_get(saved, "test") != NULL, is_known = strcmp(word, "unknown") != 0;
    const char *answer = !is_known ? "unknown" : !is_test ? "-" : !strcmp(word, "holds") ? "Ok" : "No";
    summary_add_outcomes(answer, is_test && is_known ? member(saved, "observation") : "-", json_array_size(json_object_get(saved, "outcomes")),
                         is_test ? member(saved, "test") : path, summary);
}

static void add_summary(const json_t *saved, command_id command, const char *path, strbuf *summary)
{
    const json_t *figures = json_object_get(saved, "statistics");
    if (command == COMMAND_OUTCOMES)
        add_outcomes(saved, path, summary);
    else if (command == COMMAND_CHECK)
        summary_add_line(member(saved, "verdict"), member(saved, "memory"), member(saved, "engine"), (uint64_t)json_integer_value(json_object_get(figures, "states_stored")),
                         json_number_value(json_object_get(figures, "seconds")), path, summary);
}

int resume_take(const resume_answer *a, const options *o, const char *path, strbuf *json, strbuf *summary, strbuf *text)
{
    size_t count = json_array_size(a->reports);
    int code = EXIT_HOLDS;
    strbuf objects = {0};
    strbuf_printf(text, "%s: ", path);
    for (size_t i = 0; i < count; i++) {
        json_t *saved = json_array_get(a->reports, i);
        const char *word = member(saved, "verdict");
        code = batch_worse(code, code_of(word));
        objects.length -= objects.length ? 1 : 0; /* the end of the line */
        strbuf_add(&objects, i ? ",\n" : "");
        report_json_again(saved, &objects);
        add_summary(saved, o->command, path, summary);
        strbuf_printf(text, "%s%s under %s", i ? ", " : "", word, member(saved, "memory"));
    }
    strbuf_printf(text, " (taken over from %s)\n", a->from);
    if (a->is_nested)
        report_json_several(TARRY_VERSION, &(report_entry){.json = strbuf_text(&objects)}, 1, json);
    else
        strbuf_add(json, strbuf_text(&objects));
    strbuf_release(&objects);
    return code;
}
