/* ample.h: control locations whose one step can be taken before anything that others do.
 *
 * The step is a store into the own buffer and nothing else. It commutes with all that other processes and buffers do, it enables and disables
 * nothing of theirs, and no property sees it: alone it is an ample set. docs/REDUCTION.md says when. */
#ifndef ENGINE_EXPLICIT_AMPLE_H
#define ENGINE_EXPLICIT_AMPLE_H

#include <stdbool.h>

#include "engine/engine.h"
#include "step/rows.h"

typedef struct ample_nodes {
    const bool *const *nodes; /* [process type][node]; NULL: there are none */
} ample_nodes;

ample_nodes ample_find(const engine_request *request, rows *r);

#endif
