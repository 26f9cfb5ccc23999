#include "program/step.h"

#include <string.h>

#include "base/bug.h"

static const char *const names[MEMORY_KINDS] = {
    [MEMORY_SC] = "sc",         [MEMORY_TSO] = "tso",       [MEMORY_PSO] = "pso",         [MEMORY_TSO_OM] = "tso-om",
    [MEMORY_TSO_FC] = "tso-fc", [MEMORY_TSO_FCANY] = "tso-fcany", [MEMORY_TSO_US] = "tso-us",
};

const char *memory_kind_name(memory_kind kind)
{
    CHECK((size_t)kind < MEMORY_KINDS);
    return names[kind];
}

bool memory_kind_find(const char *name, memory_kind *out)
{
    for (size_t i = 0; i < MEMORY_KINDS; i++)
        if (!strcmp(names[i], name)) {
            *out = (memory_kind)i;
            return true;
        }
    return false;
}
