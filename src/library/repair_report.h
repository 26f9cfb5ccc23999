/* repair_report.h: a repair for people, for scripts, and as a proof for `certify`. */
#ifndef LIBRARY_REPAIR_REPORT_H
#define LIBRARY_REPAIR_REPORT_H

#include "library/handles.h"

/* The candidates in the order of the text: the n-th is number order[n]. */
const uint32_t *repair_report_order(const tarry_repair *r, arena *memory);

void repair_report_text(const tarry_repair *r, strbuf *out);
void repair_report_json(const tarry_repair *r, strbuf *out);
void repair_report_proof(const tarry_repair *r, strbuf *out);

#endif
