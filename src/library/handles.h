/* handles.h: what the handles of libtarry.h hold. */
#ifndef LIBRARY_HANDLES_H
#define LIBRARY_HANDLES_H

#include "base/vec.h"
#include "engine/engine.h"
#include "library/answer.h"
#include "library/model.h"

typedef VEC(const char *) tarry_texts;

struct tarry_options {
    arena *memory; /* of all texts */
    model_request request;
    tarry_texts never, always, mutex, defines, include_dirs, ghosts;
    const engine *engine;
    search_order search;
    reduction_kind reduction;
    bool all_errors;
    uint64_t max_states, memory_limit;
    double time_limit;
    bool (*go_on)(void *data); /* may be NULL */
    void *data;                /* its own */
};

struct tarry_model {
    arena *memory; /* of the request's texts */
    const char *name;
    model model;
};

/* The request, with copies of its texts. */
model_request options_request(const struct tarry_options *o, arena *memory);

#endif
