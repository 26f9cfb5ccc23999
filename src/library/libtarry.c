/* libtarry.c: models, checks and their results for libtarry.h. */
#include "libtarry.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/registry.h"
#include "library/again.h"
#include "library/handles.h"
#include "library/version.h"

const char *tarry_version(void)
{
    return TARRY_VERSION;
}

/* ---- Reading ---- */
static tarry_model *model_new(const char *name)
{
    arena *memory = arena_new();
    tarry_model *m = ARENA_NEW(memory, tarry_model);
    *m = (tarry_model){.memory = memory, .name = arena_strdup(memory, name)};
    return m;
}

tarry_model *tarry_load_text(const char *name, const char *text, size_t length, const tarry_options *o)
{
    tarry_model *m = model_new(name);
    model_request request = options_request(o, m->memory);
    model_read(&m->model, m->name, text, length, &request);
    return m;
}

static bool read_file(const char *path, strbuf *text)
{
    char block[1 << 14];
    FILE *file = fopen(path, "r");
    if (!file)
        return false;
    for (size_t got; (got = fread(block, 1, sizeof block, file)) > 0;)
        strbuf_add_bytes(text, block, got);
    bool good = !ferror(file);
    fclose(file);
    return good;
}

tarry_model *tarry_load_file(const char *path, const tarry_options *o)
{
    strbuf text = {0};
    tarry_model *m;
    if (read_file(path, &text)) {
        m = tarry_load_text(path, strbuf_text(&text), text.length, o);
    } else {
        m = model_new(path);
        model_fail(&m->model, arena_printf(m->memory, "cannot read '%s': %s", path, strerror(errno)));
    }
    strbuf_release(&text);
    return m;
}

void tarry_model_free(tarry_model *m)
{
    model_release(&m->model);
    arena_free(m->memory);
}

bool tarry_model_is_good(const tarry_model *m)
{
    return !diag_has_errors(&m->model.diag);
}

size_t tarry_message_count(const tarry_model *m)
{
    return m->model.diag.messages.count;
}

tarry_message tarry_message_get(const tarry_model *m, size_t index)
{
    const diag_message *message = &m->model.diag.messages.data[index];
    return (tarry_message){.is_error = message->severity == DIAG_ERROR, .file = diag_file_name(&m->model.diag, message->where),
                           .line = message->where.line, .column = message->where.line ? message->where.column : 0, .text = message->text};
}

/* ---- Checking ---- */
struct tarry_result {
    arena *memory;
    engine_result result;
    report report;
    strbuf text, json;
};

static bool ask(void *data, const statistics *now)
{
    const tarry_options *o = data;
    (void)now;
    return !o->go_on || o->go_on(o->data);
}

tarry_result *tarry_check(const tarry_model *m, const tarry_options *o, const char **why)
{
    tarry_options asked = *o;
    engine_request request = {
        .program = m->model.program, .properties = &m->model.safety, .footprints = m->model.footprints, .machine = model_machine(&m->model),
        .search = o->search, .reduction = o->reduction, .all_errors = o->all_errors, .max_states = o->max_states, .memory_limit = o->memory_limit,
        .time_limit = o->time_limit, .progress = ask, .progress_data = &asked,
    };
    *why = o->engine->refuses(&request);
    if (*why)
        return NULL;
    arena *memory = arena_new();
    tarry_result *r = ARENA_NEW(memory, tarry_result);
    *r = (tarry_result){.memory = memory};
    r->report = answer_find(o->engine, &request, &m->model, m->name, memory, &r->result);
    return r;
}

void tarry_result_free(tarry_result *r)
{
    engine_result_release(&r->result);
    strbuf_release(&r->text);
    strbuf_release(&r->json);
    arena_free(r->memory);
}

static const tarry_verdict verdict_of[] = {[REPORT_HOLDS] = TARRY_HOLDS, [REPORT_VIOLATED] = TARRY_VIOLATED, [REPORT_UNKNOWN] = TARRY_UNKNOWN};

tarry_verdict tarry_result_verdict(const tarry_result *r)
{
    return verdict_of[r->report.verdict];
}

