/* difference.h: what one memory model does with a program that another does not. */
#ifndef REPORT_DIFFERENCE_H
#define REPORT_DIFFERENCE_H

#include "report/report.h"

/* The reports are of one program under different memory models, in the order in which the user asked for them; NULL where there is no answer. The first of them whose
 * verdict on some property contradicts that of an earlier one: *text says which property that is, where it holds and where not, and why the run that shows it is
 * none of the other model. False where no verdicts contradict each other. The text lives in `memory`. */
bool report_find_difference(arena *memory, const report *const *reports, size_t count, size_t *which, const char **text);

/* "holds under SC; violated under TSO and PSO". */
void report_add_verdicts(const report *const *reports, size_t count, strbuf *out);

#endif
