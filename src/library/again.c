#include "library/again.h"

#include "base/limits.h"
#include "trace/certificate.h"
#include "trace/optimality.h"
#include "trace/replay_json.h"

static const tarry_answer answer_of_replay[] = {
    [REPLAY_CONFIRMED] = TARRY_CONFIRMED, [REPLAY_REJECTED] = TARRY_REJECTED, [REPLAY_UNREADABLE] = TARRY_UNREADABLE};
static const tarry_answer answer_of_certificate[] = {
    [CERTIFICATE_CONFIRMED] = TARRY_CONFIRMED, [CERTIFICATE_REJECTED] = TARRY_REJECTED, [CERTIFICATE_UNREADABLE] = TARRY_UNREADABLE};

bool again_request(model_request *request, arena *memory, const char *json, size_t length, strbuf *why)
{
    *request = (model_request){.memory_given = true, .buffer_given = true, .candidates = optimality_is_proof(json, length)};
    request->rules_out = request->candidates;
    return report_options_from_json(memory, json, length, &request->options, why);
}

/* ---- What was confirmed ---- */
static void add_options(const char *name, const report_strings *values, strbuf *out)
{
    for (size_t i = 0; i < values->count; i++)
        strbuf_printf(out, " %s %s", name, values->items[i]);
}

/* The file says itself which machine it speaks of and how the model was read: nobody should take an answer to that for one to what was asked. */
static void say_what_was_asked(const model *m, const char *name, strbuf *out)
{
    const report_options *o = &m->options;
    bool is_usual = m->frontend == frontend_find(NULL, name);
    strbuf_printf(out, "\nmemory %s, ", memory_traits_of(memory_traits_of(o->memory)->exact)->name);
    if (o->buffer)
        strbuf_printf(out, "buffers of at most %u store%s", o->buffer, o->buffer == 1 ? "" : "s");
    else
        strbuf_add(out, memory_traits_of(o->memory)->has_buffers ? "all buffer sizes" : "no store buffers");
    if (!is_usual || o->defines.count || o->include_dirs.count || o->ghosts.count || o->atomic || o->split_loads)
        strbuf_add(out, "; read with");
    if (!is_usual)
        strbuf_printf(out, " --language %s", m->frontend->name);
    add_options("-D", &o->defines, out);
    add_options("-I", &o->include_dirs, out);
    add_options("--ghost", &o->ghosts, out);
    strbuf_add(out, o->split_loads ? " --split-loads" : "");
    strbuf_add(out, o->atomic ? " a list of atomic writes" : "");
}

/* ---- Within limits ---- */
typedef struct again_job {
    const model *model;
    const char *json;
    size_t length;
    strbuf *message;
    tarry_answer answer;
} again_job;

static tarry_answer decide(again_job *job, void (*work)(void *data), const tarry_options *o)
{
    limits l = {.seconds = o->time_limit, .bytes = o->memory_limit, .go_on = o->go_on, .data = o->data};
    strbuf_add(job->message, ""); /* so that it outlives the work */
    if (limits_run(&l, work, job))
        return job->answer;
    strbuf_clear(job->message);
    strbuf_add(job->message, l.reason);
    return TARRY_UNDECIDED;
}

static void replay_traces(void *data)
{
    again_job *job = data;
    const model *m = job->model;
    job->answer = answer_of_replay[trace_replay_json(m->program, &m->properties, &m->diag, job->json, job->length, job->message)];
}

tarry_answer again_replay(const tarry_model *handle, const char *json, size_t length, const tarry_options *o, strbuf *message)
{
    const model *m = &handle->model;
    again_job job = {.model = m, .json = json, .length = length, .message = message};
    tarry_answer answer = decide(&job, replay_traces, o);
    if (answer == TARRY_CONFIRMED)
        say_what_was_asked(m, handle->name, message);
    return answer;
}

static void check_optimum(void *data)
{
    again_job *job = data;
    const model *m = job->model;
    job->answer = answer_of_certificate[optimality_check(m->full, model_machine(m), &m->properties, job->json, job->length, job->message)];
}

/* What `fence` wrote. */
static tarry_answer certify_repair(const tarry_model *handle, again_job *job, const tarry_options *o)
{
    tarry_answer answer = decide(job, check_optimum, o);
    if (answer == TARRY_CONFIRMED)
        say_what_was_asked(&handle->model, handle->name, job->message);
    return answer;
}

static void check_certificate(void *data)
{
    again_job *job = data;
    const model *m = job->model;
    job->answer =
        answer_of_certificate[certificate_check(m->program, &m->properties, m->options.memory, job->json, job->length, job->message)];
}

tarry_answer again_certify(const tarry_model *handle, const char *json, size_t length, const tarry_options *o, strbuf *message)
{
    const model *m = &handle->model;
    again_job job = {.model = m, .json = json, .length = length, .message = message};
    if (m->full)
        return certify_repair(handle, &job, o);
    if (m->options.buffer || memory_is_approximation(m->options.memory)) {
        strbuf_add(message, m->options.buffer ? "a certificate speaks of unbounded buffers, but its options give a bound"
                                              : "a certificate speaks of a memory model, but its options give an approximation of one");
        return TARRY_UNREADABLE;
    }
    tarry_answer answer = decide(&job, check_certificate, o);
    if (answer == TARRY_CONFIRMED) {
        say_what_was_asked(m, handle->name, message);
        for (size_t i = 0; i < m->properties.items.count; i++)
            strbuf_printf(message, "\n  holds     %s", m->properties.items.data[i].name);
        if (property_first_temporal(&m->properties) < m->properties.items.count)
            strbuf_add(message, "\n  trusted   how the automata of formulas are made, and the ghosts that show what formulas look at");
    }
    return answer;
}
