/* certificate_text.h: the text of a certificate. */
#ifndef TRACE_CERTIFICATE_TEXT_H
#define TRACE_CERTIFICATE_TEXT_H

#include "trace/certificate_runs.h"
#include "trace/trace_json.h"

/* The text is a certificate of the program; otherwise the message says why not. */
bool certificate_text_fits(const json_t *text, const program *p, strbuf *message);
/* The proof takes processes for alike; and those of these groups. */
bool certificate_text_is_symmetric(const json_t *proof);
bool certificate_text_has_groups(const json_t *proof, const symmetry *s);
/* Reads the tables of one proof; and in a proof about runs how to go about it (of: the property's name). */
bool certificate_text_read(proof_check *k, const json_t *proof);
bool certificate_text_read_runs(proof_check *k, const json_t *proof);

#endif
