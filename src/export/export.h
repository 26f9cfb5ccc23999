/* export.h: programs as texts in other languages, with store buffers as variables. */
#ifndef EXPORT_EXPORT_H
#define EXPORT_EXPORT_H

#include <stdbool.h>

#include "base/diag.h"
#include "base/strbuf.h"
#include "program/footprint.h"

/* A DVE program with the slots of --memory slot as variables: under SC it has as many states and transitions as the program under slot. False, with an error in d,
 * where it cannot be written. */
bool export_dve(const footprints *f, diag *d, strbuf *out);

#endif
