/* batch.h: several files, each checked in a process of its own, so that a crash or an exhausted memory stays with its file. */
#ifndef CLI_BATCH_H
#define CLI_BATCH_H

#include "base/strbuf.h"
#include "cli/model.h"
#include "cli/options.h"
#include "report/report.h"

/* Checks the files, `--jobs` at a time. Output appears in the order of the files, whichever is ready first. `json` gets the object of all of them
 * where the user wants one. The exit code is the worst: 4, 3, 1, 2, 0. */
int batch_check(const options *o, const model_request *request, report_look look, const text_list *files, strbuf *json);

#endif
