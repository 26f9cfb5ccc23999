/* certificate.h: is a set of states, handed over by a search, a proof that no property is violated?
 *
 * A certificate lists states. A state is a global (which processes there are, memory, channels) and for each process a set of local configurations: an automaton
 * that reads a word of pending stores, oldest first, and says with which keys (node, hold, locals) it may go. A state stands for all combinations of these in
 * which at most one process is inside a block. The certificate is a proof when these configurations, all states taken together, (1) have the initial one,
 * (2) are left by no step, and (3) are none of them bad. Every step is taken by replay.c; nothing that the search did is used or trusted. */
#ifndef TRACE_CERTIFICATE_H
#define TRACE_CERTIFICATE_H

#include <stddef.h>

#include "base/strbuf.h"
#include "program/program.h"
#include "program/step.h"
#include "property/safety.h"

typedef enum certificate_verdict {
    CERTIFICATE_CONFIRMED,
    CERTIFICATE_REJECTED,  /* readable, but no proof */
    CERTIFICATE_UNREADABLE /* no certificate of ours, or made for another input */
} certificate_verdict;

/* `properties` is the list as it was at the check: built from the options in the certificate (report_options_from_json).
 * Buffers are unbounded. The message is one sentence without a full stop, whatever the verdict. */
certificate_verdict certificate_check(const program *p, const property_list *properties, memory_kind memory, const char *json_text, size_t length,
                                      strbuf *message);

/* ---- For pictures ---- */
/* A state of the proof: its global, and its number among the states of that global; both from 0. */
typedef struct certificate_state {
    int32_t global; /* -1: none, before the first step */
    uint32_t number;
} certificate_state;

/* Told of each step that leads from a state to one that holds all it makes of it, be it the same. NULL for `taken`: a process leaves its block, or the first
 * state is found. `value` is what a commit writes. */
typedef struct certificate_watch {
    void (*move)(void *data, certificate_state from, certificate_state to, const step *taken, int32_t value);
    void *data;
} certificate_watch;

/* certificate_check for what the certificate says of states, formulas aside. */
certificate_verdict certificate_watch_check(const program *p, const property_list *properties, memory_kind memory, const char *json_text, size_t length,
                                            const certificate_watch *watch, strbuf *message);

#endif
