/* thesis.h: repair by the heuristics of the DVE thesis: check, choose a write of the run that was found, make it atomic, again. */
#ifndef LIBRARY_THESIS_H
#define LIBRARY_THESIS_H

#include "library/handles.h"
#include "repair/thesis.h"

typedef enum thesis_outcome {
    THESIS_REPAIRED,
    THESIS_HOPELESS, /* no write of the run is delayed in a way that others notice: atomic writes do not help */
    THESIS_UNKNOWN   /* a limit */
} thesis_outcome;

typedef struct thesis_repair {
    thesis_outcome outcome;
    const char *reason;       /* of the last two; in `memory` */
    uint32_t writes, atomic;  /* of the model's text; of these, in the end */
    uint32_t rounds;          /* checks */
    double states;            /* stored in all of them */
    strbuf list;              /* for --atomic: what the options had, and what was added */
    strbuf told;              /* a line for each round */
    arena *memory;
} thesis_repair;

/* Why no repair, by whichever way, can be under the memory model; NULL: it can. */
const char *repair_refuses(memory_kind on);

/* False after errors, which are in *messages (to be freed by tarry_text_free); also where the model is not in DVE. To be released in either case. */
bool thesis_repair_find(const char *name, const char *text, size_t length, tarry_options *o, thesis_repair *out, char **messages);
void thesis_repair_release(thesis_repair *r);

#endif
