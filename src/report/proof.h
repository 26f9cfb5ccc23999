/* proof.h: a certificate as people see it: its states, the steps between them, and the names of all that occurs in it. */
#ifndef REPORT_PROOF_H
#define REPORT_PROOF_H

#include <jansson.h>

#include "report/report.h"

enum { REPORT_PROOF_STATES = 2000 }; /* a picture of more is of no use */

/* A new object; NULL where the certificate is not confirmed, which is checked on the way. Members:
 *   keys, points, edges   as in docs/certificates.md
 *   letters               texts: "x=1"; "sfence" is a store-store barrier
 *   elements              names of the global elements
 *   types                 of processes: name, locals (names), nodes (line of each, 0: none)
 *   states                [types of the processes], [memory], [the point where the words of each process start]
 *   moves                 state before (-1: the start), state after, process (-1: none), text, line; each once, those within one state left out */
json_t *report_proof(const report *r, const char *certificate);

#endif
