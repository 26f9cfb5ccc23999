/* mcpp_child.h: runs of libmcpp, each in a process of its own.
 *
 * The library keeps its state in globals, prints to standard error and may take very long, or crash, on hostile input. A child
 * process contains all of that: it reads and writes files of a private folder, and is stopped when it exceeds its limits. */
#ifndef FRONTEND_PROMELA_MCPP_CHILD_H
#define FRONTEND_PROMELA_MCPP_CHILD_H

#include <stddef.h>

#include "base/arena.h"
#include "base/strbuf.h"

enum { MCPP_SECONDS = 3, MCPP_MAX_WAIT = 60, MCPP_MAX_OUTPUT = 64 << 20 };

/* Preprocesses `folder`/0; the results are the text and the complaints. NULL when it ran to its end, otherwise a sentence that says
 * what stopped it. `defines` are as after -D. `marked` is the same text with the macro calls marked by comments, or nothing; mcpp is
 * less reliable with marks: they are only to be trusted where both texts agree. */
const char *mcpp_child_run(arena *memory, const char *folder, const char *const *defines, size_t define_count, strbuf *text,
                           strbuf *marked, strbuf *complaints);

#endif
