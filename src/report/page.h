/* page.h: a report as one HTML file that needs nothing else.
 *
 * The file is the page that the build makes of src/report/web, with the results as JSON in it: the objects that `--json` writes, and for each what only a page
 * needs. Of this JSON no byte can end the element that it stands in, and the scripts of the page show texts of it as text only. */
#ifndef REPORT_PAGE_H
#define REPORT_PAGE_H

#include "report/report.h"

/* The object of one file for a page: that of report_json; sources; of each trace what overtakes what, and the way of each store to memory. Of
 * memory, buffers, ghosts and locals a step has what it changed. A certificate is shown with it (report/proof.h); NULL: there is none. */
void report_page_object(const report *r, const char *certificate, strbuf *out);

/* The object of a repair for a page: the JSON of `fence`, the model's text, and the texts with each of the solutions in it. Where solutions are lines of a list beside
 * the model (`list` is not NULL: as it was given), these texts are lists. */
void report_page_repair(const char *json, const char *name, const char *text, const char *list, const char *const *repaired, size_t count, strbuf *out);

/* The page. `command` says what was asked ("check", "compare", "fence"). Entries as for report_json_several, with objects of report_page_object in `json`. */
void report_page(const char *version, const char *command, const report_entry *entries, size_t count, strbuf *out);

#endif
