/* libtarry.c: models, checks and their results for libtarry.h. */
#include "libtarry.h"

#include <stdlib.h>
#include <string.h>

#include "engine/registry.h"
#include "library/again.h"
#include "library/file.h"
#include "library/handles.h"
#include "library/version.h"

const char *tarry_version(void)
{
    return TARRY_VERSION;
}

char *take_text(strbuf *text)
{
    char *copy = strdup(strbuf_text(text));
    strbuf_release(text);
    return copy;
}

/* ---- Reading ---- */
tarry_model *model_new(const char *name)
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

tarry_model *tarry_load_file(const char *path, const tarry_options *o)
{
    strbuf text = {0}, error = {0};
    tarry_model *m;
    if (file_read(path, &text, &error)) {
        m = tarry_load_text(path, strbuf_text(&text), text.length, o);
    } else {
        m = model_new(path);
        model_fail(&m->model, strbuf_text(&error));
    }
    strbuf_release(&text);
    strbuf_release(&error);
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
/* The request is about the program with alike processes, where there are any. */
static void use_symmetry(tarry_result *r, const model *m, engine_request *request)
{
    symmetry *found = property_symmetry(&m->safety, m->footprints);
    for (size_t i = 0; i < found->log.count; i++)
        engine_log(request, "%s", found->log.data[i]);
    if (found->group_count) {
        r->symmetry = found;
        r->footprints = property_footprints(&m->safety, found->program);
        request->symmetry = found;
        request->program = found->program;
        request->footprints = r->footprints;
    } else {
        symmetry_free(found);
    }
}

tarry_result *tarry_check(const tarry_model *m, tarry_options *o, const char **why)
{
    strbuf proof = {0};
    engine_request request = options_engine_request(o, &m->model);
    request.certificate = o->certificate ? &proof : NULL;
    const engine *chosen = options_choose_engine(o, &request, why);
    if (!chosen)
        return NULL;
    arena *memory = arena_new();
    tarry_result *r = ARENA_NEW(memory, tarry_result);
    *r = (tarry_result){.memory = memory, .options = m->model.options};
    request.unifies = !o->no_symmetry && request.reduction == REDUCTION_AUTO;
    if (request.unifies && chosen != &engine_automata)
        use_symmetry(r, &m->model, &request);
    r->report = answer_find(chosen, &request, &m->model, m->name, memory, &r->result);
    r->report.options = &r->options;
    r->report.symmetry = r->result.symmetric ? r->symmetry : NULL;
    r->proof = proof;
    return r;
}

void tarry_result_free(tarry_result *r)
{
    engine_result_release(&r->result);
    symmetry_free(r->symmetry);
    footprints_free(r->footprints);
    strbuf_release(&r->proof);
    strbuf_release(&r->certificate);
    strbuf_release(&r->text);
    strbuf_release(&r->json);
    arena_free(r->memory);
}

tarry_verdict verdict_of_report(report_verdict v)
{
    static const tarry_verdict verdicts[] = {[REPORT_HOLDS] = TARRY_HOLDS, [REPORT_VIOLATED] = TARRY_VIOLATED, [REPORT_UNKNOWN] = TARRY_UNKNOWN};
    return verdicts[v];
}

tarry_verdict tarry_result_verdict(const tarry_result *r)
{
    return verdict_of_report(r->report.verdict);
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

/* A temporal property without a proof; NULL: each has one. */
static const char *find_unproved(const report *r)
{
    uint32_t first = property_first_temporal(r->properties);
    for (uint32_t i = first; i < r->properties->items.count; i++)
        if (!r->answers[i - first].proof)
            return r->properties->items.data[i].name;
    return NULL;
}

const char *tarry_result_certificate(tarry_result *r, const char **why)
{
    size_t most = (size_t)FILE_MAX_MEGABYTES << 20;
    *why = r->report.verdict != REPORT_HOLDS ? "the verdict is not `holds`" : !r->proof.length ? "none was asked for" : NULL;
    const char *unproved = *why ? NULL : find_unproved(&r->report);
    if (unproved)
        *why = arena_printf(r->memory, "there is no proof of %s that `certify` understands", unproved);
    if (*why)
        return NULL;
    if (!r->certificate.length)
        report_certificate(&r->report, strbuf_text(&r->proof), &r->certificate);
    if (r->certificate.length <= most)
        return strbuf_text(&r->certificate);
    *why = arena_printf(r->memory, "it has %zu MB, and `certify` reads at most %d", r->certificate.length >> 20, FILE_MAX_MEGABYTES);
    return NULL;
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
    return verdict_of_report(report_property_verdict(&r->report, (property_ref){(uint32_t)which}));
}

/* NULL: there is none. */
static const trace *trace_of(const tarry_result *r, size_t which)
{
    for (uint32_t i = 0; i < r->report.trace_count; i++)
        if (r->report.traces[i]->property.index == which)
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
static tarry_answer check_again(const char *name, const char *text, size_t length, const char *json, size_t json_length, const tarry_options *o,
                                again_check *confirm, char **message)
{
    strbuf said = {0};
    tarry_answer answer = TARRY_UNREADABLE;
    model_request request;
    tarry_model *m = model_new(name);
    if (again_request(&request, m->memory, json, json_length, &said)) {
        model_read(&m->model, m->name, text, length, &request);
        if (tarry_model_is_good(m))
            answer = confirm(m, json, json_length, o, &said);
        else
            diag_print(&m->model.diag, &said);
        model_release(&m->model);
    }
    arena_free(m->memory);
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
