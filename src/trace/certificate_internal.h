/* certificate_internal.h: a certificate in memory, between reading and checking it. */
#ifndef TRACE_CERTIFICATE_INTERNAL_H
#define TRACE_CERTIFICATE_INTERNAL_H

#include "base/intern.h"
#include "trace/certificate.h"
#include "trace/replay.h"

enum { KEY_NODE, KEY_HOLD, KEY_LOCALS }; /* a key's row */
enum { LETTER_ELEMENT, LETTER_VALUE };
enum { EMPTY_VIEW = 0, NOTHING = UINT32_MAX };

typedef struct word_edge {
    uint32_t letter, target;
} word_edge;

/* After every word that leads here a process has the same view: the youngest pending value of each location. */
typedef struct word_state {
    uint32_t view;
    uint32_t key_count, edge_count;
    const uint32_t *keys;
    const word_edge *edges;
} word_state;

/* Words with keys; state 0 is the start and has the empty word only. */
typedef struct word_set {
    uint32_t count;
    const word_state *states;
} word_set;

typedef struct claimed_state {
    uint32_t global;
    int32_t holder;      /* -1: none */
    uint32_t count;      /* of processes */
    const uint32_t *sets;
} claimed_state;

typedef struct certificate {
    const program *program;
    arena *memory;
    replay r;            /* takes the steps; its machine and unbuffered elements hold */
    intern keys, letters, views; /* a view's row: pairs of element and value, by element */
    intern globals;      /* number of processes, their types, memory, and of each channel the number of values and these */
    VEC(word_set) sets;
    VEC(claimed_state) states;
    strbuf *message;
} certificate;

/* False after a message: the text is no certificate of this program. */
bool certificate_read(certificate *c, const char *json_text, size_t length);

/* r.now becomes the global, with all processes at their start; and back. */
void certificate_load(certificate *c, uint32_t global);
uint32_t certificate_global_now(certificate *c);

/* Why processes of the program cannot be looked at one by one; NULL: they can. */
const char *certificate_refuses(const program *p);

#endif
