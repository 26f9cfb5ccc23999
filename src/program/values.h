/* values.h: what values can do, each process taken by itself. */
#ifndef PROGRAM_VALUES_H
#define PROGRAM_VALUES_H

#include "program/program.h"

/* False when no statement of a process that exists at the start can end in a run-time error, on no machine. Where processes are created, messages sent or
 * d_steps taken, and where there is too much to look at, the answer is true. */
bool program_may_err(const program *p);

#endif
