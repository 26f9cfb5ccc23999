/* registry.h: the engines, by their names.
 *
 * Each folder beside this file is one search and knows no other: what is made of several is decided in the files here. */
#ifndef ENGINE_REGISTRY_H
#define ENGINE_REGISTRY_H

#include "engine/engine.h"

extern const engine engine_auto, engine_events, engine_explicit, engine_automata;
extern const engine *const engines[]; /* NULL-terminated; the first is the default */

/* NULL: there is none. */
const engine *engine_named(const char *name);

#endif
