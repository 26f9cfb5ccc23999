/* answer_internal.h: between answer.c and answer_temporal.c. */
#ifndef LIBRARY_ANSWER_INTERNAL_H
#define LIBRARY_ANSWER_INTERNAL_H

#include "base/limits.h"
#include "library/answer.h"

report_verdict answer_verdict(verdict v);

/* The limits of a trace after such a search: what it left of the time, but not so little that a search which ends by its limit loses what it found. */
limits answer_limits(const engine_request *request, engine_result *result);
/* So many seconds are used. */
double answer_time_left(const engine_request *request, double used);
/* Keeps the first violations only; `reason` says why the others have no trace. */
void answer_drop_violations(engine_result *result, uint32_t kept, const char *reason);

/* Checks the temporal properties of the model and adds what is found to the report on all others. */
void answer_add_temporal(const engine *e, const engine_request *request, const model *m, arena *memory, report *r);

#endif
