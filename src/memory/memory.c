#include "memory/memory.h"

static const memory_model *const models[MEMORY_KINDS] = {
    [MEMORY_SC] = &memory_sc,         [MEMORY_TSO] = &memory_tso,             [MEMORY_PSO] = &memory_pso,       [MEMORY_TSO_OM] = &memory_tso_om,
    [MEMORY_SLOT] = &memory_slot,
    [MEMORY_TSO_FC] = &memory_tso_fc, [MEMORY_TSO_FCANY] = &memory_tso_fcany, [MEMORY_TSO_US] = &memory_tso_us,
};

const memory_model *memory_model_for(memory_kind kind, const footprint *of_program)
{
    return kind == MEMORY_PSO && of_program->has_barrier ? &memory_pso_barriers : models[kind];
}
