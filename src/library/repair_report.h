/* repair_report.h: a repair for people, for scripts, and as a proof for `certify`. */
#ifndef LIBRARY_REPAIR_REPORT_H
#define LIBRARY_REPAIR_REPORT_H

#include "library/handles.h"

void repair_report_text(const tarry_repair *r, strbuf *out);
void repair_report_json(const tarry_repair *r, strbuf *out);
void repair_report_proof(const tarry_repair *r, strbuf *out);

#endif
