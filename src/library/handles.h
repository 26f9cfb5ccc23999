/* handles.h: what the handles of libtarry.h hold. The commands of `tarry` look into them to print; from request to answer they have no way of their own. */
#ifndef LIBRARY_HANDLES_H
#define LIBRARY_HANDLES_H

#include "base/vec.h"
#include "engine/engine.h"
#include "libtarry.h"
#include "library/answer.h"
#include "library/model.h"
#include "repair/repair.h"
#include "report/outcomes.h"

typedef VEC(const char *) tarry_texts;

typedef enum repair_with { WITH_FENCES, WITH_ATOMIC, WITH_BOTH } repair_with;

typedef struct repair_options {
    repair_with with;
    uint32_t cost[3]; /* by candidate_kind */
    bool all, keep;
} repair_options;

struct tarry_options {
    arena *memory; /* of all texts */
    model_request request;
    tarry_texts never, always, mutex, ltl, defines, include_dirs, ghosts;
    const engine *engine;
    search_order search;
    bool ties_lifo;
    reduction_kind reduction;
    bool no_symmetry;
    acceleration_kind acceleration;
    bool all_errors, certificate;
    repair_options repair;
    uint64_t max_states, memory_limit;
    uint32_t threads;
    double time_limit;
    bool (*go_on)(void *data); /* may be NULL */
    void *data;                /* its own */
    bool (*progress)(void *data, const statistics *now); /* asked in place of go_on where there is one */
    void *progress_data;
    void (*trying)(void *data, const char *what); /* gets the progress_data, and what is searched now; may be NULL */
    void (*about)(void *data, const char *what);  /* the same of a computation with many searches: which of them this is */
    void (*log)(void *data, const char *line); /* may be NULL */
    void *log_data;
};

struct tarry_model {
    arena *memory; /* of the request's texts */
    const char *name;
    model model;
};

struct tarry_result {
    arena *memory;
    report_options options; /* those of the model when it was checked */
    symmetry *symmetry;       /* NULL: none was asked for, or there is none */
    footprints *footprints;   /* of its program */
    engine_result result;
    report report;
    strbuf proof, certificate, text, json;
};

struct tarry_outcomes {
    arena *memory;
    report_options options;
    property_list properties; /* no more than what a search needs */
    footprints *footprints;
    observation_list observed;
    finals finals;
    engine_result result;
    report report;
    report_outcomes outcomes;
    strbuf text, json;
};

/* One set of fences and atomic writes. */
typedef struct repair_proposal {
    uint64_t cost;
    const bool *wanted;      /* by candidate: what the text has then */
    strbuf text;             /* of the repaired model */
    bool is_certified;       /* a certificate of it was confirmed */
} repair_proposal;

struct tarry_repair {
    arena *memory;
    tarry_model *model;
    repair_options asked;
    repair_result result;
    const bool *kept;        /* by candidate: it stays in any case */
    const uint32_t *order;   /* their numbers in the order of the text */
    VEC(repair_proposal) proposals;
    const char *original;    /* the text of the model */
    size_t length;
    double seconds;
    strbuf text, json, patch, proof;
};

/* A model of that name, with nothing in it yet. */
tarry_model *model_new(const char *name);

/* What memory holds for a global element in the present state. */
int32_t walk_memory(const tarry_walk *w, uint32_t element);

/* The request, with copies of its texts. */
model_request options_request(const tarry_options *o, arena *memory);

/* The text, to be freed by the caller. */
char *take_text(strbuf *text);

tarry_verdict verdict_of_report(report_verdict v);

/* What the options ask an engine about the model. They outlive the request. */
engine_request options_engine_request(tarry_options *o, const model *m);
/* The engine that takes the request; NULL where the one that was named does not, with a sentence in *why, which belongs to the options. */
const engine *options_choose_engine(tarry_options *o, const engine_request *request, const char **why);

#endif