const char *tarry_result_reason(const tarry_result *r)
{
    return r->report.verdict == REPORT_UNKNOWN ? r->report.reason : NULL;
}

const char *tarry_result_engine(const tarry_result *r)
{
    return r->report.engine;
}

const char *tarry_result_scope(const tarry_result *r)
{
    return r->report.scope;
}

double tarry_result_statistic(const tarry_result *r, const char *name)
{
    const statistics *s = &r->report.statistics;
#define STATISTIC(type, field, shown, meaning) \
    if (!strcmp(name, #field))                 \
        return (double)s->field;
#include "base/statistics.def"
    return -1;
}

const char *tarry_result_text(tarry_result *r)
{
    if (!r->text.length)
        report_text(&r->report, (report_look){0}, &r->text);
    return strbuf_text(&r->text);
}

const char *tarry_result_json(tarry_result *r)
{
    if (!r->json.length)
        report_json(&r->report, &r->json);
    return strbuf_text(&r->json);
}

size_t tarry_property_count(const tarry_result *r)
{
    return r->report.properties->items.count;
}

const char *tarry_property_name(const tarry_result *r, size_t which)
{
    return r->report.properties->items.data[which].name;
}

tarry_verdict tarry_property_verdict(const tarry_result *r, size_t which)
{
    return verdict_of[report_property_verdict(&r->report, (uint32_t)which)];
}

/* NULL: there is none. */
static const trace *trace_of(const tarry_result *r, size_t which)
{
    for (uint32_t i = 0; i < r->report.trace_count; i++)
        if (r->report.traces[i]->property == which)
            return r->report.traces[i];
    return NULL;
}

size_t tarry_trace_length(const tarry_result *r, size_t which)
{
    const trace *t = trace_of(r, which);
    return t ? t->step_count : 0;
}

tarry_step tarry_trace_step(const tarry_result *r, size_t which, size_t at)
{
    const trace_step *s = &trace_of(r, which)->steps[at];
    return (tarry_step){.process = s->process, .kind = trace_kind_name(s->kind), .text = s->text, .file = diag_file_name(r->report.sources, s->where),
                        .line = s->where.line};
}

/* ---- Checking answers again ---- */
static char *take_text(strbuf *text)
{
    char *copy = strdup(strbuf_text(text));
    strbuf_release(text);
    return copy;
}

/* Reads the model as it was read for the saved answer. */
static bool read_again(tarry_model *m, const char *text, size_t length, const char *json, size_t json_length, strbuf *why)
{
    model_request request = {.memory_given = true, .buffer_given = true};
    if (!report_options_from_json(m->memory, json, json_length, &request.options, why)) {
        model_fail(&m->model, strbuf_text(why));
        return false;
    }
    model_read(&m->model, m->name, text, length, &request);
    if (diag_has_errors(&m->model.diag))
        diag_print(&m->model.diag, why);
    return !diag_has_errors(&m->model.diag);
}

static tarry_answer check_again(const char *name, const char *text, size_t length, const char *json, size_t json_length, const tarry_options *o,
                                again_check *confirm, char **message)
{
    strbuf said = {0};
    tarry_model *m = model_new(name);
    tarry_answer answer = TARRY_UNREADABLE;
    limits l = {.seconds = o->time_limit, .bytes = o->memory_limit, .go_on = o->go_on, .data = o->data};
    if (read_again(m, text, length, json, json_length, &said))
        answer = confirm(&m->model, m->name, json, json_length, &l, &said);
    tarry_model_free(m);
    *message = take_text(&said);
    return answer;
}

tarry_answer tarry_replay(const char *name, const char *text, size_t length, const char *json, size_t json_length, const tarry_options *o, char **message)
{
    return check_again(name, text, length, json, json_length, o, again_replay, message);
}

tarry_answer tarry_certify(const char *name, const char *text, size_t length, const char *json, size_t json_length, const tarry_options *o, char **message)
{
    return check_again(name, text, length, json, json_length, o, again_certify, message);
}

void tarry_text_free(char *text)
{
    free(text);
}
