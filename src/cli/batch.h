/* batch.h: several files, each done in a child process, so that a crash or an exhausted memory stays with its file.
 *
 * Small files share a child: to start one takes longer than to check such a file. When a file ends its child, or takes long, other children go on with the files
 * after it. Where the JSON goes to a file, what is done is written there every few seconds. */
#ifndef CLI_BATCH_H
#define CLI_BATCH_H

#include "base/strbuf.h"
#include "cli/options.h"
#include "cli/request.h"
#include "cli/resume.h"
#include "report/report.h"

/* What a file leaves beside its text: each stays empty where the user does not want it. */
typedef struct batch_texts {
    strbuf json;    /* the object */
    strbuf page;    /* the object, or several with commas between them, for --html (report/page.h) */
    strbuf summary; /* a line for the table of all files */
} batch_texts;

void batch_texts_release(batch_texts *made);

/* What is done with one file: text on standard output (none with `--json -`), messages on standard error, and the rest. The exit code. */
typedef int batch_work(const options *o, tarry_options *asked, report_look look, const char *path, batch_texts *made);

/* Does the files, `--jobs` at a time, but those that `saved` answers (NULL: there is nothing). Output appears in the order of the files, whichever is ready first. `made` gets objects that hold those of all files, and all
 * lines of the summary. The exit code is the worst: 4, 3, 1, 2, 0. */
int batch_run(const options *o, tarry_options *asked, report_look look, const text_list *files, const resume *saved, batch_work *work, batch_texts *made);

/* The worse of two exit codes. */
int batch_worse(int a, int b);

#endif
