#include "engine/engine.h"

#include <inttypes.h>
#include <stdarg.h>

#include "base/clock.h"
#include "base/limits.h"
#include "base/memory.h"
#include "step/rows.h"

const temporal *engine_temporal(const engine_request *request)
{
    const property_list *list = request->properties;
    return list->items.count == 1 ? list->items.data[0].temporal : NULL;
}

const char *engine_refuses_temporal(const engine *e, const engine_request *request)
{
    return e->refuses_temporal ? e->refuses_temporal(request) : "temporal properties are not for this engine";
}

const char *engine_refuses_questions(const engine_request *request)
{
    bool asks = request->footprints->asks_buffers && machine_traits(request->machine)->has_buffers;
    return asks ? "a statement asks whether a store is still pending" : NULL;
}

const char *engine_refuses_choices(const engine_request *request)
{
    if (request->search != SEARCH_DFS)
        return "its order of search cannot be chosen";
    return request->reduction == REDUCTION_AMPLE || request->reduction == REDUCTION_SLEEP ? "its reduction cannot be chosen" : NULL;
}

const char *engine_limit(const engine_request *request, const statistics *now)
{
    if (request->latest) {
        *request->latest = *now;
        request->latest->peak_memory_bytes = limits_peak_bytes();
    }
    bool is_late = request->time_limit > 0 && now->seconds >= request->time_limit; /* of a search that engine_run did not start */
    const char *reason = limits_reason();
    return reason || !is_late ? reason : limits_late;
}

/* ---- The log ---- */
static void tell(const engine_request *request, bool is_try, const char *format, va_list arguments)
{
    arena *memory = arena_new();
    const char *line = arena_vprintf(memory, format, arguments);
    memory_scope *inside = memory_scope_enter(NULL); /* what they take is theirs */
    if (request->log)
        request->log(request->log_data, line);
    if (is_try && request->trying)
        request->trying(request->progress_data, line);
    memory_scope_enter(inside);
    arena_free(memory);
}

void engine_log(const engine_request *request, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    if (request->log)
        tell(request, false, format, arguments);
    va_end(arguments);
}

void engine_try(const engine_request *request, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    if (request->log || request->trying)
        tell(request, true, format, arguments);
    va_end(arguments);
}

void engine_log_end(const engine_request *request, const char *name, const char *why, const statistics *at)
{
    engine_log(request, "%s: %s: %" PRIu64 " states stored, %" PRIu64 " visited, %" PRIu64 " bytes a state, %" PRIu64 " violations; %.1f MB by now", name,
               why ? why : "the search ended", at->states_stored, at->states_visited, at->state_bytes, at->errors, (double)limits_peak_bytes() / 1e6);
}

/* ---- Running within limits ---- */
typedef struct engine_job {
    const engine *engine;
    engine_request request;
    engine_result *result;
    statistics latest;
} engine_job;

void engine_check(const engine *e, const engine_request *request, engine_result *result)
{
    if (engine_temporal(request))
        e->check_temporal(request, result);
    else
        e->check(request, result);
}

void engine_keep(const engine_request *request, engine_result *result)
{
    arena_keep(result->memory);
    memory_keep(result->violations.data);
    for (size_t i = 0; i < result->violations.count; i++)
        memory_keep(result->violations.data[i].steps.data);
    if (request->certificate)
        memory_keep(request->certificate->text);
}

static void run_engine(void *data)
{
    engine_job *job = data;
    engine_check(job->engine, &job->request, job->result);
    engine_keep(&job->request, job->result);
}

static bool goes_on(void *data)
{
    engine_job *job = data;
    return job->request.progress(job->request.progress_data, &job->latest);
}

void engine_abandon(const engine_request *request, engine_result *result, const char *reason)
{
    engine_result_init(result, request); /* what the engine had found may be provisional */
    if (request->certificate)
        *request->certificate = (strbuf){0};
    result->verdict = VERDICT_UNKNOWN;
    result->reason = reason;
    if (request->latest)
        result->statistics = *request->latest;
}

