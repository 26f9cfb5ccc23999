/* m4.h: templates of DVE models. */
#ifndef FRONTEND_DVE_M4_H
#define FRONTEND_DVE_M4_H

#include <stdbool.h>

#include "base/strbuf.h"
#include "frontend/frontend.h"

/* What m4 makes of the template, with the macros `default` and `forloop`, and with those of -D. False after an error. */
bool dve_m4_expand(const frontend_input *input, diag *d, strbuf *out);

#endif
