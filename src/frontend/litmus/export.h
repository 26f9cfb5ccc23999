/* export.h: a litmus test in another language. */
#ifndef FRONTEND_LITMUS_EXPORT_H
#define FRONTEND_LITMUS_EXPORT_H

#include <stdbool.h>

#include "base/diag.h"
#include "base/strbuf.h"
#include "frontend/frontend.h"

/* A C11 program for x86-64 that runs the test many times, with threads of POSIX, and prints a histogram of final states as litmus7 does. False after errors, which are
 * in `diag`: a test that computes with addresses has no such program. */
bool litmus_export_c(const frontend_input *input, diag *diag, strbuf *out);

#endif
