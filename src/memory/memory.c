#include "memory/memory.h"

#include <stddef.h>
#include <string.h>

const memory_model *const memory_models[] = {&memory_sc,        &memory_tso,       &memory_pso,    &memory_tso_om,
                                              &memory_tso_fc,    &memory_tso_fcany, &memory_tso_us, NULL}; /* ORDER memory_kind */

const memory_model *memory_model_of(memory_kind kind)
{
    return memory_models[kind];
}

const memory_model *memory_model_for(memory_kind kind, const program *p)
{
    return kind == MEMORY_PSO && program_has_effect(p, EFFECT_BARRIER) ? &memory_pso_barriers : memory_models[kind];
}

const memory_model *memory_model_find(const char *name)
{
    for (size_t i = 0; memory_models[i]; i++)
        if (!strcmp(memory_models[i]->name, name))
            return memory_models[i];
    return NULL;
}
