#include "engine/engine.h"

#include <string.h>

const engine *const engines[] = {&engine_auto, &engine_events, &engine_explicit, &engine_automata, NULL};

const engine *engine_named(const char *name)
{
    for (const engine *const *e = engines; *e; e++)
        if (!strcmp((*e)->name, name))
            return *e;
    return NULL;
}

const char *engine_limit(const engine_request *request, const statistics *now)
{
    if (request->time_limit > 0 && now->seconds >= request->time_limit)
        return "the time limit was reached";
    if (request->memory_limit && now->peak_memory_bytes >= request->memory_limit)
        return "the memory limit was reached";
    if (request->progress && !request->progress(request->progress_data, now))
        return "it was interrupted";
    return NULL;
}

const bool *engine_result_init(engine_result *result, const engine_request *request)
{
    *result = (engine_result){.memory = arena_new(), .exact = true, .machine = request->machine};
    result->scope = machine_traits(request->machine)->has_buffers ? "all buffer sizes" : "no store buffers";
    bool *unbuffered = ARENA_ARRAY(result->memory, bool, request->program->global_count + 1);
    property_find_unbuffered(request->properties, request->program, request->machine, unbuffered);
    return unbuffered;
}

void engine_result_release(engine_result *result)
{
    for (size_t i = 0; i < result->violations.count; i++)
        vec_release(&result->violations.data[i].steps);
    vec_release(&result->violations);
    arena_free(result->memory);
    *result = (engine_result){0};
}
