#include "engine/registry.h"

#include <string.h>

const engine *const engines[] = {&engine_auto, &engine_events, &engine_explicit, &engine_automata, NULL};

const engine *engine_named(const char *name)
{
    for (const engine *const *e = engines; *e; e++)
        if (!strcmp((*e)->name, name))
            return *e;
    return NULL;
}
