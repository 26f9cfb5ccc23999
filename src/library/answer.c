#include "library/answer.h"

#include "base/bug.h"
#include "library/version.h"
#include "trace/complete.h"

/* By the verdict of an engine, which report.h cannot see. */
static const report_verdict report_of_verdict[] = {
    [VERDICT_HOLDS] = REPORT_HOLDS, [VERDICT_VIOLATED] = REPORT_VIOLATED, [VERDICT_UNKNOWN] = REPORT_UNKNOWN};

const trace **answer_traces(arena *memory, const model *m, const engine_result *result)
{
    const trace **traces = ARENA_ARRAY(memory, const trace *, result->violations.count + 1);
    for (size_t i = 0; i < result->violations.count; i++) {
        const violation *v = &result->violations.data[i];
        strbuf why = {0};
        traces[i] = trace_complete(memory, m->program, result->machine, result->unbuffered, &m->properties, v->property, &v->steps, &why);
        if (!traces[i])
            BUG(arena_printf(memory, "the trace of `%s` does not replay: %s", m->properties.items.data[v->property].name, strbuf_text(&why)));
        strbuf_release(&why);
    }
    return traces;
}

/* A test's answer is that to its question, unless something else went wrong before. */
static report_verdict verdict_on_question(const model *m, const engine_result *result, uint32_t question)
{
    bool wanted = m->properties.items.data[question].is_wanted, met = false;
    for (size_t i = 0; i < result->violations.count; i++) {
        if (result->violations.data[i].property != question)
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
        .verdict = report_of_verdict[result->verdict],
        .reason = result->reason,
        .complete = result->verdict == VERDICT_HOLDS || result->complete,
        .trace_count = (uint32_t)result->violations.count,
        .statistics = result->statistics,
    };
    uint32_t question = property_of_kind(&m->properties, PROPERTY_FINAL);
    if (question != NO_PROPERTY)
        r.verdict = verdict_on_question(m, result, question);
    if (question != NO_PROPERTY && r.verdict == REPORT_HOLDS && result->violations.count && !m->options.buffer && memory_traits_of(m->options.memory)->has_buffers)
        r.scope = "all buffer sizes"; /* a witness is one whatever bound the search kept to */
    if (r.verdict == REPORT_HOLDS && property_of_kind(&m->properties, PROPERTY_CLAIM) != NO_PROPERTY) {
        r.verdict = REPORT_UNKNOWN;
        r.reason = "LTL formulas and never claims are not supported yet; nothing else is violated";
    }
    return r;
}
