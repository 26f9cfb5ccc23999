/* check.h: one file, from its name to a verdict. */
#ifndef CLI_CHECK_H
#define CLI_CHECK_H

#include "cli/batch.h"

/* A batch_work: checks the file. */
int check_file(const options *o, tarry_options *asked, report_look look, const char *path, batch_texts *made);

/* ---- What other commands that search share with `check` ---- */
extern const int check_exit_codes[]; /* by report_verdict */

/* A command that does `work` with each of its files: the reports and the summary are written here. The exit code. */
int check_each_file(const options *o, const char *name, batch_work *work, const char *summary_title);

/* Writes the text to the file, or to standard output for "-"; the exit code. */
int check_write_file(const char *path, const strbuf *text);

#endif
