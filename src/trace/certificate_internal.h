/* certificate_internal.h: a certificate in memory, between reading and checking it. */
#ifndef TRACE_CERTIFICATE_INTERNAL_H
#define TRACE_CERTIFICATE_INTERNAL_H

#include "base/intern.h"
#include "trace/certificate.h"
#include "trace/replay.h"

/* Five tables of rows of integers (docs/certificates.md). A row is named by its place; what stands where in it: */
enum { KEYS, LETTERS, POINTS, GLOBALS, STATES, TABLES };
enum { KEY_NODE, KEY_HOLD, KEY_LOCALS };
enum { LETTER_ELEMENT, LETTER_VALUE, LETTER_END };
enum { POINT_NUMBER, POINT_KEY_COUNT, POINT_KEYS }; /* then letter and point for each edge */
enum { GLOBAL_COUNT, GLOBAL_TYPES };                /* of processes; then memory, the number of messages in each channel, the slots of all channels */
enum { STATE_GLOBAL, STATE_SETS };                  /* for each process the point where its words start */

typedef struct certificate {
    replay r;           /* takes the steps */
    intern tables[TABLES];
    intern views;       /* of each global element: is a store pending, and the value of the youngest one; the first is the empty view */
    VEC(uint32_t) view; /* of each point: that after every word that leads to it */
} certificate;

/* False after a message: the text is no certificate of r's program. */
bool certificate_read(certificate *c, const char *json_text, size_t length, strbuf *message);

/* r.now becomes the global, its processes at their start, buffers empty; false where the row is no global of the program. And back. */
bool certificate_load(certificate *c, uint32_t global);
uint32_t certificate_global_now(certificate *c);

#endif
