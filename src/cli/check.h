/* check.h: one file, from its name to a verdict. */
#ifndef CLI_CHECK_H
#define CLI_CHECK_H

#include "cli/batch.h"

/* A batch_work: checks the file. */
int check_file(const options *o, tarry_options *asked, report_look look, const char *path, batch_texts *made);

/* ---- What other commands that search share with `check` ---- */
extern const int check_exit_codes[]; /* by report_verdict */

/* Prints the table of several files, of which it gets the lines. */
typedef void summary_printer(const strbuf *lines);

/* A command that does `work` with each of its files: the reports and the summary are written here. The exit code. */
int check_each_file(const options *o, const char *name, batch_work *work, summary_printer *print_summary);

/* Text on standard output is wanted: it is not for the JSON alone. */
bool check_wants_text(const options *o);

/* Reads the file; prints warnings and errors on standard error. NULL when there was an error. */
tarry_model *check_load(const options *o, const tarry_options *asked, const char *path, batch_texts *made);

/* The search, with progress; NULL as of tarry_check. */
tarry_result *check_search(const options *o, tarry_options *asked, const tarry_model *m, const char **why);

/* Prints the text, where it is wanted. */
void check_print_report(const options *o, const report *r, report_look look);

/* What one looks at: the object for the page, and the drawings. The exit code of a failure to write them. */
int check_show(const options *o, tarry_options *asked, const tarry_model *m, tarry_result *r, strbuf *page);

/* Says why nothing was checked, by a message where f has a sentence (its messages were printed before), and by an object where JSON is wanted; EXIT_INPUT. */
int check_refuse(const options *o, const report_failure *f, batch_texts *made);

/* Writes the text to the file, or to standard output for "-"; the exit code. */
int check_write_file(const char *path, const strbuf *text);

/* The look that the options, the environment and the terminal ask for. */
report_look check_choose_look(const options *o);

/* Whether the file can be written and is none of the models; asked before a search, which may take hours. False with a sentence in `error`; `option` names who writes. */
bool check_can_be_written(const char *option, const char *path, const text_list *files, strbuf *error);

#endif
