/* again.h: a saved answer, checked again: a report's traces, and certificates. */
#ifndef LIBRARY_AGAIN_H
#define LIBRARY_AGAIN_H

#include "base/limits.h"
#include "base/strbuf.h"
#include "libtarry.h"
#include "library/model.h"

/* The model is the one that `name` stands for, read with the options in the JSON text (report_options_from_json). The message is one sentence without a full
 * stop, and says after it what was confirmed; of TARRY_UNDECIDED it is the limit that was reached. */
typedef tarry_answer again_check(const model *m, const char *name, const char *json, size_t length, limits *l, strbuf *message);
again_check again_replay, again_certify;

#endif
