/* answer.h: from what an engine found to what is reported of it. */
#ifndef LIBRARY_ANSWER_H
#define LIBRARY_ANSWER_H

#include "engine/engine.h"
#include "library/model.h"
#include "report/report.h"

/* Executes every violation's run again. A run that does not replay is a bug of ours, never a verdict. */
const trace **answer_traces(arena *memory, const model *m, const engine_result *result);

/* All but the traces. It points into the model, the name and the result. */
report answer_report(const model *m, const char *name, const engine *e, const engine_result *result);

#endif
