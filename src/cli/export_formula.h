#ifndef CLI_EXPORT_FORMULA_H
#define CLI_EXPORT_FORMULA_H

#include "cli/options.h"

/* `export --to dot --ltl F FILE`: its exit code. */
int export_formula(const options *o);

#endif
