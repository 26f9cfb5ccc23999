/* shorten.h: shorter runs that never end.
 *
 * Searches find a fair loop by going wherever fairness calls them, and come to it by a long way. Here steps are left out as long as lasso_check confirms what remains. */
#ifndef TRACE_SHORTEN_H
#define TRACE_SHORTEN_H

#include "property/temporal.h"
#include "trace/lasso.h"

/* Before and after it lasso_check confirms the run; what it tries is limited, not by the clock, so that the same run always becomes the same. */
void lasso_shorten(const program *p, machine on, const temporal *of, run *steps, uint32_t *loop);

#endif
