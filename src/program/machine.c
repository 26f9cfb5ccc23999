#include "program/machine.h"

#include <string.h>

#include "base/bug.h"

static const memory_traits traits[MEMORY_KINDS] = {
#define MEMORY(kind, its_name, its_title, its_exact, ...) [MEMORY_##kind] = {.name = its_name, .title = its_title, .exact = MEMORY_##its_exact, __VA_ARGS__},
#include "program/memory.def"
};

const memory_traits *memory_traits_of(memory_kind kind)
{
    CHECK((size_t)kind < MEMORY_KINDS);
    return &traits[kind];
}

bool memory_kind_find(const char *name, memory_kind *out)
{
    for (size_t i = 0; i < MEMORY_KINDS; i++)
        if (!strcmp(traits[i].name, name)) {
            *out = (memory_kind)i;
            return true;
        }
    return false;
}

bool memory_is_approximation(memory_kind kind)
{
    return memory_traits_of(kind)->exact != kind;
}
