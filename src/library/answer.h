/* answer.h: from what an engine found to what is reported of it. */
#ifndef LIBRARY_ANSWER_H
#define LIBRARY_ANSWER_H

#include "engine/engine.h"
#include "library/model.h"
#include "report/report.h"

/* Runs the engine, and executes the run of each violation again, within the limits of the request: a violation whose trace could not be finished is not
 * told, and its property is unknown. A run that does not replay is a bug of ours, never a verdict. The report points into the model, the name, the memory and the
 * result, which must be released. */
report answer_find(const engine *e, const engine_request *request, const model *m, const char *name, arena *memory, engine_result *result);

/* Of a result without traces. It points into the model, the name and the result. */
report answer_report(const model *m, const char *name, const engine *e, const engine_result *result);

#endif
