#include "library/answer.h"

#include "base/bug.h"
#include "base/limits.h"
#include "library/answer_internal.h"
#include "library/version.h"
#include "trace/complete.h"

static const double LEAST_SECONDS = 1; /* for traces */

/* By the verdict of an engine, which report.h cannot see. */
report_verdict answer_verdict(verdict v)
{
    return v == VERDICT_HOLDS ? REPORT_HOLDS : v == VERDICT_VIOLATED ? REPORT_VIOLATED : REPORT_UNKNOWN;
}

/* A test's answer is that to its question, unless something else went wrong before. */
static report_verdict verdict_on_question(const model *m, const engine_result *result, property_ref question)
{
    bool wanted = property_at(&m->properties, question)->is_wanted, met = false;
    for (size_t i = 0; i < result->violations.count; i++) {
        if (!property_is(result->violations.data[i].property, question))
            return REPORT_VIOLATED;
        met = true;
    }
    if (!met && !result->complete)
        return REPORT_UNKNOWN;
    return met == wanted ? REPORT_HOLDS : REPORT_VIOLATED;
}

report answer_report(const model *m, const char *name, const engine *e, const engine_result *result)
{
    report r = {
        .version = TARRY_VERSION,
        .file = name,
        .engine = result->engine ? result->engine : e->name,
        .engine_reason = result->engine_reason,
        .program = m->program,
        .sources = &m->diag,
        .properties = &m->properties,
        .options = &m->options,
        .machine = result->machine,
        .exact = result->exact,
        .scope = result->scope,
        .verdict = answer_verdict(result->verdict),
        .reason = result->reason,
        .complete = result->verdict == VERDICT_HOLDS || result->complete,
        .taken = result->complete ? result->taken : NULL,
        .trace_count = (uint32_t)result->violations.count,
        .statistics = result->statistics,
    };
    property_ref question = property_of_kind(&m->properties, PROPERTY_FINAL);
    bool asks = !property_is(question, NO_PROPERTY);
    if (asks)
        r.verdict = verdict_on_question(m, result, question);
    if (asks && r.verdict == REPORT_HOLDS && result->violations.count && !m->options.buffer && memory_traits_of(m->options.memory)->has_buffers)
        r.scope = "all buffer sizes"; /* a witness is one whatever bound the search kept to */
    return r;
}

/* ---- Traces ---- */
typedef struct trace_job {
    const engine_request *request;
    const model *model;
    engine_result *result;
    arena *memory;
    const trace **traces;
    uint32_t done;
} trace_job;

static void build_traces(void *data)
{
    trace_job *job = data;
    const model *m = job->model;
    engine_result *result = job->result;
    job->traces = ARENA_ARRAY(job->memory, const trace *, result->violations.count + 1);
    for (; job->done < result->violations.count; job->done++) {
        const violation *v = &result->violations.data[job->done];
        strbuf why = {0};
        job->traces[job->done] = trace_complete(job->memory, m->program, result->machine, result->unbuffered, &m->properties, v->property, &v->steps, v->loop, &why);
        if (!job->traces[job->done])
            BUG(arena_printf(job->memory, "the trace of `%s` does not replay: %s", property_at(&m->properties, v->property)->name, strbuf_text(&why)));
        strbuf_release(&why);
    }
}

static bool goes_on(void *data)
{
    const engine_request *request = data;
    return request->progress(request->progress_data, request->latest);
}

double answer_time_left(const engine_request *request, double used)
{
    double rest = request->time_limit - used;
    return request->time_limit <= 0 ? 0 : rest > LEAST_SECONDS ? rest : LEAST_SECONDS;
}

/* One that was interrupted does not lose what it found either: the user was heard then. */
limits answer_limits(const engine_request *request, engine_result *result)
{
    engine_request *asked = ARENA_NEW(result->memory, engine_request);
    *asked = *request;
    asked->latest = &result->statistics;
    return (limits){.seconds = answer_time_left(request, result->statistics.seconds), .bytes = request->memory_limit,
                    .go_on = request->progress && goes_on(asked) ? goes_on : NULL, .data = asked};
}

void answer_drop_violations(engine_result *result, uint32_t kept, const char *reason)
{
    violations_drop(&result->violations, kept);
    result->verdict = kept ? VERDICT_VIOLATED : VERDICT_UNKNOWN;
    result->complete = false;
    result->reason = arena_printf(result->memory, "%s while the trace of a violation was written", reason);
}

/* The formula is all that there is to look at: no assertion, no condition, and no step that can fail. */
static bool has_only_runs(const engine_request *request, const model *m)
{
    const property_list *list = request->properties;
    return property_first_temporal(&m->properties) < m->properties.items.count && list->items.count == 1 && list->items.data[0].kind == PROPERTY_RUNTIME &&
           !request->finals && !request->certificate && !footprints_may_fail(request->footprints);
}

/* What a search for run-time errors would say where there are none. */
static void find_no_errors(const engine_request *request, engine_result *result)
{
    engine_log(request, "no step can end in a run-time error: none is looked for");
    engine_result_init(result, request);
    result->verdict = VERDICT_HOLDS;
    result->complete = true;
}

/* Who answered, and for which buffers, is said by the first temporal property then. */
static void speak_of_runs(report *r)
{
    if (r->verdict != REPORT_HOLDS)
        return;
    r->engine = r->answers[0].engine;
    r->engine_reason = r->answers[0].engine_reason;
    r->scope = r->answers[0].scope;
    r->machine = r->answers[0].machine;
}

report answer_find(const engine *e, const engine_request *request, const model *m, const char *name, arena *memory, engine_result *result)
{
    bool only_runs = has_only_runs(request, m);
    if (only_runs)
        find_no_errors(request, result);
    else
        engine_run(e, request, result);
    trace_job job = {.request = request, .model = m, .result = result, .memory = memory};
    limits l = answer_limits(request, result);
    bool all = !result->violations.count || limits_run(&l, build_traces, &job);
    if (!all)
        answer_drop_violations(result, job.done, l.reason);
    report r = answer_report(m, name, e, result);
    r.traces = job.traces;
    if (!all && r.verdict == REPORT_HOLDS) /* the answer to a test's question, were it not for what was dropped */
        r.verdict = REPORT_UNKNOWN;
    answer_add_temporal(e, request, m, memory, &r);
    if (only_runs)
        speak_of_runs(&r);
    return r;
}