void engine_run(const engine *e, const engine_request *request, engine_result *result)
{
    engine_job job = {.engine = e, .request = *request, .result = result};
    limits l = {.seconds = request->time_limit, .bytes = request->memory_limit, .go_on = request->progress ? goes_on : NULL, .data = &job};
    *result = (engine_result){0};
    engine_log(request, "%s: limits: %.1f s, %.1f MB, %" PRIu64 " states (0: none)", e->name, request->time_limit, (double)request->memory_limit / 1e6,
               request->max_states);
    job.request.latest = &job.latest;
    if (!limits_run(&l, run_engine, &job))
        engine_abandon(&job.request, result, l.reason);
    result->statistics.peak_memory_bytes = l.peak_bytes;
    result->statistics.seconds = clock_seconds() - l.start;
    engine_log(request, "%s: %s after %.3f s, at most %.1f MB%s%s", e->name,
               result->verdict == VERDICT_HOLDS ? "holds" : result->verdict == VERDICT_VIOLATED ? "violated" : "unknown", result->statistics.seconds,
               (double)l.peak_bytes / 1e6, result->reason ? ": " : "", result->reason ? result->reason : "");
}

/* ---- Results ---- */
const char *engine_reason_with_bound(engine_result *result)
{
    return arena_printf(result->memory, "%s; with at most %u %s in a buffer there is no violation", result->reason, result->bound, result->bound == 1 ? "store" : "stores");
}

void engine_break_off(const engine_request *request, engine_result *result)
{
    if (request->latest)
        result->statistics = *request->latest;
    result->reason = limits_reason();
    result->complete = result->gave_up = false;
    result->verdict = result->violations.count ? VERDICT_VIOLATED : VERDICT_UNKNOWN;
}

bool engine_is_decided(const engine_request *request, const engine_result *result)
{
    return result->complete || (request->all_errors ? result->violations.count == request->properties->items.count : result->verdict != VERDICT_UNKNOWN);
}

bool engine_answers(const engine_request *request, const engine_result *result)
{
    return request->finals ? result->complete : engine_is_decided(request, result);
}

void engine_take_violations(engine_result *result, engine_result *other)
{
    violations_take(&result->violations, &other->violations);
    if (result->violations.count)
        result->verdict = VERDICT_VIOLATED;
}

void engine_keep_taken(engine_result *result, const rows *from)
{
    const program *p = from->program;
    if (!result->complete)
        return;
    bool **taken = ARENA_ARRAY(result->memory, bool *, p->processes.count + 1);
    for (size_t t = 0; t < p->processes.count; t++) {
        taken[t] = ARENA_ARRAY(result->memory, bool, p->processes.data[t].edges.count + 1);
        for (size_t i = 0; i < p->processes.data[t].edges.count; i++)
            taken[t][i] = from->taken[t][i];
    }
    result->taken = (const bool *const *)taken;
}

const bool *engine_result_init(engine_result *result, const engine_request *request)
{
    *result = (engine_result){.memory = arena_new(), .exact = true, .machine = request->machine};
    const memory_traits *memory = machine_traits(request->machine);
    result->scope = memory->overwrites ? "one pending store a location" : memory->has_buffers ? "all buffer sizes" : "no store buffers";
    bool *unbuffered = ARENA_ARRAY(result->memory, bool, request->program->global_count + 1);
    footprints_find_private(request->footprints, request->machine, unbuffered);
    for (uint32_t e = 0; request->symmetry && e < request->program->global_count; e++)
        unbuffered[e] &= !request->symmetry->globals[e].is_owned; /* all elements of an array alike */
    result->unbuffered = unbuffered;
    return unbuffered;
}

void engine_result_release(engine_result *result)
{
    violations_release(&result->violations);
    arena_free(result->memory);
    *result = (engine_result){0};
}
