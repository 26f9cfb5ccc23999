/* answer_temporal.c: the temporal properties of a check, each by a search of its own. */
#include "base/bug.h"
#include "base/limits.h"
#include "library/answer_internal.h"
#include "trace/complete.h"

typedef struct lasso_job {
    const model *model;
    const engine_result *result;
    property_ref property; /* in the list of the model */
    arena *memory;
    const trace *trace;
} lasso_job;

/* The trace outlives the result. */
static const bool *kept_flags(const lasso_job *job)
{
    uint32_t count = job->model->program->global_count;
    bool *kept = ARENA_ARRAY(job->memory, bool, count + 1);
    for (uint32_t i = 0; i < count && job->result->unbuffered; i++)
        kept[i] = job->result->unbuffered[i];
    return kept;
}

static void build_lasso(void *data)
{
    lasso_job *job = data;
    const violation *v = &job->result->violations.data[0];
    const property_list *list = &job->model->properties;
    strbuf why = {0};
    job->trace = trace_complete(job->memory, job->model->program, job->result->machine, kept_flags(job), list, job->property, &v->steps, v->loop, &why);
    if (!job->trace)
        BUG(arena_printf(job->memory, "the run that violates `%s` does not replay: %s", property_at(list, job->property)->name, strbuf_text(&why)));
    strbuf_release(&why);
}

/* Executes the run of the violation again; without time for that the property is unknown. */
static const trace *find_trace(const engine_request *request, const model *m, property_ref which, arena *memory, engine_result *found)
{
    lasso_job job = {.model = m, .result = found, .property = which, .memory = memory};
    limits l = answer_limits(request, found);
    if (limits_run(&l, build_lasso, &job))
        return job.trace;
    answer_drop_violations(found, 0, l.reason);
    return NULL;
}

static const char *kept_text(arena *memory, const char *text)
{
    return text ? arena_strdup(memory, text) : NULL;
}

static const char *const *kept_names(arena *memory, const char *const *names)
{
    size_t count = 0;
    while (names && names[count])
        count++;
    const char **kept = ARENA_ARRAY(memory, const char *, count + 1);
    for (size_t i = 0; i < count; i++)
        kept[i] = arena_strdup(memory, names[i]);
    return count ? kept : NULL;
}

static report_answer answer_of(const engine *e, const engine_result *found, arena *memory)
{
    return (report_answer){
        .verdict = answer_verdict(found->verdict),
        .reason = kept_text(memory, found->reason),
        .scope = kept_text(memory, found->scope),
        .engine = found->engine ? found->engine : e->name,
        .engine_reason = kept_text(memory, found->engine_reason),
        .alike = kept_names(memory, found->alike),
        .exact = found->exact,
        .machine = found->machine,
        .buffer_reached = found->verdict == VERDICT_UNKNOWN ? found->bound : 0,
        .statistics = found->statistics,
    };
}

/* The search for one property. Its trace, where it is violated, is the last of the report's. */
static report_answer check_one(const engine *e, const engine_request *request, const model *m, property_ref which, arena *memory, report *r, const trace **traces)
{
    property_list alone = {.memory = m->properties.memory};
    alone.items.data = &m->properties.items.data[which.index];
    alone.items.count = 1;
    engine_request asked = *request;
    asked.properties = &alone;
    asked.program = m->program;
    asked.symmetry = NULL;
    asked.footprints = property_footprints(&alone, m->program);
    strbuf proof = {0};
    asked.certificate = request->certificate ? &proof : NULL;
    if (request->time_limit > 0)
        asked.time_limit = answer_time_left(request, r->statistics.seconds);
    const char *refused = engine_refuses_temporal(e, &asked);
    report_answer answer = {.verdict = REPORT_UNKNOWN, .reason = kept_text(memory, refused), .engine = e->name, .exact = true, .machine = request->machine};
    if (!refused) {
        engine_result found;
        engine_run(e, &asked, &found);
        const trace *t = found.violations.count ? find_trace(request, m, which, memory, &found) : NULL;
        answer = answer_of(e, &found, memory);
        answer.proof = proof.length ? arena_strdup(memory, strbuf_text(&proof)) : NULL;
        if (t)
            traces[r->trace_count++] = t;
        engine_result_release(&found);
    }
    strbuf_release(&proof);
    footprints_free((footprints *)asked.footprints);
    return answer;
}

/* The figures of all searches: sums, and the largest of what cannot be added. */
static void add_statistics(statistics *all, const statistics *one)
{
    all->states_stored += one->states_stored;
    all->states_visited += one->states_visited;
    all->transitions += one->transitions;
    all->errors += one->errors;
    all->seconds += one->seconds;
    all->state_bytes = one->state_bytes > all->state_bytes ? one->state_bytes : all->state_bytes;
    all->max_depth = one->max_depth > all->max_depth ? one->max_depth : all->max_depth;
    all->peak_memory_bytes = one->peak_memory_bytes > all->peak_memory_bytes ? one->peak_memory_bytes : all->peak_memory_bytes;
}

/* A violation outweighs what is unknown, and that what holds. */
static void add_answer(report *r, const report_answer *answer)
{
    add_statistics(&r->statistics, &answer->statistics);
    if (answer->verdict == REPORT_HOLDS)
        r->exact &= answer->exact;
    bool worse = answer->verdict == REPORT_VIOLATED ? r->verdict != REPORT_VIOLATED : answer->verdict == REPORT_UNKNOWN && r->verdict == REPORT_HOLDS;
    if (!worse)
        return;
    r->verdict = answer->verdict;
    r->reason = answer->reason;
    r->engine = answer->engine;
    r->engine_reason = answer->engine_reason;
    r->machine = answer->machine;
    r->scope = answer->scope;
    r->exact = answer->exact;
}

void answer_add_temporal(const engine *e, const engine_request *request, const model *m, arena *memory, report *r)
{
    uint32_t first = property_first_temporal(&m->properties), count = (uint32_t)m->properties.items.count - first;
    if (!count)
        return;
    report_answer *answers = ARENA_ARRAY(memory, report_answer, count);
    const trace **traces = ARENA_ARRAY(memory, const trace *, r->trace_count + count);
    for (uint32_t i = 0; i < r->trace_count; i++)
        traces[i] = r->traces[i];
    r->traces = traces;
    for (uint32_t i = 0; i < count; i++) {
        answers[i] = (report_answer){.verdict = REPORT_UNKNOWN, .reason = "it was not looked at, since another property is violated (--errors all)",
                                     .engine = e->name, .exact = true, .machine = request->machine};
        if (!m->properties.items.data[first + i].temporal)
            answers[i].reason = "it is not supported";
        else if (r->verdict != REPORT_VIOLATED || request->all_errors)
            answers[i] = check_one(e, request, m, (property_ref){first + i}, memory, r, traces);
        add_answer(r, &answers[i]);
    }
    r->answers = answers;
}
