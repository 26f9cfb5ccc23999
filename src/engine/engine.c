#include "engine/engine.h"

const engine *const engines[] = {&engine_explicit, &engine_events, &engine_automata, NULL};

void engine_result_release(engine_result *result)
{
    for (size_t i = 0; i < result->violations.count; i++)
        vec_release(&result->violations.data[i].steps);
    vec_release(&result->violations);
    arena_free(result->memory);
    *result = (engine_result){0};
}
