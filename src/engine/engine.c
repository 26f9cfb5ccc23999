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

void engine_result_release(engine_result *result)
{
    for (size_t i = 0; i < result->violations.count; i++)
        vec_release(&result->violations.data[i].steps);
    vec_release(&result->violations);
    arena_free(result->memory);
    *result = (engine_result){0};
}
