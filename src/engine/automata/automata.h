/* automata.h: the search of Linden and Wolper. */
#ifndef ENGINE_AUTOMATA_H
#define ENGINE_AUTOMATA_H

#include "engine/engine.h"

const char *automata_refuses(const engine_request *request);

/* False when errors were met and a run was found for none of them: the result is `unknown` then, for that reason. */
bool automata_search(const engine_request *request, engine_result *result);

#endif
