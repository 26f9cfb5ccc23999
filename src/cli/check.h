/* check.h: one file, from its name to a verdict. */
#ifndef CLI_CHECK_H
#define CLI_CHECK_H

#include "base/strbuf.h"
#include "cli/batch.h"
#include "cli/request.h"
#include "cli/options.h"
#include "cli/progress.h"
#include "engine/engine.h"
#include "library/answer.h"
#include "report/report.h"

/* A batch_work: checks the file. */
int check_file(const options *o, const model_request *request, report_look look, const char *path, strbuf *json, strbuf *summary);

/* ---- What other commands that search share with it ---- */
engine_request check_request_of(const options *o, const model *m, progress *shown);
/* In bytes. Where the user sets no limit, a quarter of the machine's memory is left to others. */
uint64_t check_memory_limit(const options *o);
/* The engine that the user named; NULL after a message. A certificate is the events engine's. */
const engine *check_choose_engine(const options *o, const engine_request *request);
extern const int check_exit_codes[]; /* by report_verdict */

/* A command that does `work` with each of its files: `--json` and the summary are written here. The exit code. */
int check_each_file(const options *o, const char *name, batch_work *work, const char *summary_title);

#endif
