/* check.h: one file, from its name to a verdict. batch.c does several. */
#ifndef CLI_CHECK_H
#define CLI_CHECK_H

#include "base/strbuf.h"
#include "cli/model.h"
#include "cli/options.h"
#include "report/report.h"

/* Checks the file: text on standard output (none with `--json -`), messages on standard error, the JSON object in `json` where the user wants one.
 * The exit code. */
int check_file(const options *o, const model_request *request, report_look look, const char *path, strbuf *json);

#endif
